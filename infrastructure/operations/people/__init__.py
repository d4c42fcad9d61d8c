"""Commands for the search tokens of people: compare them, and rebuild them."""
