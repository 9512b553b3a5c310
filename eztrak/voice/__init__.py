"""What is said to people, as values, and the words that each language has for it."""
