"""A person's right to use the portal, as the item `access` of the users table holds it.

The authorizer reads it without an SDK, so this module imports nothing outside the standard library.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PortalAccess:
    """Accepted terms, and sign-ins that were ended."""

    accepted_terms: str = ""  # version that the person last accepted and did not decline later
    ended_sessions: frozenset[str] = frozenset()  # ids of ended sessions; see `get_session_id`
    # Time of the last sign-out everywhere, in seconds since 1970; earlier sign-ins are over.
    signed_out_before: float = 0

    def has_ended(self, session_id: str, signed_in_at: float) -> bool:
        """Return whether the person ended a session.

        Args:
            signed_in_at: time of the session's sign-in, in seconds since 1970.
        """
        return session_id in self.ended_sessions or signed_in_at < self.signed_out_before
