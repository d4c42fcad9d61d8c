"""Signing keys: valid keys, caching, and an unavailable issuer."""

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from portal.tokens import keys
from portal.tokens.keys import KeysUnavailableError, SigningKeys, fetch_document, parse_rsa_keys
from tests.cases import read_cases
from tests.unit.tokens import support
from tests.unit.tokens.support import KEY_ID, Clock, Issuer

CASES = read_cases(__file__)

AWAY = KeysUnavailableError("away")


class Bench:
    """A key cache over an issuer and a clock that the test controls."""

    def __init__(self, document: bytes | Exception) -> None:
        self.clock, self.issuer = Clock(1000.0), Issuer(document)
        self.failures: list[KeysUnavailableError] = []
        self.ages: list[float] = []
        self.keys = SigningKeys(self.issuer, self.clock, self._note_failure)

    def _note_failure(self, error: KeysUnavailableError, age_seconds: float) -> None:
        self.failures.append(error)
        self.ages.append(age_seconds)


# The key set


def test_rsa_signing_keys_are_built_once_and_by_id(
    signing_key: rsa.RSAPrivateKey, other_key: rsa.RSAPrivateKey
) -> None:
    first = support.make_rsa_jwk(signing_key)
    second = {k: v for k, v in support.make_rsa_jwk(other_key, "key-2").items() if k not in ("use", "alg")}
    bench = Bench(support.make_key_set(first, second))
    built = bench.keys.get_key(KEY_ID)
    assert built.verify(b"data", support.make_rs256(signing_key)(b"data"))
    assert bench.keys.get_key(KEY_ID) is built
    assert bench.keys.get_key("key-2").verify(b"data", support.make_rs256(other_key)(b"data"))


UNUSABLE: dict[str, dict[str, Any]] = CASES["unusable keys"]


