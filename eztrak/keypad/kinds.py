"""The kinds of sources that keys come from, in the words of the command line and of the config."""

KINDS = "window, evdev[:ID], serial:URL, script:FILE"
