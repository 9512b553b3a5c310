"""The five roads and the ask road, computed from a list of outcomes. Pure."""
