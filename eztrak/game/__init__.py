"""Games as values: wagers, tableau, the enumeration of every deal, marks, hands, notation, odds. Pure."""
