"""The gateway's authorizer for agencies."""
