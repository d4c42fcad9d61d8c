"""What is done by hand to the tokens by which people are found: comparing and making them again."""
