"""What happens at one table: entry, commands, events, state, timer, stats. Pure; time comes in as an argument."""
