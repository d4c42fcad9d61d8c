"""Why the local cloud cannot start."""


class CannotStart(Exception):
    """The base of every error whose message is all that a developer needs, without a stack trace."""
