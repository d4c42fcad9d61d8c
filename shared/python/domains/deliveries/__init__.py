"""Deliveries of messages outside the portal, by channel."""
