"""Why the local cloud cannot start, or not stop as it should."""


class CannotStart(Exception):
    """The base of every error whose message is all that a developer needs, without a stack trace."""
