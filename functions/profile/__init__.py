"""Decisions of a registered person: terms and conditions, and contact preferences."""
