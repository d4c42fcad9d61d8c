"""Search for people by personal data, through pseudonymous tokens."""
