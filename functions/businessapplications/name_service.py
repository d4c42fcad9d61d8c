"""Check of the name that an application asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from domains.applications.application import Dossier
from domains.applications.filed_names import find_name_field, find_type_field, get_name_type, make_filing
from domains.applications.filings_table import FilingsTable
from domains.businesses.business import Business
from domains.names import texts as name_texts
from domains.names.filings import Filing
from domains.names.name_holds import Asker
from domains.names.reasons import NameReason, list_objections
from domains.names.register import CheckedName, NameRegister
from domains.names.reservations import fits_into_table
from domains.names.verdict import NameJudgment
from functions.businessapplications import texts
from functions.businessapplications.access import open_to_read
from functions.businessapplications.errors import NoNameAsked
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.principal import Principal


@dataclass(frozen=True, slots=True)
class NameService:
    """Ask the register about names in applications, for those who act for the business."""

    register: NameRegister
    filings: FilingsTable

    def check_name(
        self, principal: Principal, application_id: str, name: str, entity_type: str
    ) -> CheckedName:
        """Judge a name for an application of the caller.

        Args:
            entity_type: answer to the form's question for the type of entity; empty without one.

        Raises:
            NamesUnavailable: see `NameRegister.check_name`.
        """
        opened = open_to_read(self.filings, principal, application_id)
        dossier, business = opened.dossier, opened.business
        field = find_name_field(dossier.form)
        if field is None:
            raise NoNameAsked
        type_field = find_type_field(dossier.form)
        answers = dict(dossier.answers) | ({type_field.name: entity_type} if type_field else {})
        kind = get_name_type(dossier.form, field, answers, business.entity_type)
        if kind is None:
            raise NoNameAsked
        return self.register.check_name(name, kind, self._make_asker(dossier))

    def get_filing(
        self, dossier: Dossier, answers: Mapping[str, str], business: Business, now: datetime
    ) -> Filing | None:
        """Return the name that a submission holds; None if its form asks for none, or the business has it.

        Raises:
            NamesUnavailable: see `NameRegister.check_name`.
        """
        filing = make_filing(dossier.application, dossier.form, answers, business, now)
        field = find_name_field(dossier.form)
        if filing is None or field is None:
            return None
        checked = self.register.check_name(
            filing.name, filing.entity_type, self._make_asker(dossier), with_close=False
        )
        judgment = checked.judgment
        label = Text(en=field.label.en, es=field.label.es)
        blocking = [each.text for each in self.list_objections(judgment) if each.severity == "blocks"]
        if not fits_into_table(filing.key):
            blocking.append(name_texts.TOO_LONG_WHEN_COMPARED)
        if blocking:
            problems = [
                Problem(f"answers.{field.name}", texts.make_name_refused_text(label, each))
                for each in blocking
            ]
            raise InvalidRequest(*problems)
        if self.filings.has_approved_name(business.id, filing.name):
            return None
        return replace(filing, reservation_id=checked.own_reservation.id if checked.own_reservation else None)

    def list_objections(self, judgment: NameJudgment) -> list[NameReason]:
        """List the reasons that block a name, need a review, or doubt a word, the severest first."""
        return list_objections(judgment, self.register.rules)

    def _make_asker(self, dossier: Dossier) -> Asker:
        application = dossier.application
        members = self.filings.businesses.list_members(application.business_id)
        return Asker(
            person_ids=frozenset(member.user_id for member in members),
            application_id=application.id,
            business_id=application.business_id,
        )
