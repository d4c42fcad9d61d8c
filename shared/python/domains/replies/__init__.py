"""Replies of people to messages of agencies."""
