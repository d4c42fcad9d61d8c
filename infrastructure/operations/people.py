"""Compare the search tokens of all people with the accounts: `npm run people -- verify | rebuild`.

The function `peopletokens` computes the right tokens, because their keys never leave it. It reads account,
list, and listed tokens of a person itself, so that older data here do no harm. It misses tokens that are on
no list, so people who may have such are found first. Memory does not grow with the number of people.
"""

import argparse
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from domains.accounts.account_table import REGISTRATION_KEY
from domains.people.people_table import PERSON_KEY
from infrastructure.operations.comparison import (
    SEGMENTS,
    BucketChecksums,
    Figures,
    Item,
    make_projection,
    scan,
)
from infrastructure.operations.portals import NotTaken, add_portal_arguments, open_portal, run_command

FUNCTION = "PeopleTokensFunction"
MAX_SUSPECTS = 20_000
"""People whose stored tokens are kept to compare them, and people who may differ until a comparison ends."""

_AT_ONCE = 50
_MAX_KEYS = 100  # DynamoDB's limit
# Tokens follow a change of an account after a moment, so a difference is checked again.
_LOOKS = 3
_PAUSE_SECONDS = 2.0
_TOO_MANY = (
    "Not everybody was compared, because the tokens of too many people differ. "
    "Run `npm run people -- rebuild`, then `verify` again."
)

Pages = Iterator[Sequence[Item]]
Invoke = Callable[[str, Mapping[str, Any]], Any]
"""Gives an event to a function of the portal, by its logical id."""
Seen = Mapping[str, Sequence[str]]
"""Observed tokens of people, by user id."""
Faults = Mapping[str, str]
"""Differences between tokens and account, by user id."""


