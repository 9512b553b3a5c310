"""Sticks: the small program with the right to mount one, and nothing else of ours in it."""
