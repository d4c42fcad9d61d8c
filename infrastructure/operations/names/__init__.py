"""Builds the snapshot of business names."""
