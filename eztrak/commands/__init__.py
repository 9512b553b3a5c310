"""The commands, a file for each kind: what they take, what they call, what they print."""
