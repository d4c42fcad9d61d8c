"""Questions of people to support."""
