"""Business names: rules, register snapshot, and names held in the portal."""
