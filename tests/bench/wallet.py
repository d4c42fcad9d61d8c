"""Reading the answer of a wallet: CPU time of each step, also in signatures verified in the same run.

Three signatures must be: of the signer's certificate, the security object and the device. The rest is ours.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from _bench import Figure, PortalPlace, run
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from infrastructure.sandbox.wallet.authority import Authority
from infrastructure.sandbox.wallet.issue import (
    Holder,
    make_list_signer,
    make_request_signer,
    make_root,
    make_vical,
)
from infrastructure.sandbox.wallet.present import present
from mobile_license import annex_c, openid4vp, transcripts
from mobile_license.device_response import verify
from mobile_license.keys import EphemeralKey
from mobile_license.vical import read_vical

ORIGIN = "https://portal.example.gov"
NONCE = "n-0S6_WzA2Mj-n-0S6_WzA2Mj"
HOLDER = Holder("Rosa", "Delgado", date(1984, 5, 17), "D00000001")
TABLE = "An answer of a wallet, CPU time"
MAX_MILLISECONDS = 3.0
MAX_SIGNATURES = 12.0
ISSUERS = 60


@dataclass(frozen=True)
class Sizes:
    """The number of repetitions of each step."""

    calls: int


def milliseconds(step: Callable[[], object], calls: int) -> list[float]:
    """Return the milliseconds of each of the calls."""
    times = []
    for _ in range(calls):
        started = time.thread_time_ns()
        step()
        times.append((time.thread_time_ns() - started) / 1e6)
    return sorted(times)


def p95(times: list[float]) -> float:
    """Return the 95th percentile of the calls."""
    return times[len(times) * 95 // 100 - 1]


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Measure each step and the parts of the whole."""
    now = datetime.now(UTC)
    root = make_root(now)
    authority = Authority(root, make_request_signer(root, "portal.example.gov", now))
    others = [make_root(now, f"IACA {number}") for number in range(ISSUERS - 1)]
    document = make_vical([*others, root], make_list_signer(root, now), now)
    trusted = read_vical(document, [root.certificate], now, "sandbox").trusted
    key = EphemeralKey.generate()
    data = openid4vp.make_dc_api_request(NONCE, key)
    answer = present({"protocol": openid4vp.UNSIGNED_PROTOCOL, "data": data}, ORIGIN, HOLDER, authority, now)
    transcript = transcripts.make_openid4vp_dc_api(ORIGIN, NONCE, key.thumbprint)
    device_response = openid4vp.read_dc_api_response(answer["data"], key)
    request = annex_c.make_request(NONCE.encode(), key)
    iso_answer = present({"protocol": annex_c.PROTOCOL, "data": request}, ORIGIN, HOLDER, authority, now)
    iso_transcript = transcripts.make_annex_c(request["encryptionInfo"], ORIGIN)

    signing_key = ec.generate_private_key(ec.SECP256R1())
    signature = signing_key.sign(device_response, ec.ECDSA(hashes.SHA256()))
    public_key = signing_key.public_key()
    verified = milliseconds(
        lambda: public_key.verify(signature, device_response, ec.ECDSA(hashes.SHA256())), sizes.calls
    )
    one_signature = statistics.median(verified)

    steps: dict[str, Callable[[], object]] = {
        "verify": lambda: verify(device_response, transcript, trusted, now),
        "decrypt (OpenID4VP)": lambda: openid4vp.read_dc_api_response(answer["data"], key),
        "decrypt (Annex C)": lambda: annex_c.read_response(iso_answer["data"], key, iso_transcript),
        f"read a list of {ISSUERS} issuers": lambda: read_vical(document, [root.certificate], now, "sandbox"),
    }
    for name, step in steps.items():
        times = milliseconds(step, sizes.calls)
        ratio = statistics.median(times) / one_signature
        is_goal = name == "verify"
        yield Figure(TABLE, name, "median", statistics.median(times), "ms")
        yield Figure(TABLE, name, "p95", p95(times), "ms", MAX_MILLISECONDS if is_goal else None)
        yield Figure(TABLE, name, "median, in signatures", ratio, "", MAX_SIGNATURES if is_goal else None)
    yield Figure(TABLE, "one signature verified", "median", one_signature, "ms")
    yield Figure(TABLE, "one signature verified", "p95", p95(verified), "ms")


if __name__ == "__main__":
    run(measure, full=Sizes(calls=2_000), small=Sizes(calls=20))
