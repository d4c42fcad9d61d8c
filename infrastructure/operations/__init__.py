"""Production commands: what an operator runs against a stage or the local portal."""
