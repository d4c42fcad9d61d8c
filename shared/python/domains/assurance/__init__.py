"""Enhanced authentication: attempts, limits, locks, and the status of a session."""
