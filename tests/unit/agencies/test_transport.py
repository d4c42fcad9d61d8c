"""The transport against real sockets on this machine, with TLS where the certificate matters."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from domains.agencies.network import NetworkRules, NotAllowed
from domains.agencies.transport import Late, TooLarge, Transport, Unreachable

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
SHORT_SECONDS = 0.2
GENEROUS_SECONDS = 30


@contextmanager
def run_server(behave: Any, tls: Any = None) -> Iterator[Any]:
    """Run a server whose connections are handled by a function, and yield its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def serve() -> None:
        while not ended.is_set():
            try:
                connection, _ = listening.accept()
                if tls is not None:
                    connection = tls.wrap_socket(connection, server_side=True)
                behave(connection)
                connection.close()
            except OSError:
                continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        ended.set()
        listening.close()


def make_transport(**options: Any) -> Transport:
    rules = NetworkRules("any", "*", lambda _host, _port: ["127.0.0.1"])
    return Transport(rules, **options)


def get(
    port: Any, seconds: float = 5.0, scheme: str = "http", host: str = "agency.example", **options: Any
) -> Any:
    return make_transport(**options).exchange("GET", f"{scheme}://{host}:{port}/health", {}, None, seconds)


def test_request_uses_checked_address_and_agency_host() -> None:
    heard = []

    def behave(connection: Any) -> None:
        heard.append(connection.recv(4096))
        connection.sendall(OK)

    with run_server(behave) as port:
        answer = get(port)
    assert (answer.status, answer.body) == (200, b"hi")
    [request] = heard
    assert request.startswith(b"GET /health HTTP/1.1\r\n")
    assert f"Host: agency.example:{port}\r\n".encode() in request
    assert request.count(b"Host:") == 1


def make_drip(text: Any) -> Any:
    def behave(connection: Any) -> None:
        connection.recv(4096)
        for byte in text * 1000:
            connection.sendall(bytes([byte]))
            time.sleep(0.02)

    return behave


@pytest.mark.parametrize(
    "behave",
    [
        lambda connection: connection.recv(4096) and connection.recv(1),
        make_drip(b"HTTP/1.1 200 OK\r\nX: y"),
        make_drip(b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n"),
    ],
    ids=["silent", "dripping headers", "dripping body"],
)
def test_exchange_has_a_total_time_limit(behave: Any) -> None:
    with run_server(behave) as port:
        started = time.perf_counter()
        with pytest.raises(Late):
            get(port, SHORT_SECONDS)
        # A slow stream would take minutes; a silent one ends too early to be late.
        assert time.perf_counter() - started < GENEROUS_SECONDS


def test_name_lookup_counts_toward_the_time_limit() -> None:
    ended = threading.Event()

    def look_up(_host: Any, _port: Any) -> list[str]:
        ended.wait(GENEROUS_SECONDS)
        return ["127.0.0.1"]

    with pytest.raises(Late):
        Transport(NetworkRules("any", "*", look_up)).exchange(
            "GET", "http://a.example/", {}, None, SHORT_SECONDS
        )
    ended.set()


@pytest.mark.parametrize(
    "length", [b"Content-Length: 65537", b"Content-Length: 5000000", b"Connection: close"]
)
def test_oversized_answer_is_refused(length: bytes) -> None:
    def behave(connection: Any) -> None:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 200 OK\r\n" + length + b"\r\n\r\n")
        connection.sendall(b"x" * 200_000)

    with run_server(behave) as port, pytest.raises(TooLarge):
        get(port)


def test_answer_of_the_maximum_size_is_read() -> None:
    def behave(connection: Any) -> None:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 65536\r\n\r\n" + b"x" * 65536)

    with run_server(behave) as port:
        assert len(get(port).body) == 65536


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhi",
        b"HTTP/1.1 200 OK\r\n" + b"X" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_invalid_http_answer_is_unreachable(sent: bytes) -> None:
    def behave(connection: Any) -> None:
        connection.recv(4096)
        connection.sendall(sent)

    with run_server(behave) as port, pytest.raises(Unreachable):
        get(port)


def test_closed_port_is_unreachable() -> None:
    with run_server(lambda _: None) as port:
        pass
    with pytest.raises(Unreachable):
        get(port)


def test_redirect_is_not_followed() -> None:
    def behave(connection: Any) -> None:
        connection.recv(4096)
        connection.sendall(
            b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere.example/\r\nContent-Length: 0\r\n\r\n"
        )

    with run_server(behave) as port:
        assert get(port).status == 302


def test_forbidden_address_is_not_called() -> None:
    with pytest.raises(NotAllowed):
        Transport(NetworkRules("public", "*")).exchange("GET", "https://127.0.0.1/", {}, None, 5)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ...]:
    """Return a certificate for agency.example and a context that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "agency.example")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        # OpenSSL compares these with the real time.
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("agency.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("tls")
    certificate_file, key_file = folder / "certificate.pem", folder / "key.pem"
    certificate_file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return certificate_file, key_file


def test_tls_verifies_the_agency_name_and_certificate(certificate: tuple[Any, ...]) -> None:
    certificate_file, key_file = certificate
    named = []
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate_file, key_file)
    tls.sni_callback = lambda _socket, name, _context: named.append(name)

    def behave(connection: Any) -> None:
        connection.recv(4096)
        connection.sendall(OK)

    def trusting() -> Any:
        return ssl.create_default_context(cafile=certificate_file)

    with run_server(behave, tls) as port:
        assert get(port, scheme="https", make_tls=trusting).body == b"hi"
        assert named == ["agency.example"]
        with pytest.raises(Unreachable):
            get(port, scheme="https", host="other.example", make_tls=trusting)
        with pytest.raises(Unreachable):
            get(port, scheme="https")
