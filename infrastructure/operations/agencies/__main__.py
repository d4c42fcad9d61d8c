"""The command of agencies: `npm run agency -- check FILE | add FILE | list | test URL|FILE`."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from domains.agencies.manifest import Manifest
from domains.agencies.manifest_address_rules import Network
from domains.agencies.protocol import MatchedPerson
from infrastructure.operations.agencies.checking import read_manifest
from infrastructure.operations.agencies.conformance import Conformance
from infrastructure.operations.agencies.conformance_cases import AccountCredentials
from infrastructure.operations.agencies.conformance_samples import KnownPerson, People
from infrastructure.operations.agencies.documents import FaultyDocument, read_document
from infrastructure.operations.agencies.environments import get_credentials_prefix, open_registry
from infrastructure.operations.agencies.registry import Registration, Registry, register
from infrastructure.operations.portals import CommandStopped, Unreachable, add_portal_arguments, run_command

SECRET_VARIABLE = "AGENCY_SIGNING_SECRET"  # noqa: S105 -- the name of a variable
PASSWORD_VARIABLE = "AGENCY_ACCOUNT_PASSWORD"  # noqa: S105 -- the name of a variable

_CLIENT_ELSEWHERE = (
    "The identity provider is looked after elsewhere. Make a client with the grant client_credentials and "
    "the scope agency-inbound/<agency id> there."
)
_PEOPLE = TypeAdapter(dict[str, KnownPerson])
_OUTCOMES = {
    "added": "is registered",
    "changed": "is changed",
    "unchanged": "was registered like this already",
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 when something is wrong with a manifest or a server."""
    options = _make_parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    return run_command(lambda: run(options))


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="npm run agency --", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="check | add | list | test")

    def add(name: str, run: Callable[[argparse.Namespace], int], what: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=what)
        command.set_defaults(run=run)
        if name != "check":
            add_portal_arguments(command)
        return command

    check = add("check", _check, "name every fault of a manifest")
    check.add_argument("file", type=Path)
    check.add_argument(
        "--network",
        choices=("public", "any"),
        default="public",
        help="any: http, ports and private hosts are allowed",
    )
    add("add", _add, "register an agency, or change its manifest").add_argument("file", type=Path)
    add("list", _list, "show the agencies that are registered")
    test = add("test", _run_test, "hold an agency's server against the protocol")
    test.add_argument("target", help="a manifest's file, or the endpoint of a registered agency")
    test.add_argument("--service", help="id of the service that --identity is for")
    for name, what in (
        ("--identity", "a value of a person whom the agency finds; once for each identity field"),
        (
            "--person",
            "whose record it is, where the agency matches the person: legalFirstName, legalLastName and "
            "dateOfBirth",
        ),
    ):
        test.add_argument(name, action="append", default=[], metavar="NAME=VALUE", help=what)
    for name, what in (
        (
            "--applications",
            "send an application of a made-up business, and withdraw it; the agency has it then",
        ),
        ("--replies", "send a reply of a person, which somebody at the agency may read"),
    ):
        test.add_argument(name, action="store_true", help=what)
    test.add_argument(
        "--account",
        metavar="NAME",
        help=f"an account that the agency has; its password in {PASSWORD_VARIABLE}",
    )
    test.add_argument(
        "--people", type=Path, metavar="FILE", help="YAML: `identity` and `person` by service id"
    )
    return parser


def _read_manifest(path: Path, network: Network) -> Manifest:
    try:
        return read_manifest(path, network)
    except FaultyDocument as error:
        lines = [fault.format(path) for fault in error.faults]
        raise CommandStopped("\n".join([*lines, "", f"{_format_count(len(lines), 'fault')}."])) from None


def _check(options: argparse.Namespace) -> int:
    manifest = _read_manifest(options.file, options.network)
    count = _format_count(len(manifest.services), "service")
    print(f"{options.file} is right: {manifest.agency.id} with {count}.")
    return 0


def _add(options: argparse.Namespace) -> int:
    manifest = _read_manifest(options.file, "public" if options.stage else "any")
    registry = open_registry(options)
    _print_registration(register(manifest, registry), get_credentials_prefix(options.stage or "dev"))
    if registry.clients is None:
        print(_CLIENT_ELSEWHERE)
    return 0


def _print_registration(registration: Registration, prefix: str) -> None:
    print(f"{registration.agency_id} {_OUTCOMES[registration.outcome]}.")
    if registration.outcome != "unchanged":
        print("The portal shows it within a minute.")
    for service in registration.retired:
        print(f"{service} is not offered any more; connected people keep the card.")
    if registration.signing_secrets or registration.client:
        print("\nShown this once; hand it to the agency over a safe way:")
    for name, secret in registration.signing_secrets.items():
        print(f"  Signing secret {name}: {secret}")
    if client := registration.client:
        print(f"  Client id for calls to the portal: {client.client_id}")
        print(f"  Client secret: {client.client_secret}")
    if not registration.signing_secrets:
        print(f"The signing secret stays as it is; it is kept in Systems Manager below {prefix}.")


