"""Makes the fonts that ship, and metrics.json, from their sources. Run it when a catalogue of words, the library of
wagers or a shipped game gains a character.

    apt install fonts-noto-cjk
    python assets/fonts/build.py
    python assets/fonts/build.py SOURCES     the Latin faces too; before, unpack into SOURCES/barlow what
                                             `npm pack @expo-google-fonts/barlow-semi-condensed` gives

Barlow Semi Condensed is cut down to the characters of English and Vietnamese, and its tabular figures become the
default ones: pygame cannot switch OpenType features, and figures that jump as they count are hard to read.

Noto Sans CJK is one collection with a face for each region, because one character is written differently in each; and
pygame opens only the first face of a collection, the Japanese one. So each language gets a file of its own, cut from
its region's face to the characters of its catalogue and of the games. There is no medium weight in Debian's package:
the regular one stands in, which also keeps characters of many strokes open at small sizes.

Noto's own letters and figures are lower than its characters and of another cut than those of the rest of the board.
They are replaced by Barlow's, nearly as high as the characters and on the same middle: 龍7 is one word, and a box that
holds Latin capitals holds characters.
"""

import json
import sys
import tomllib
from pathlib import Path

from fontTools import subset
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

from eztrak.voice.catalogue import messages
from eztrak.voice.said import LANGUAGES


def is_common(syllable: str) -> bool:
    """Whether a syllable is one of the 2,350 of KS X 1001, which are those that words are made of."""
    return len(syllable.encode("euc-kr", errors="ignore")) == 2


HERE = Path(__file__).parent
WORDS = HERE.parent / "words"
CONFIG = HERE.parent.parent / "config"
NOTO = Path("/usr/share/fonts/opentype/noto")
WEIGHTS = {"medium": "500Medium", "bold": "700Bold"}
REGIONS = {"zh_TW": "TC", "zh_CN": "SC", "ko": "KR"}
REGION_WEIGHTS = {"medium": "Regular", "bold": "Bold"}
# What names of rooms, tables and a room's own wagers are made of, beside the words of the catalogues.
NAMES = {
    "zh_TW": "一二三四五六七八九十百千萬第號桌檯台廳室區樓層館閣殿宮院堂會所俱樂部賭場娛樂城牌家貴賓高額大中小東西南北"
    "金銀銅鐵玉寶珠翠鑽石龍鳳虎獅象馬鶴麒麟熊貓福祿壽喜財富貴發旺達順利吉祥如意平安永新老皇帝后王將紅黃藍綠白黑紫"
    "天地人和日月星雲風雨山河湖海江港灣島橋園花蘭竹梅荷春夏秋冬世界國際華亞洲美京滬澳門香溫哥西雅圖長青常"
    "凰龜蛇兔雞狗豬羊猴鼠牛魚鯉雀鷹雙對重連條順葫蘆同花色點數邊注幸運彩超級寶藏財神元招進聚滿堂賞獎倍狂熱火焰雷電水木土光影夢幻勝負贏輸殺斬破極霸豪",
    "zh_CN": "一二三四五六七八九十百千万第号桌台厅室区楼层馆阁殿宫院堂会所俱乐部赌场娱乐城牌家贵宾高额大中小东西南北"
    "金银铜铁玉宝珠翠钻石龙凤虎狮象马鹤麒麟熊猫福禄寿喜财富贵发旺达顺利吉祥如意平安永新老皇帝后王将红黄蓝绿白黑紫"
    "天地人和日月星云风雨山河湖海江港湾岛桥园花兰竹梅荷春夏秋冬世界国际华亚洲美京沪澳门香温哥西雅图长青常"
    "凰龟蛇兔鸡狗猪羊猴鼠牛鱼鲤雀鹰双对重连条顺葫芦同花色点数边注幸运彩超级宝藏财神元招进聚满堂赏奖倍狂热火焰雷电水木土光影梦幻胜负赢输杀斩破极霸豪",
    # A name may have any syllable: all of the Korean standard's.
    "ko": "".join(syllable for syllable in map(chr, range(0xAC00, 0xD7A4)) if is_common(syllable)),
}
# In parts of the em: how high capitals stand beside Noto's characters, which are most of 0.92 high and so reach a
# little over and under them; and how far the characters' middle is above the line.
CHARACTER, MIDDLE = 0.84, 0.38
ASCII = [*range(0x20, 0x7F)]
PUNCTUATION = "–—‘’“”•…−×·"


def main(sources: Path | None) -> None:
    if sources is not None:
        cut_latin(sources)
    cut_regions()
    (HERE / "metrics.json").write_text(metrics(), encoding="utf-8")


def cut_latin(sources: Path) -> None:
    for face, weight in WEIGHTS.items():
        (source,) = sources.glob(f"barlow/**/{weight}/*.ttf")
        font = TTFont(source)
        make_figures_tabular(font)
        vietnamese = [*range(0xA0, 0x180), 0x1A0, 0x1A1, 0x1AF, 0x1B0, *range(0x1EA0, 0x1EFA)]
        cut(font, [*ASCII, *vietnamese, *map(ord, PUNCTUATION)], ["kern", "mark", "mkmk", "ccmp"])
        make_room_for_marks(font)
        font.save(HERE / f"latin-{face}.ttf")


