"""Fictitious business names, for the demonstration and for tests."""
