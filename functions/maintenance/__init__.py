"""Scheduled work: retries news to agencies about disconnects, applications, and replies."""
