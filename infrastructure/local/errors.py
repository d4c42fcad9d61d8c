"""Errors of starting and stopping the local cloud."""


class CannotStart(Exception):
    """The base of errors that are shown to the developer without a stack trace."""
