"""The gateway's authorizer for conversations with the assistant."""
