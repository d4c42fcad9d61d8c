"""Tests an agency's server against the protocol. Every rule is one line of a report, with a remedy.

No address and no registration is sent, because that would change the agency's data; an application only on
request.
"""

import json
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from domains.agencies import protocol
from domains.agencies.manifest import Manifest, Service
from infrastructure.operations.agencies.caller import (
    Answer,
    Call,
    Caller,
    Signature,
    make_call,
    sign_call,
)
from infrastructure.operations.agencies.checks import (
    Broken,
    Result,
    check_status,
    check_transport,
    read_answer,
    run_check,
)
from infrastructure.operations.agencies.conformance_business import AccountCredentials, BusinessChecks
from infrastructure.operations.agencies.conformance_calls import UNKNOWN_REFERENCE, ServiceCalls
from infrastructure.operations.agencies.conformance_people import (
    KnownPerson,
    People,
    list_other_spellings,
    list_similar_people,
    make_unknown_identity,
    make_unknown_person,
)

_Check = Callable[[str, Callable[[], Answer | None]], Result]


class Conformance:
    """Runs the checks against one agency."""

    def __init__(
        self,
        manifest: Manifest,
        get_secret: Callable[[str], bytes | None],
        people: People,
        caller: Caller | None = None,
        *,
        sends_applications: bool = False,
        sends_replies: bool = False,
        account: AccountCredentials | None = None,
    ) -> None:
        """Prepare; nothing is called yet.

        Args:
            manifest: of the agency; the endpoints are taken from it.
            get_secret: the signing secret by the name of the credentials; None when it is not known.
            people: may be empty; what needs a person is skipped then.
            sends_applications: see `BusinessChecks`.
            sends_replies: whether a reply may be sent, which somebody at the agency would read.
            account: see `BusinessChecks`.
        """
        self._sends_applications = sends_applications
        self._sends_replies = sends_replies
        self._account = account
        self._manifest = manifest
        self._secret_of = get_secret
        self._people = people
        self._caller = caller or Caller()

    def run(self) -> Iterator[Result]:
        """Run the checks and yield each result at once."""
        endpoints: dict[tuple[str, str], Service] = {}
        for service in self._manifest.services:
            endpoints.setdefault((service.endpoint, service.credentials), service)
        for (endpoint, credentials), service in endpoints.items():
            secret = self._secret_of(credentials)
            if secret is None:
                yield Result(
                    endpoint,
                    "the signing secret",
                    "failed",
                    f"the secret of the credentials {credentials} is not known",
                    "Register the agency with `add`, or give the secret in AGENCY_SIGNING_SECRET.",
                )
                continue
            yield from self._check_endpoint(endpoint, service, secret)
            for sharing in self._manifest.services:
                if (sharing.endpoint, sharing.credentials) == (endpoint, credentials):
                    yield from self._check_service(sharing, secret)

    def _check_endpoint(self, endpoint: str, service: Service, secret: bytes) -> Iterator[Result]:
        agency_id = self._manifest.agency.id

        def check(name: str, run: Callable[[], Answer | None]) -> Result:
            return run_check(endpoint, name, run)

        health = make_call("GET", f"{endpoint}/{protocol.HEALTH}")
        yield check("health answers", lambda: self._expect_health(sign_call(health, agency_id, secret)))
        content = {
            "serviceId": service.id,
            "identity": make_unknown_identity(service),
            "person": make_unknown_person(service),
        }
        call = make_call("POST", f"{endpoint}/{protocol.MATCH}", content)

        def refused(name: str, made: Callable[[], Call], remedy: str) -> Result:
            return check(f"refuses {name}", lambda: self._expect_refusal(made(), remedy))

        def variant(**changes: Any) -> Callable[[], Call]:
            return lambda: sign_call(call, agency_id, secret, Signature(**changes))

        yield refused("a call without a signature", lambda: call, "Answer 401 when Signature is missing.")
        yield refused("health without a signature", lambda: health, "Check the signature of health too.")
        yield refused(
            "a signature made with another secret",
            variant(secret=b"not the secret of this agency at all"),
            "Compare the HMAC of the signature base with your secret.",
        )
        yield refused(
            "a call that is two minutes old",
            variant(age=timedelta(seconds=120)),
            "Refuse when `created` is more than 60 s ago or `expires` is over.",
        )
        yield refused(
            "a call from the future",
            variant(age=timedelta(seconds=-60)),
            "Refuse when `created` is more than 5 s ahead; keep your clock right by NTP.",
        )
        yield refused(
            "a signature with another tag",
            variant(tag="something-else"),
            "Take only signatures with the tag saguaro-portal.",
        )
        yield refused(
            "a signature for another address",
            variant(target=f"{endpoint}/{protocol.DISCONNECT}"),
            "Put the address that was called into the signature base as @target-uri.",
        )
        yield refused(
            "a signature that does not cover the body",
            variant(covered=("@method", "@target-uri", "content-type")),
            "Require @method, @target-uri, content-type and content-digest among the covered components.",
        )
        other = json.dumps({**content, "serviceId": "another"}).encode()
        yield refused(
            "a body that was changed on the way",
            lambda: sign_call(call, agency_id, secret).replace_body(other),
            "Compare Content-Digest with the SHA-256 of the body that arrived.",
        )
        digest = sign_call(call.replace_body(other), agency_id, secret).headers["Content-Digest"]
        yield refused(
            "a changed body with a digest to match",
            lambda: (
                sign_call(call, agency_id, secret)
                .replace_body(other)
                .replace_header("Content-Digest", digest)
            ),
            "Check the signature over Content-Digest, and not the digest alone.",
        )
        yield check("refuses the same call a second time", lambda: self._expect_replay_refusal(call, secret))
        broken = Call("POST", call.url, call.headers, b'{"serviceId": ')
        yield check(
            "refuses a body that is not JSON",
            lambda: self._expect_bad_request(sign_call(broken, agency_id, secret)),
        )

    def _check_service(self, service: Service, secret: bytes) -> Iterator[Result]:
        def check(name: str, run: Callable[[], Answer | None]) -> Result:
            return run_check(service.id, name, run)

        yield from BusinessChecks(
            self._manifest.agency.id,
            service,
            secret,
            self._caller,
            sends_applications=self._sends_applications,
            account=self._account,
        ).run()
        if not service.identity_fields:
            yield Result(service.id, "asks for no identity", "skipped", "there is nothing to match")
            return
        asked = ServiceCalls(self._manifest.agency.id, service, secret, self._caller)
        yield check("finds nobody for values of nobody", asked.check_nobody)
        yield check("says 404 or 410 for an unknown reference", asked.check_unknown_reference)
        yield check(
            "takes the end of an unknown connection with 204", lambda: asked.check_end(UNKNOWN_REFERENCE)
        )
        if asked.takes_replies:
            yield check("declines a reply about an unknown reference", asked.check_unknown_reply)
        known = self._people.get(service.id)
        if known is None:
            yield Result(
                service.id,
                "finds a person, and what it holds",
                "skipped",
                "no identity values are given",
                f"Give them: --service {service.id} --identity name=value, or all in a file: --people FILE.",
            )
            return
        yield from self._check_person(asked, known, check)

    def _check_person(
        self,
        asked: ServiceCalls,
        known: KnownPerson,
        check: _Check,
    ) -> Iterator[Result]:
        service = asked.service
        yield check("finds the person", lambda: asked.check_found(known))
        if asked.reference is None:
            return
        yield check("gives the same reference again", lambda: asked.check_found_again(known))
        for field in service.identity_fields:
            yield check(
                f"finds nobody when {field.name} is wrong",
                lambda field=field: asked.check_wrong_value(known, field),  # type: ignore[misc]
            )
        if known.person is not None and service.matches_person:
            for name, another in list_similar_people(known.person).items():
                yield check(
                    f"answers {name} as if there were no record",
                    lambda another=another: asked.check_other_person(known, another),  # type: ignore[misc]
                )
            for name, same in list_other_spellings(known.person).items():
                spelled = KnownPerson(identity=known.identity, person=same)
                yield check(
                    f"finds the person {name}",
                    lambda spelled=spelled: asked.check_found_again(spelled),  # type: ignore[misc]
                )
        reference = asked.reference
        yield check("answers service data as the manifest says", lambda: asked.check_service_data(reference))
        for shown in (field for field in service.display_fields if field.reveal):
            yield check(
                f"gives the whole value of {shown.name}",
                lambda shown=shown: asked.check_field_value(reference, shown),  # type: ignore[misc]
            )
        if service.has_portrait and known.person is not None:
            person = known.person
            yield check("gives the picture of the person", lambda: asked.check_portrait(reference, person))
            for name, another in list_similar_people(person).items():
                yield check(
                    f"gives {name} no picture",
                    lambda another=another: asked.check_no_portrait(reference, another),  # type: ignore[misc]
                )
        if asked.takes_replies:
            yield from self._check_replies(asked, reference, check)
        yield check("offers links that name nobody", lambda: asked.check_links(reference, known))
        yield check("takes the end of the connection with 204", lambda: asked.check_end(reference))
        yield check("takes it a second time with 204", lambda: asked.check_end(reference))
        yield check("finds the person again after that", lambda: asked.check_found_again(known))

    def _check_replies(self, asked: ServiceCalls, reference: str, check: _Check) -> Iterator[Result]:
        if not self._sends_replies:
            yield Result(
                asked.service.id,
                "takes a reply, once",
                "skipped",
                "none is sent without being asked for",
                "Let one be sent, which somebody at the agency may read: --replies.",
            )
            return
        reply_id = f"conformance-{uuid.uuid4()}"
        yield check("takes a reply", lambda: asked.send_reply(reference, reply_id)[0])
        yield check(
            "says the same to the same reply again", lambda: asked.check_same_reply(reference, reply_id)
        )

    def _expect_health(self, call: Call) -> Answer:
        answer = self._caller.send(call)
        read_answer(answer, protocol.HealthAnswer, 'Answer 200 with {"status": "ok"}.')
        return answer

    def _expect_refusal(self, call: Call, remedy: str) -> Answer:
        answer = self._caller.send(call)
        check_status(answer, 401, remedy)
        return answer

    def _expect_replay_refusal(self, call: Call, secret: bytes) -> Answer:
        made = sign_call(call, self._manifest.agency.id, secret)
        first = self._caller.send(made)
        check_transport(first)
        if first.status != 200:
            raise Broken(
                f"the first of the two was answered {first.status}", "Make the other checks pass first."
            )
        return self._expect_refusal(
            made, "Remember each nonce until its signature has expired, in all processes."
        )

    def _expect_bad_request(self, call: Call) -> Answer:
        answer = self._caller.send(call)
        check_transport(answer)
        if not 400 <= answer.status < 500 or answer.status == 401:
            raise Broken(
                f"it answered {answer.status} instead of 400", "Answer 400 for what you cannot read."
            )
        return answer
