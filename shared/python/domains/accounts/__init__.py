"""Accounts of people: data, terms, one-time codes, and masked addresses."""