def _list(options: argparse.Namespace) -> int:
    agencies = open_registry(options).list_agencies()
    for registered in agencies:
        agency = registered.manifest.agency
        when = f"{registered.registered_at:%Y-%m-%d %H:%M} UTC"
        print(f"{agency.id}: {agency.name.en} ({agency.kind}), registered {when}")
        for service in registered.manifest.services:
            print(f"  {service.id:<40} {service.name.en}, at {urlsplit(service.endpoint).netloc}")
        for service in registered.retired:
            print(f"  {service.id:<40} {service.name.en}, not offered any more")
    if not agencies:
        print("No agency is registered. docs/add-an-agency.md says how.")
    return 0


def _run_test(options: argparse.Namespace) -> int:
    manifest, get_secret = _open_target(options)
    conformance = Conformance(
        manifest,
        get_secret,
        _read_people(options, manifest),
        sends_applications=options.applications,
        sends_replies=options.replies,
        account=_read_account(options),
    )
    count, subject = Counter[str](), ""
    for result in conformance.run():
        if result.subject != subject:
            subject = result.subject
            print(f"\n{subject}")
        print(result.format())
        count[result.outcome] += 1
    print(f"\n{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped.")
    return 1 if count["failed"] else 0


def _open_target(options: argparse.Namespace) -> tuple[Manifest, Callable[[str], bytes | None]]:
    """Return the manifest to test, and signing secrets by the name of the credentials."""
    given = os.environ.get(SECRET_VARIABLE)
    registry: Registry | None = None
    if options.target.startswith(("http://", "https://")):
        registry = open_registry(options)
        manifest = _find_registered(options.target, registry)
    else:
        manifest = _read_manifest(Path(options.target), "public" if options.stage else "any")
        if given is None:
            try:
                registry = open_registry(options)
            except Unreachable as error:
                raise CommandStopped(f"{error}\nOr give the signing secret in {SECRET_VARIABLE}.") from None

    def get_secret(credentials: str) -> bytes | None:
        registered = registry.get_secret(credentials) if registry and given is None else given
        return registered.encode() if registered else None

    return manifest, get_secret


def _find_registered(url: str, registry: Registry) -> Manifest:
    endpoint = url.rstrip("/")
    for registered in registry.list_agencies():
        if services := [s for s in registered.manifest.services if s.endpoint == endpoint]:
            return registered.manifest.model_copy(update={"services": services})
    raise CommandStopped(
        f"No registered agency has the endpoint {endpoint}. Test its manifest: npm run agency -- test FILE"
    )


def _read_people(options: argparse.Namespace, manifest: Manifest) -> People:
    people: dict[str, KnownPerson] = {}
    if options.people:
        try:
            people = _PEOPLE.validate_python(read_document(options.people).content)
        except FaultyDocument as error:
            raise CommandStopped(error.faults[0].format(options.people)) from None
        except ValidationError:
            raise CommandStopped(
                f"{options.people}: service ids are expected, each with `identity:` and `person:` below it, "
                "and `name: 'value'` below those."
            ) from None
    if options.identity:
        asking = [service.id for service in manifest.services if service.identity_fields]
        service = options.service or (asking[0] if len(asking) == 1 else None)
        if service not in asking:
            raise CommandStopped(f"Say for which service the identity is: --service {' | '.join(asking)}")
        people[service] = KnownPerson(
            identity=dict(_parse_pair(text) for text in options.identity),
            person=_parse_person(options.person),
        )
    if unknown := people.keys() - {service.id for service in manifest.services}:
        raise CommandStopped(f"The manifest has no service {min(unknown)}.")
    return people


def _parse_person(given: list[str]) -> MatchedPerson | None:
    if not given:
        return None
    try:
        return MatchedPerson.model_validate(dict(_parse_pair(text) for text in given))
    except ValidationError:
        raise CommandStopped(
            "Say whose record it is: --person legalFirstName=… --person legalLastName=… "
            "--person dateOfBirth=1980-01-31"
        ) from None


def _read_account(options: argparse.Namespace) -> AccountCredentials | None:
    if not options.account:
        return None
    # Not as an argument, which every process of the machine can read.
    password = os.environ.get(PASSWORD_VARIABLE)
    if not password:
        raise CommandStopped(f"Give the password of {options.account} in {PASSWORD_VARIABLE}.")
    return AccountCredentials(options.account, password)


def _parse_pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise CommandStopped(f"{text} is not of the form name=value.")
    return name, value


def _format_count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


if __name__ == "__main__":
    sys.exit(main())
