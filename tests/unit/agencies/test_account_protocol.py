"""Account requests hide the password when they are shown."""

from typing import Any

import pytest

from domains.agencies import protocol

PASSWORD = "seven saguaros at noon"


@pytest.mark.parametrize(
    "request_",
    [
        protocol.AgencyAccountRegistrationRequest(
            service_id="s", user_name="n", email="e", password=PASSWORD
        ),
        protocol.AgencyAccountLinkRequest(service_id="s", user_name="n", password=PASSWORD),
        protocol.AgencyAccountPasswordRequest(
            service_id="s", reference="r", current_password=PASSWORD, new_password=PASSWORD
        ),
    ],
)
def test_password_is_sent_but_not_shown(request_: Any) -> None:
    assert PASSWORD in request_.model_dump_json(by_alias=True)
    assert PASSWORD not in f"{request_!r} {request_!s}"