@dataclass(frozen=True, slots=True)
class People:
    """The people of a portal and their tokens."""

    dynamodb: Any
    users_table: str
    tokens_table: str
    invoke: Invoke
    pause: Callable[[float], None] = time.sleep

    def verify(self) -> Figures:
        """Compare all people; nothing is written.

        A difference counts only if it persists, because tokens follow a change after some seconds.
        """
        figures = Figures("people", "tokens")
        suspects = self._find_suspects(figures)
        differing = self._compare(suspects, is_repaired=False)

        def add(faults: Faults) -> bool:
            differing.update(faults)
            figures.is_complete = figures.is_complete and len(differing) < MAX_SUSPECTS
            return figures.is_complete

        self._compare_registered(suspects, figures, add, is_repaired=False)
        for _ in range(1, _LOOKS):
            if differing:
                self.pause(_PAUSE_SECONDS)
                again = {user_id: suspects.get(user_id, ()) for user_id in differing}
                differing = self._compare(again, is_repaired=False)
        figures.add_all(differing.items())
        return figures

    def rebuild(self) -> Figures:
        """Set everybody's tokens to those of the account; the figures have the repaired differences.

        It is safe to repeat.
        """
        figures = Figures("people", "tokens")
        while True:
            figures.is_complete, figures.counts["tokens"] = True, 0
            suspects = self._find_suspects(figures)
            repaired = self._compare(suspects, is_repaired=True)
            figures.add_all(repaired.items())
            if figures.is_complete or not repaired:
                break

        def add(faults: Faults) -> bool:
            figures.add_all(faults.items())
            return True

        self._compare_registered(suspects, figures, add, is_repaired=True)
        return figures

    def _find_suspects(self, figures: Figures) -> dict[str, list[str]]:
        """Return the stored tokens of people whose list does not match them or who are not registered.

        Others can be among them: those who changed meanwhile, or share a bucket with a suspect.
        """
        suspects: dict[str, list[str]] = {}
        checksums, lock = BucketChecksums(), threading.Lock()

        def suspect(user_id: str) -> None:
            if len(suspects) < MAX_SUSPECTS or user_id in suspects:
                suspects.setdefault(user_id, [])
            else:
                figures.is_complete = False

        def add_pages(pages: Pages) -> None:
            for page in pages:
                lists = [item for item in page if _is_list(item)]
                tokens = [_get_token(item) for item in page if not _is_list(item)]
                listed = [(_get_token(item)[0], token) for item in lists for token in item["tokens"]["SS"]]
                checksums.add(*tokens)
                checksums.add(*listed, times=-1)
                unregistered = self._list_unregistered({_get_token(item)[0] for item in lists})
                with lock:
                    for user_id in unregistered:
                        suspect(user_id)
                figures.count({"tokens": len(tokens)})

        def collect_pages(pages: Pages) -> None:
            for page in pages:
                with lock:
                    for user_id, token in (_get_token(item) for item in page if not _is_list(item)):
                        if not checksums.agree_for(user_id):
                            suspect(user_id)
                        if user_id in suspects:
                            suspects[user_id].append(token)

        scan(self.dynamodb, self.tokens_table, add_pages, **make_projection("token", "user_id", "tokens"))
        if not checksums.agree():
            scan(self.dynamodb, self.tokens_table, collect_pages, **make_projection("token", "user_id"))
        return suspects

    def _list_unregistered(self, user_ids: Collection[str]) -> Collection[str]:
        left = set(user_ids)
        keys = [{"user_id": {"S": user_id}, "item": {"S": REGISTRATION_KEY}} for user_id in user_ids]
        for portion in _split(keys, _MAX_KEYS):
            keyed = {"Keys": portion, "ConsistentRead": True, **make_projection("user_id", "item")}
            request: Mapping[str, Any] = {self.users_table: keyed}
            while request:
                answer = self.dynamodb.batch_get_item(RequestItems=request)
                left -= {each["user_id"]["S"] for each in answer["Responses"].get(self.users_table, ())}
                if request := answer.get("UnprocessedKeys", {}):
                    self.pause(_PAUSE_SECONDS)
        return left

    def _compare_registered(
        self, compared: Collection[str], figures: Figures, add: Callable[[Faults], bool], *, is_repaired: bool
    ) -> None:
        """Compare everybody who is registered, page by page, and count them.

        Args:
            compared: user ids to leave out.
            add: takes differences, and returns False to end. Only one thread calls it at a time.
        """
        lock = threading.Lock()

        def compare_pages(pages: Pages) -> None:
            for page in pages:
                user_ids = [each["user_id"]["S"] for each in page]
                figures.count({"people": len(user_ids)})
                for portion in _split([each for each in user_ids if each not in compared], _AT_ONCE):
                    faults = self._compare_portion(dict.fromkeys(portion, ()), is_repaired)
                    with lock:
                        if not add(faults):
                            return

        scan(
            self.dynamodb,
            self.users_table,
            compare_pages,
            ProjectionExpression="user_id",
            FilterExpression="#item = :registration",
            ExpressionAttributeNames={"#item": "item"},
            ExpressionAttributeValues={":registration": {"S": REGISTRATION_KEY}},
        )

    def _compare(self, seen: Seen, *, is_repaired: bool) -> dict[str, str]:
        portions = [
            {user_id: seen[user_id] for user_id in portion} for portion in _split(sorted(seen), _AT_ONCE)
        ]
        with ThreadPoolExecutor(SEGMENTS) as pool:
            compared = pool.map(lambda portion: self._compare_portion(portion, is_repaired), portions)
            return {user_id: fault for faults in compared for user_id, fault in faults.items()}

    def _compare_portion(self, seen: Seen, is_repaired: bool) -> dict[str, str]:
        faults: dict[str, str] = {}
        while seen:
            people = [{"userId": user_id, "tokens": list(tokens)} for user_id, tokens in seen.items()]
            answer = self.invoke(FUNCTION, {"people": people, "repair": is_repaired})
            faults |= {
                each["userId"]: f"{each['missing']} missing, {each['leftOver']} left over"
                for each in answer["differences"]
            }
            rest = {user_id: seen[user_id] for user_id in answer["notCompared"]}
            if len(rest) == len(seen):
                raise NotTaken(f"{FUNCTION} had no time for anybody")
            seen = rest
        return faults


def _is_list(item: Item) -> bool:
    return str(item["token"]["S"]).startswith(PERSON_KEY)


def _get_token(item: Item) -> tuple[str, str]:
    return item["user_id"]["S"], item["token"]["S"]


def _split(values: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]


def open_people(options: argparse.Namespace) -> People:
    """Return the people of a portal; see `open_portal`."""
    portal = open_portal(options)
    users, tokens = portal.get_table("UsersTable"), portal.get_table("PeopleTokensTable")
    return People(portal.client("dynamodb"), users, tokens, portal.invoke)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 when something differs, or the portal cannot be reached."""
    parser = argparse.ArgumentParser(
        prog="npm run people --", description="Compare the search tokens of all people with the accounts."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="verify | rebuild")
    for name, what in (
        ("verify", "tell which tokens are missing or left over"),
        ("rebuild", "put that right; safe to repeat"),
    ):
        add_portal_arguments(commands.add_parser(name, help=what))
    options = parser.parse_args(arguments)
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    people = open_people(options)
    is_repaired = options.command == "rebuild"
    figures = people.rebuild() if is_repaired else people.verify()
    label = "people put right" if is_repaired else "people who differ"
    figures.print_report(f"Read in {time.perf_counter() - started:.1f} s", label)
    if not figures.is_complete:
        print(_TOO_MANY, file=sys.stderr)
        return 1
    return 1 if figures.differences and not is_repaired else 0


if __name__ == "__main__":
    sys.exit(main())
