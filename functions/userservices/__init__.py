"""User services: what support staff see of a person and do for them, each access written down first."""
