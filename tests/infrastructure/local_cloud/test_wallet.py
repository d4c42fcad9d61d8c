"""The sandbox's wallet on the command line, against a portal of a few lines."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from stat import S_IMODE
from typing import Any, ClassVar
from urllib.parse import parse_qs

import pytest
import requests
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from infrastructure.sandbox.wallet.__main__ import main
from infrastructure.sandbox.wallet.authority import FILE, Authority, load_authority
from infrastructure.sandbox.wallet.cases import CASES
from infrastructure.sandbox.wallet.issue import load_request_signer
from infrastructure.sandbox.wallet.service import SandboxWallet
from infrastructure.serving import Server
from mobile_license import annex_c, openid4vp, transcripts
from mobile_license.device_response import VerifiedLicense, verify
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import Refused
from mobile_license.vical import read_vical
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS
from tests.infrastructure.ports import find_free_port

NONCE = "n-0S6_WzA2Mj-n-0S6_WzA2Mj"
EMAIL = "resident@example.com"
ATTEMPT = "01J"
TOKENS = {"access_token": "of-rosa", "id_token": "about-rosa"}

# Path, body, and the header that names the caller.
Received = tuple[str, str, tuple[str | None, str | None]]


@contextmanager
def run_server(port: int, answers: Mapping[str, Any], received: list[Received]) -> Iterator[None]:
    """Yield a server on a port, with an answer for each path."""

    async def answer(request: Request) -> Response:
        path, headers = request.url.path, request.headers
        body = (await request.body()).decode()
        received.append((path, body, (headers.get("Authorization"), headers.get("id_token"))))
        found = answers.get(path)
        text = found if isinstance(found, str) else json.dumps(found)
        return Response(text, 404 if found is None else 200)

    server = Server(port, Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])]))
    server.start()
    try:
        yield
    finally:
        server.stop()


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return load_authority(tmp_path, "localhost", datetime.now(UTC))


def read(authority: Authority, device_response: bytes, transcript: bytes) -> VerifiedLicense:
    now = datetime.now(UTC)
    trusted = read_vical(authority.make_vical(now), authority.roots, now, "sandbox").trusted
    return verify(device_response, transcript, trusted, now)


def run(folder: Path, *arguments: str) -> int:
    return main(["--as", EMAIL, "--data", str(folder), *arguments])


def ask(key: EphemeralKey) -> list[dict[str, Any]]:
    return [
        {"protocol": openid4vp.UNSIGNED_PROTOCOL, "data": openid4vp.make_dc_api_request(NONCE, key)},
        {"protocol": annex_c.PROTOCOL, "data": annex_c.make_request(NONCE.encode(), key)},
    ]


def test_authority_is_stable_across_starts(tmp_path: Path, authority: Authority) -> None:
    again = load_authority(tmp_path, "localhost", datetime.now(UTC))
    assert again.root.certificate == authority.root.certificate
    assert again.portal.certificate == authority.portal.certificate
    assert S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_requests_in_a_file_are_answered(
    tmp_path: Path, authority: Authority, capsys: pytest.CaptureFixture[str]
) -> None:
    key = EphemeralKey.generate()
    requests = ask(key)
    file = tmp_path / "requests.json"
    file.write_text(json.dumps(requests))

    def present(*arguments: str) -> Any:
        assert run(tmp_path, "--requests", str(file), "--port", "9000", *arguments) == 0
        return json.loads(capsys.readouterr().out)["wallet"]

    answer = present()
    assert answer["protocol"] == openid4vp.UNSIGNED_PROTOCOL
    transcript = transcripts.make_openid4vp_dc_api("http://localhost:9000", NONCE, key.thumbprint)
    license_ = read(authority, openid4vp.read_dc_api_response(answer["data"], key), transcript)
    assert (license_.given_name, license_.family_name) == ("Rosa", "Delgado")

    stolen = openid4vp.read_dc_api_response(present("--case", "stolen")["data"], key)
    with pytest.raises(Refused) as refused:
        read(authority, stolen, transcript)
    assert refused.value.code == "deviceSignature"

    answer = present("--protocol", annex_c.PROTOCOL)
    transcript = transcripts.make_annex_c(requests[1]["data"]["encryptionInfo"], "http://localhost:9000")
    assert read(authority, annex_c.read_response(answer["data"], key, transcript), transcript)


def test_attempt_is_answered(
    tmp_path: Path, authority: Authority, capsys: pytest.CaptureFixture[str]
) -> None:
    key = EphemeralKey.generate()
    asked: list[Received] = []
    path = f"/api/authentication/attempts/{ATTEMPT}"
    with (
        run_server(port := find_free_port(), {path: {"requests": ask(key)}}, asked),
        run_server(port + 1, {"/local/token": TOKENS}, asked),
    ):
        assert run(tmp_path, "--attempt", ATTEMPT, "--port", str(port)) == 0
    answer = json.loads(capsys.readouterr().out)["wallet"]
    transcript = transcripts.make_openid4vp_dc_api(f"http://localhost:{port}", NONCE, key.thumbprint)
    assert read(authority, openid4vp.read_dc_api_response(answer["data"], key), transcript)
    assert json.loads(asked[0][1]) == {"email": EMAIL, "ofLatest": True}
    assert asked[1] == (path, "", ("Bearer of-rosa", "about-rosa"))


def test_attempt_without_a_waiting_wallet_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = f"/api/authentication/attempts/{ATTEMPT}"
    with (
        run_server(port := find_free_port(), {path: {}}, []),
        run_server(port + 1, {"/local/token": TOKENS}, []),
    ):
        assert run(tmp_path, "--attempt", ATTEMPT, "--port", str(port)) == 1
        assert "does not wait for a wallet" in capsys.readouterr().err
        assert run(tmp_path, "--attempt", "another", "--port", str(port)) == 1
        assert "404" in capsys.readouterr().err


def test_stopped_portal_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--attempt", ATTEMPT, "--port", "1") == 1
    assert "npm start" in capsys.readouterr().err


def test_link_is_answered_like_a_phone(
    tmp_path: Path, authority: Authority, capsys: pytest.CaptureFixture[str]
) -> None:
    key, signer = EphemeralKey.generate(), load_request_signer(authority.portal)
    answers: dict[str, Any] = {"/response": {"redirect_uri": "http://localhost/done"}}
    received: list[Received] = []
    port = find_free_port()
    with run_server(port, answers, received):
        response_uri = f"http://127.0.0.1:{port}/response"
        answers["/request"] = openid4vp.make_request_object(
            NONCE, "a-state", response_uri, key, signer, datetime.now(UTC)
        )
        link = openid4vp.make_link(signer.client_id, f"http://127.0.0.1:{port}/request")
        assert run(tmp_path, "--link", link) == 0
    assert json.loads(capsys.readouterr().out) == answers["/response"]
    form = received[1][1]
    assert list(parse_qs(form)) == ["response"]
    transcript = transcripts.make_openid4vp_redirect(signer.client_id, NONCE, key.thumbprint, response_uri)
    assert read(authority, openid4vp.read_direct_post(form, key, "a-state"), transcript)


class TestPages:
    """The wallet's pages, on which a link is followed in place of a QR code."""

    PORTAL = "http://localhost:1"
    LINK: ClassVar = {"client_id": "x509_hash:x", "request_uri": f"{PORTAL}/api/request"}

    @pytest.fixture
    def address(self, authority: Authority) -> Iterator[str]:
        server = Server(0, Starlette(routes=SandboxWallet(authority, self.PORTAL).routes))
        server.start()
        yield f"http://localhost:{server.port}/wallet"
        server.stop()

    def test_page_asks_for_the_license_to_show(self, address: str) -> None:
        assert "QR code" in requests.get(address, timeout=ENOUGH_SECONDS).text
        page = requests.get(address, self.LINK, timeout=ENOUGH_SECONDS).text
        assert EMAIL in page
        assert all(f'value="{case}"' in page for case in CASES)

    @pytest.mark.parametrize(
        ("changes", "status"),
        [
            ({}, 200),
            ({"choice": "decline"}, 200),
            ({"request_uri": "http://localhost:1.example/api/request"}, 400),
            ({"email": "nobody@example.com"}, 400),
            ({"case": "none"}, 400),
        ],
    )
    def test_page_calls_only_the_portal(self, address: str, changes: Any, status: int) -> None:
        form = self.LINK | {"email": EMAIL, "case": "honest", "choice": "show"} | changes
        answer = requests.post(address, form, timeout=ENOUGH_SECONDS)
        assert (answer.status_code, "does not answer" in answer.text) == (status, status == 200)
