"""The panels of the board, one file each: functions from values to nodes."""
