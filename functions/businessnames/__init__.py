"""Business names: search, availability and reservations."""
