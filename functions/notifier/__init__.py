"""Announces messages by e-mail and text message, as each person prefers."""
