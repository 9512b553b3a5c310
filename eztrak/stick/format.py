"""How a stick is formatted, known from its first bytes alone: read-only, with no library and no try at mounting.

Only FAT and exFAT may be mounted. They know no links and no owners, so that a hostile stick has the least to work with,
and every office computer reads them. What else there is, is named, so that people know why it was refused.
"""

from typing import NamedTuple

from eztrak.voice.said import Said

HEAD = 65536 + 4096  # bytes; the superblock that stands furthest back is that of btrfs


class Format(NamedTuple):
    name: str
    kernel: str = ""  # what mount(2) calls it; "" for one that is refused
    label: str = ""
    fault: Said = Said()  # why it is refused


def format_of(head: bytes) -> Format:
    """The format of a stick or partition that begins with these bytes."""
    if head[510:512] == b"\x55\xaa":
        if head[3:11] == b"EXFAT   ":
            return _exfat(head)
        if kind := _fat_kind(head):
            return _fat(head, kind)
    for name, place, magic in _OTHERS:
        if head[place : place + len(magic)] == magic:
            return _refused(name)
    if head[1080:1082] == b"\x53\xef":
        return _refused(_ext(head))
    if not head.strip(b"\0"):
        return Format(
            "nothing", fault=Said("the stick is not formatted: format it as FAT or exFAT on another computer")
        )
    return Format("unknown", fault=Said("the stick is damaged, or in no format that this unit knows: use FAT or exFAT"))


_OTHERS = (
    ("NTFS", 3, b"NTFS    "),
    ("BitLocker", 3, b"-FVE-FS-"),
    ("XFS", 0, b"XFSB"),
    ("LUKS", 0, b"LUKS\xba\xbe"),
    ("squashfs", 0, b"hsqs"),
    ("APFS", 32, b"NXSB"),
    ("HFS+", 1024, b"H+"),
    ("HFS+", 1024, b"HX"),
    ("F2FS", 1024, b"\x10\x20\xf5\xf2"),
    ("swap", 4086, b"SWAPSPACE2"),
    ("a CD image (ISO 9660)", 32769, b"CD001"),
    ("btrfs", 65600, b"_BHRfS_M"),
)


def _refused(name: str) -> Format:
    return Format(name, fault=Said("the stick is formatted as {format}: use FAT or exFAT", format=name))


def _damaged(name: str) -> Format:
    fault = Said(
        "the stick says that it is {format}, but its first sector is damaged: use another, or format it again",
        format=name,
    )
    return Format(name, fault=fault)


def _ext(head: bytes) -> str:
    """ext4 has extents, ext3 only a journal."""
    journal, extents = head[1116] & 0x04, head[1120] & 0x40
    return "ext4" if extents else "ext3" if journal else "ext2"


def _exfat(head: bytes) -> Format:
    sound = 9 <= head[108] <= 12 and head[108] + head[109] <= 25 and head[110] in (1, 2)
    return Format("exFAT", "exfat") if sound else _damaged("exFAT")


def _fat_kind(head: bytes) -> str:
    for place in (54, 82):
        kind = head[place : place + 8]
        if kind in (b"FAT12   ", b"FAT16   ", b"FAT32   "):
            return kind.decode().strip()
    return ""


def _fat(head: bytes, kind: str) -> Format:
    sector, cluster = int.from_bytes(head[11:13], "little"), head[13]
    reserved, copies = int.from_bytes(head[14:16], "little"), head[16]
    sound = (
        sector in (512, 1024, 2048, 4096)
        and cluster > 0
        and cluster & (cluster - 1) == 0
        and reserved > 0
        and copies in (1, 2)
        and (head[0] in (0xEB, 0xE9))
    )
    place = 71 if kind == "FAT32" else 43
    label = plain(head[place : place + 11].decode("ascii", "replace"))
    if not sound:
        return _damaged(kind)
    return Format(kind, "vfat", "" if label == "NO NAME" else label)


def plain(text: str) -> str:
    """A text that a stick has of itself, harmless on a screen: printable ASCII, not long."""
    return " ".join("".join(letter if " " <= letter <= "~" else " " for letter in text).split())[:32]
