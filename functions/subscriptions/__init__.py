"""The catalog of agencies' services, and people's connections with them."""