def cut_regions() -> None:
    for face, weight in REGION_WEIGHTS.items():
        collection = TTCollection(NOTO / f"NotoSansCJK-{weight}.ttc", lazy=True)
        by_family = {font["name"].getDebugName(1): font for font in collection.fonts}
        for language, region in REGIONS.items():
            font = by_family[f"Noto Sans CJK {region}"]
            font.recalcTimestamp = False  # the same characters give the same file
            cut(font, [*ASCII, *map(ord, PUNCTUATION), *map(ord, characters(language))], [])
            match_latin(font, TTFont(HERE / f"latin-{face}.ttf"))
            make_room_for_marks(font)
            font.save(HERE / f"{language}-{face}.otf")


def match_latin(font: TTFont, latin: TTFont) -> None:
    """Puts the Latin face's letters into a font of characters, and the characters' middle at that of its capitals."""
    high = CHARACTER * font["head"].unitsPerEm
    scale = high / latin["OS/2"].sCapHeight
    rise = high / 2 - MIDDLE * font["head"].unitsPerEm
    glyphs, letters, known = font.getGlyphSet(), latin.getGlyphSet(), latin.getBestCmap()
    outlines = font["CFF "].cff.topDictIndex[0].CharStrings
    redrawn = {}
    for code, name in font.getBestCmap().items():
        wide, source, place = font["hmtx"][name][0], glyphs[name], (1, 0, 0, 1, 0, rise)
        if code in known:
            source, place = letters[known[code]], (scale, 0, 0, scale, 0, 0)
            wide = round(latin["hmtx"][known[code]][0] * scale)
        pen = T2CharStringPen(None, letters)  # a letter may be made of others
        source.draw(TransformPen(pen, place))
        redrawn[name] = pen, wide
    for name, (pen, wide) in redrawn.items():
        old = outlines[name]
        outlines[name] = pen.getCharString(old.private, old.globalSubrs)
        bounds = outlines[name].calcBounds(None)
        font["hmtx"][name] = wide, round(bounds[0]) if bounds else 0
    font["OS/2"].sCapHeight = round(high)
    rights = [each["name"].getDebugName(0) for each in (font, latin)]
    font["name"].setName("; letters and figures: ".join(rights), 0, 3, 1, 0x409)


def cut(font: TTFont, characters: list[int], features: list[str]) -> None:
    options = subset.Options(layout_features=features, hinting=False, notdef_outline=True, desubroutinize=True)
    options.drop_tables += ["VORG", "vhea", "vmtx"]  # nothing here is set from top to bottom
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)


def characters(language: str) -> list[str]:
    """Every character that a board of this language may show: of its catalogue, of the games, of its own name and of
    rooms' names."""
    told = messages((WORDS / f"{language}.po").read_text(encoding="utf-8"))
    files = [CONFIG / "wagers.toml", *sorted((CONFIG / "games").glob("*.toml"))]
    texts = [text for file in files for text in said(tomllib.loads(file.read_text(encoding="utf-8")), language)]
    own = LANGUAGES[language] + NAMES.get(language, "")
    return sorted(set(own).union(*(message.translation for message in told), *texts) - {"\n"})


def said(plain: object, language: str) -> list[str]:
    """The texts in a language, however deep they stand in a file."""
    if not isinstance(plain, dict):
        return []
    return [text for key, text in plain.items() if key == language and isinstance(text, str)] + [
        text for inner in plain.values() for text in said(inner, language)
    ]


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


def make_room_for_marks(font: TTFont) -> None:
    """Makes the line as high as its highest letter: above it SDL lets a letter such as Ể push the whole text down."""
    glyphs, bounds = font.getGlyphSet(), []
    for glyph in font.getBestCmap().values():
        pen = BoundsPen(glyphs)
        glyphs[glyph].draw(pen)
        bounds += [pen.bounds] if pen.bounds else []
    line, os2 = font["hhea"], font["OS/2"]
    spare = font["head"].unitsPerEm // 32  # a letter's edge is rounded outwards, to whole pixels
    line.ascent = os2.sTypoAscender = os2.usWinAscent = max(line.ascent, *(round(box[3]) + spare for box in bounds))
    line.descent = os2.sTypoDescender = min(line.descent, *(round(box[1]) - spare for box in bounds))
    os2.usWinDescent = -line.descent


def metrics() -> str:
    """metrics.json, of the fonts as they are in this folder."""
    measured = {file.stem: measure(file) for file in sorted(HERE.glob("*.[ot]tf"))}
    return json.dumps(measured, ensure_ascii=False, separators=(",", ":")) + "\n"


def measure(file: Path) -> dict[str, object]:
    """What the scene has to know of a face to place text without drawing it, in parts of the em."""
    font = TTFont(file)
    em = font["head"].unitsPerEm
    widths = {chr(code): round(font["hmtx"][glyph][0] / em, 4) for code, glyph in font.getBestCmap().items()}
    return {"file": file.name, "cap": round(font["OS/2"].sCapHeight / em, 4), "widths": widths}


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
