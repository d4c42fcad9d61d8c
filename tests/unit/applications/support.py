"""Applications in memory, as the table keeps them, and things to make them of."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from domains.agencies.manifest_forms import ApplicationForm
from domains.applications.application import Application, Dossier, get_application_id
from domains.businesses.business import Business
from portal.language import Text
from portal.principal import Principal
from tests.api.applications_support import make_form

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
ROSA = Principal("rosa", "rosa@example.com", True, "Rosa Delgado", frozenset())
BUSINESS = Business("cactus", "Velvetine Cactus LLC", "llc", "pima", NOW, 1)


def make_application(own_id: str = "one", agency: str = "test-agency", **changes: Any) -> Application:
    """Return a draft, but for the changes."""
    draft = Application(
        id=get_application_id("rosa", own_id),
        version=1,
        business_id=BUSINESS.id,
        agency_id=agency,
        agency_name=Text(en="Test Agency", es="Agencia"),
        service_id=f"{agency}-licenses",
        form_id=f"{agency}-licenses-food",
        form_name=Text(en="Food license", es="Licencia"),
        decision_business_days=5,
        begun_from="test",
        state="draft",
        since=NOW,
        created_at=NOW,
        revision=0,
        saved_at=NOW,
    )
    return replace(draft, **changes)


def make_complete_form(**changes: Any) -> ApplicationForm:
    """Return the form, but for the changes."""
    return ApplicationForm.model_validate(make_form(**changes))


def make_dossier(kept: Any, answers: Any = None) -> Dossier:
    """Return the dossier of an application without files and history."""
    return Dossier(kept, answers or {}, make_complete_form(), (), ())


@dataclass
class Applications:
    """Stored applications in memory."""

    stored: dict[str, Dossier] = field(default_factory=dict)
    fails_for: str = ""

    def add(self, *dossiers: Any) -> None:
        self.stored |= {each.application.id: each for each in dossiers}

    def get_application(self, application_id: Any) -> Any:
        found = self.stored.get(application_id)
        return found.application if found else None

    def get_dossier(self, application_id: Any) -> Any:
        return self.stored.get(application_id)

    def replace_application(self, before: Any, after: Any) -> bool:
        if self.get_application(after.id) != before:
            return False
        self.stored[after.id] = replace(self.stored[after.id], application=after)
        return True

    def list_due(self, agency_id: Any, now: Any, limit: Any) -> Any:
        if agency_id == self.fails_for:
            raise OSError("no table")
        due = [
            (each.application.delivery.due_at, each.application.id)
            for each in self.stored.values()
            if each.application.agency_id == agency_id
            and each.application.delivery
            and each.application.delivery.due_at
            and each.application.delivery.due_at <= now
        ]
        return [application_id for _, application_id in sorted(due)][:limit]
