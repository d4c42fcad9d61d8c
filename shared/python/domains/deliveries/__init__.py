"""Deliveries of each message outside the portal: by which channel it was sent, and how that ended."""
