"""The routes of the provider, by subject."""
