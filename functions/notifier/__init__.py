"""Announcements of messages by email and text message, by each person's preferences."""
