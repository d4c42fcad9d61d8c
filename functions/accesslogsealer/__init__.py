"""Scheduled work: the access log is sealed, so that nothing can be taken out of it unnoticed."""
