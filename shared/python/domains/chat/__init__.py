"""Conversations with the assistant: their tokens and their calls."""
