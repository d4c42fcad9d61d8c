"""Business names: the page of a company or of a held name."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest

from domains.names.filings import Filing
from domains.names.key import get_key
from domains.names.names_table import NamesTable
from portal.tables import write_together
from portal.types import derive_id
from tests.api.names_support import search
from tests.api.profile_support import register
from tests.api.support import RESERVATIONS_TABLE, Answer, Client

COMPANIES = "/api/businessapplications/businessnames/companies"


SEARCH = "/api/businessapplications/businessnames/search"


RESERVATIONS = "/api/businessapplications/businessnames/reservations"


class TestCompany:
    def get(self, client: Client, company_id: str, name: Any) -> Answer:
        return client.get(f"{COMPANIES}/{company_id}?{urlencode({'name': name}, errors='surrogatepass')}")

    def test_company_shows_register_data_without_itself(self, client: Client) -> None:
        found = search(client, "quarzolith lantern").json
        (item,) = [each for each in found["items"] if each["name"] == "Quarzolith Lantern Works LLC"]
        answer = self.get(client, item["id"], item["name"])
        assert answer.status == 200, answer.text
        assert answer.headers["cache-control"] == "public, no-cache"
        del item["matched"]
        assert answer.json == item | {
            "source": "register",
            "asOf": found["asOf"],
            "conflicts": [],
            "uncertain": [],
            "close": [],
        }

    def test_id_in_lower_case_and_other_spelling_find_company(self, client: Client) -> None:
        answer = self.get(client, "t2", "Quarzolith Group LLC")
        assert (answer.json["id"], answer.json["name"]) == ("T2", "The Quarzolith Group, Inc.")

    @pytest.mark.parametrize(
        ("company_id", "name"),
        [
            ("T1", "The Quarzolith Group, Inc."),
            ("T99", "Quarzolith Lantern Works LLC"),
            ("%25", "%"),
            ("T1", ""),
        ],
    )
    def test_unknown_id_or_other_name_is_404(self, client: Client, company_id: str, name: str) -> None:
        answer = self.get(client, company_id, name)
        assert (answer.status, answer.json["code"]) == (404, "companyNotFound")

    def test_name_is_required(self, client: Client) -> None:
        assert list(client.get(f"{COMPANIES}/T1").problems()) == ["name"]

    def test_reservation_shows_no_person_and_ends_with_release(self, client: Client) -> None:
        rosa = register(client)
        name = "Velvetine Cactus LLC"
        taken = rosa.post(RESERVATIONS, {"name": name, "entityType": "llc"}).json
        answer = self.get(client, taken["id"], name)
        assert answer.status == 200, answer.text
        assert (answer.json["status"], answer.json["source"]) == ("reserved", "portal")
        assert "Rosa" not in answer.text
        assert answer.json["conflicts"] == []
        other = self.get(client, "T1", "Quarzolith Lantern Works LLC")
        assert other.json["close"] == []
        assert rosa.delete(f"{RESERVATIONS}/{taken['id']}").status == 200
        assert self.get(client, taken["id"], name).status == 404

    def test_filing_shows_its_state_until_released(self, client: Client, stored: object) -> None:
        table = NamesTable(RESERVATIONS_TABLE)
        name, since = "Velvetine Cactus LLC", datetime(2026, 11, 21, 5, tzinfo=UTC)
        pending = Filing(
            derive_id("filing", name), "business", name, get_key(name), "llc", "pima", "pending", since
        )

        def change(before: Filing | None, after: Filing) -> Answer:
            assert write_together(table.change_filing(before, after, since))
            return self.get(client, pending.id, name)

        shown = change(None, pending).json
        assert (shown["status"], shown["formedOn"]) == ("pending", "2026-11-20")
        assert change(pending, approved := replace(pending, state="approved")).json["status"] == "active"
        assert change(approved, replace(pending, state="released")).status == 404

    def test_reserved_name_beside_company_is_listed(self, client: Client) -> None:
        rosa = register(client)
        name = "Quarzolith Lantern Work LLC"
        taken = rosa.post(RESERVATIONS, {"name": name, "entityType": "llc"})
        assert taken.status == 201, taken.text
        beside = [{"id": taken.json["id"], "name": name, "status": "reserved"}]
        company = self.get(client, "T1", "Quarzolith Lantern Works LLC").json
        assert beside in (company["conflicts"], company["uncertain"], company["close"])
