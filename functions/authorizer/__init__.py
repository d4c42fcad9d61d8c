"""The gateway's token check: accepts a caller's access token and id token, or refuses both."""
