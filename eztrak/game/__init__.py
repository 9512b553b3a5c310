"""The game as values: outcome, hand, third-card tableau, notation, odds, profile. Pure; imports nothing of ours."""
