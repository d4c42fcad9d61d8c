"""Offline and provider-backed address validation."""
