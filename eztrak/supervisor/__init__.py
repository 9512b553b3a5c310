"""What goes onto paper: the keypad's labels and the dealer's card."""
