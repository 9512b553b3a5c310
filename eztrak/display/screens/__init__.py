"""What lies over the board, or in its place: one file a screen, functions from values to nodes like the panels."""
