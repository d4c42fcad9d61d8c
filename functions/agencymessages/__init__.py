"""The messages of agencies to a person."""
