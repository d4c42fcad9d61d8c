"""Search of everything that people can look up."""
