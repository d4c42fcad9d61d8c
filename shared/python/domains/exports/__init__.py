"""Copies of what the portal holds about a person, from the data map."""
