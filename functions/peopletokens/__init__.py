"""Keeps the tokens by which people are found as their accounts are; see `domains.people`."""
