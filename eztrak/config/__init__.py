"""The config: each option declared once with its help; loading that names every fault; explaining."""
