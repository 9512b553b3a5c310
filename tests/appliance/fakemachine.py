"""A machine made of files: what Linux, systemd and Debian would have in /sys, /proc and /etc."""

from pathlib import Path


def written(root: Path, files: dict[str, object]) -> Path:
    """Files with these contents, by their paths. A content that begins with → is a link."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str) and content.startswith("→"):
            path.symlink_to(content[1:])
        elif isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(f"{content}\n")
    return root


def edid(name: str) -> bytes:
    """What a display of this name says of itself, as far as we read it."""
    return b"\0" * 54 + b"\0" * 18 + b"\0\0\0\xfc\0" + name.encode().ljust(13, b"\n") + b"\0" * 38


PI = {
    # v3d only renders; vc4 has the sockets, one of them with a television.
    "sys/class/drm/card0/dev": "226:0",
    "sys/class/drm/card0/device/driver": "→/sys/bus/platform/drivers/v3d",
    "sys/class/drm/card1/dev": "226:1",
    "sys/class/drm/card1/device/driver": "→/sys/bus/platform/drivers/vc4-drm",
    "sys/class/drm/card1-HDMI-A-1/status": "disconnected",
    "sys/class/drm/card1-HDMI-A-2/status": "connected",
    "sys/class/drm/card1-HDMI-A-2/modes": "1920x1080\n1280x720",
    "sys/class/drm/card1-HDMI-A-2/edid": edid("LG TV"),
    "sys/class/drm/card1-Writeback-1/status": "unknown",
    "sys/class/drm/renderD128/dev": "226:128",
    "sys/class/drm/version": "drm 1.1.0",
}
