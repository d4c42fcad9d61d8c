"""Scheduled sealing of the access log, which makes every removal detectable."""
