"""The sample people: fictitious, and the same after every reset."""

from dataclasses import dataclass
from uuid import UUID, uuid5

SAMPLE_PASSWORD = "saguaro"  # noqa: S105 - printed on the sign-in page and in the README

_SUBJECTS = UUID("6f1f3c0e-3c53-5a0a-9f0e-2f5f0c7c9b11")


@dataclass(frozen=True)
class Person:
    """Sample person who can sign in from the start."""

    email: str
    given_name: str
    family_name: str
    groups: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """The `sub` claim: derived from the address, so that a reset brings back the same identity."""
        return str(uuid5(_SUBJECTS, self.email))


SAMPLE_PEOPLE = (
    Person("new@example.com", "Nora", "Nuevo"),
    Person("resident@example.com", "Rosa", "Delgado"),
    Person("business@example.com", "Ben", "Whitehorse"),
    Person("support@example.com", "Sam", "Ortiz", ("support", "portal-wide")),
    Person("admin@example.com", "Ada", "Begay", ("admin", "portal-wide")),
    Person("government@example.com", "Grace", "Lee", ("government", "agency-adot-mvd")),
)