@pytest.mark.parametrize("changes", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_unusable_keys_are_dropped(
    changes: dict[str, Any], signing_key: rsa.RSAPrivateKey, other_key: rsa.RSAPrivateKey
) -> None:
    unusable = {**support.make_rsa_jwk(other_key, "key-2"), **changes}
    assert parse_rsa_keys(support.make_key_set(unusable, support.make_rsa_jwk(signing_key))).keys() == {
        KEY_ID
    }


def test_elliptic_and_short_keys_are_dropped(
    signing_key: rsa.RSAPrivateKey, short_key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey
) -> None:
    document = support.make_key_set(
        support.make_rsa_jwk(short_key, "short"),
        support.make_ec_jwk(curve_key, "curve"),
        support.make_rsa_jwk(signing_key),
    )
    assert parse_rsa_keys(document).keys() == {KEY_ID}


def test_published_private_key_is_used_as_public_key(signing_key: rsa.RSAPrivateKey) -> None:
    document = support.make_key_set(support.make_rsa_jwk(signing_key, d="AQAB", p="AQ", q="AQ"))
    assert parse_rsa_keys(document)[KEY_ID].is_public()
    assert not hasattr(parse_rsa_keys(document)[KEY_ID].prepared_key, "private_numbers")


@pytest.mark.parametrize(
    "document",
    [
        *(b"", b"<html>", b"[]", b"null", b"{}", b"\xff", b"[" * 100_000),
        *(b'{"keys":null}', b'{"keys":{"a":1}}', b'{"keys":[1]}', b'{"keys":[]}'),
    ],
    ids=lambda document: repr(document[:20]),
)
def test_answer_without_keys_is_refused(document: bytes) -> None:
    with pytest.raises(KeysUnavailableError):
        parse_rsa_keys(document)


# The cache


def test_known_keys_are_cached_for_an_hour(signing_key: rsa.RSAPrivateKey) -> None:
    bench = Bench(support.make_key_set(support.make_rsa_jwk(signing_key)))
    for _ in range(100):
        assert bench.keys.get_key(KEY_ID)
        bench.clock.now += 35.9
    assert bench.issuer.reads == 1


def test_withdrawn_key_is_dropped_after_an_hour(
    signing_key: rsa.RSAPrivateKey, other_key: rsa.RSAPrivateKey
) -> None:
    bench = Bench(support.make_key_set(support.make_rsa_jwk(signing_key)))
    assert bench.keys.get_key(KEY_ID)
    bench.issuer.document = support.make_key_set(support.make_rsa_jwk(other_key, "key-2"))
    bench.clock.now += 3600
    assert bench.keys.get_key(KEY_ID) is None


def test_unknown_key_id_is_fetched_once_per_cool_down(signing_key: rsa.RSAPrivateKey) -> None:
    bench = Bench(support.make_key_set(support.make_rsa_jwk(signing_key)))
    for number in range(1000):
        assert bench.keys.get_key(f"random-{number}") is None
    assert bench.issuer.reads == 1
    bench.clock.now += 29.9
    assert bench.keys.get_key("random") is None
    assert bench.issuer.reads == 1
    bench.clock.now += 0.1
    for number in range(1000):
        assert bench.keys.get_key(f"random-{number}") is None
    assert bench.issuer.reads == 2


@pytest.mark.parametrize(
    "failure",
    [AWAY, b"<html>maintenance</html>", b'{"keys":[]}'],
    ids=["issuer down", "no key set", "no keys"],
)
def test_last_keys_are_kept_while_the_issuer_is_away(
    signing_key: rsa.RSAPrivateKey, failure: bytes | Exception
) -> None:
    bench = Bench(support.make_key_set(support.make_rsa_jwk(signing_key)))
    assert bench.keys.get_key(KEY_ID)
    bench.issuer.document = failure
    bench.clock.now += 4000
    for _ in range(100):
        assert bench.keys.get_key(KEY_ID)
        assert bench.keys.get_key("unknown") is None
    assert bench.issuer.reads == 2
    assert len(bench.failures) == 1
    bench.clock.now += 30
    assert bench.keys.get_key(KEY_ID)
    assert bench.issuer.reads == 3


@pytest.mark.parametrize("failure", [AWAY, b'{"keys":[]}'], ids=["issuer down", "no keys"])
def test_keys_expire_after_a_day_without_renewal(
    signing_key: rsa.RSAPrivateKey, failure: bytes | Exception
) -> None:
    document = support.make_key_set(support.make_rsa_jwk(signing_key))
    bench = Bench(document)
    assert bench.keys.get_key(KEY_ID)
    bench.issuer.document = failure
    bench.clock.now += 24 * 3600 - 1
    assert bench.keys.get_key(KEY_ID)
    assert bench.ages == [24 * 3600 - 1]
    bench.clock.now += 30
    for _ in range(2):
        with pytest.raises(KeysUnavailableError):
            bench.keys.get_key(KEY_ID)
    bench.issuer.document = document
    bench.clock.now += 2
    assert bench.keys.get_key(KEY_ID)


def test_never_reached_issuer_is_a_fault(
    signing_key: rsa.RSAPrivateKey,
) -> None:
    bench = Bench(AWAY)
    for _ in range(100):
        with pytest.raises(KeysUnavailableError):
            bench.keys.get_key(KEY_ID)
    assert bench.issuer.reads == 1
    bench.issuer.document = support.make_key_set(support.make_rsa_jwk(signing_key))
    bench.clock.now += 2
    assert bench.keys.get_key(KEY_ID)


# The fetch


@contextmanager
def run_server(
    answer: Callable[[BaseHTTPRequestHandler], None], context: ssl.SSLContext | None = None
) -> Iterator[str]:
    """Run a server on a free port and yield the address of its document."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_: Any) -> None:
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"{'https' if context else 'http'}://127.0.0.1:{server.server_port}/keys"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def reply(status: int, body: bytes = b"", **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def test_complete_document_is_fetched() -> None:
    document = json.dumps({"keys": ["x" * 100_000]}).encode()
    with run_server(reply(200, document)) as address:
        assert fetch_document(address) == document


@pytest.mark.parametrize(
    ("suffix", "target"), [("", "/keys"), ("?p=B2C_1_sign_in", "/keys?p=B2C_1_sign_in"), ("#top", "/keys")]
)
def test_query_of_the_address_is_sent(suffix: str, target: str) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        reply(200, handler.path.encode())(handler)

    with run_server(answer) as address:
        assert fetch_document(address + suffix).decode() == target


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 404, 429, 500, 503])
def test_redirect_and_error_are_refused(status: int) -> None:
    with (
        run_server(reply(200, b"{}")) as target,
        run_server(reply(status, b'{"keys":[]}', Location=target)) as address,
        pytest.raises(KeysUnavailableError),
    ):
        fetch_document(address)


def test_oversized_document_is_not_read_to_the_end() -> None:
    sent = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(1000):
                handler.wfile.write(b" " * 65536)
                sent.append(65536)
        except OSError:
            pass

    with run_server(answer) as address, pytest.raises(KeysUnavailableError, match="too large"):
        fetch_document(address)
    assert sum(sent) < 1000 * 65536


def test_silent_issuer_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "SOCKET_TIMEOUT_SECONDS", 0.05)
    released = threading.Event()

    def hold(_: BaseHTTPRequestHandler) -> None:
        released.wait(60)

    with run_server(hold) as address:
        started = time.monotonic()
        with pytest.raises(KeysUnavailableError):
            fetch_document(address)
        assert time.monotonic() - started < 30
        released.set()


def test_slow_issuer_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "FETCH_DEADLINE_SECONDS", 0.1)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(500):
                handler.wfile.write(b" ")
                time.sleep(0.01)
        except OSError:
            pass

    with run_server(answer) as address, pytest.raises(KeysUnavailableError, match="too long"):
        fetch_document(address)


def make_self_signed(key: rsa.RSAPrivateKey, folder: Path) -> ssl.SSLContext:
    """Return the TLS context of a server with a self-signed certificate."""
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        # OpenSSL compares these with the real time.
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = folder / "server.pem"
    pem.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        + certificate.public_bytes(Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


def test_untrusted_certificate_is_refused(
    other_key: rsa.RSAPrivateKey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = make_self_signed(other_key, tmp_path)
    with run_server(reply(200, b"{}"), context) as address:
        with pytest.raises(KeysUnavailableError, match="SSLCertVerificationError"):
            fetch_document(address)
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "server.pem"))
        assert fetch_document(address) == b"{}"


def test_non_http_answer_is_refused() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"SSH-2.0-OpenSSH\r\n")

    with run_server(answer) as address, pytest.raises(KeysUnavailableError):
        fetch_document(address)


def test_closed_port_is_refused() -> None:
    with run_server(reply(200)) as address:
        pass
    with pytest.raises(KeysUnavailableError):
        fetch_document(address)
