"""Addresses: standard form of their lines, and places."""
