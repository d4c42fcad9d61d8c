"""Announcements of messages by e-mail and text message, by each person's preferences."""
