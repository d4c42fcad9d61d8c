"""A person's accounts at agencies with accounts of their own."""
