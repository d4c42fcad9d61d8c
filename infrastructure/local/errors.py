"""Errors of starting and stopping the local cloud."""


class CannotStart(Exception):
    """The base of every error whose message is all that a developer needs, without a stack trace."""
