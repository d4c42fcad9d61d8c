"""A person's accounts at agencies that keep accounts of their own."""
