"""What the unit knows of the machine it runs on: its clocks."""
