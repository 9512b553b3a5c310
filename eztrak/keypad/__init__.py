"""Where keys come from: one port, several sources, and the keymap that gives each cap its action."""
