"""Token verification for the gateway's authorizers. Kept light, because every call waits for one."""
