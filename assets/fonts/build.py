"""Makes the fonts that ship, and metrics.json, from their sources. Run it only to change them.

    npm pack @expo-google-fonts/barlow-semi-condensed     (unpack it into SOURCES/barlow)
    python assets/fonts/build.py SOURCES

Barlow Semi Condensed is cut down to the characters of English and Vietnamese, and its tabular figures become the
default ones: pygame cannot switch OpenType features, and figures that jump as they count are hard to read.
"""

import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
WEIGHTS = {"medium": "500Medium", "bold": "700Bold"}
PUNCTUATION = "–—‘’“”•…−×·"


def main(sources: Path) -> None:
    metrics = {}
    for face, weight in WEIGHTS.items():
        (source,) = sources.glob(f"barlow/**/{weight}/*.ttf")
        font = TTFont(source)
        make_figures_tabular(font)
        wanted = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x1A0, 0x1A1, 0x1AF, 0x1B0, *range(0x1EA0, 0x1EFA)]
        options = subset.Options(layout_features=["kern", "mark", "mkmk", "ccmp"], hinting=False, notdef_outline=True)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[*wanted, *map(ord, PUNCTUATION)])
        cutter.subset(font)
        file = HERE / f"latin-{face}.ttf"
        font.save(file)
        metrics[f"latin-{face}"] = measure(file)
    (HERE / "metrics.json").write_text(
        json.dumps(metrics, ensure_ascii=False, indent=None, separators=(",", ":")) + "\n"
    )


def make_figures_tabular(font: TTFont) -> None:
    """Points the characters 0 to 9 at the glyphs of the `tnum` feature."""
    gsub = font["GSUB"].table
    lookups = {i for r in gsub.FeatureList.FeatureRecord if r.FeatureTag == "tnum" for i in r.Feature.LookupListIndex}
    swap: dict[str, str] = {}
    for index in lookups:
        for table in gsub.LookupList.Lookup[index].SubTable:
            table = getattr(table, "ExtSubTable", table)
            swap |= getattr(table, "mapping", {})
    for table in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if code in table.cmap:
                table.cmap[code] = swap.get(table.cmap[code], table.cmap[code])


def measure(file: Path) -> dict[str, object]:
    """What the scene has to know of a face to place text without drawing it, in parts of the em."""
    font = TTFont(file)
    em = font["head"].unitsPerEm
    widths = {chr(code): round(font["hmtx"][glyph][0] / em, 4) for code, glyph in font.getBestCmap().items()}
    return {"file": file.name, "cap": round(font["OS/2"].sCapHeight / em, 4), "widths": widths}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
