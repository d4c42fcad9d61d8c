"""The persistent state of the local cloud in one file: table items, secrets, parameters, and sent messages.

Other modules add their state, such as queues, as a `Part`.

moto keeps everything in memory. A save writes a new file and puts it in the place of the old one in one
step, so that a process which is killed leaves a whole state, the newest or the one before it.
"""

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.table import Table
from moto.ses.models import Message, RawMessage, ses_backends
from moto.sns.models import SMS, sns_backends
from moto.ssm.models import Parameter, ssm_backends

from infrastructure.local.errors import CannotStart
from infrastructure.local.loops import PAUSE_SECONDS, run_until_stopped
from infrastructure.settings import ACCOUNT_ID, REGION

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Increment it with each incompatible change; older files are then refused.
FORMAT = 7
_GATHERING_SECONDS = 0.2

_READS = re.compile(r"\.(BatchGet|Get|Describe|List|Query|Scan|TransactGet)\w*$")
_MAIL_KINDS = {kind.__name__: kind for kind in (Message, RawMessage)}


class Part(Protocol):
    """Additional state to store."""

    def state(self) -> Any:
        """Return the state to store, for JSON; nobody writes meanwhile."""

    def restore(self, kept: Any) -> None:
        """Put the stored state into moto; not called if there is none."""


class UnreadableState(CannotStart):
    """The file of the state is damaged or of a format that this version does not read."""


class NotSaved(CannotStart):
    """The state could not be written at the end, as on a full disk; the one before is untouched."""


class Storage:
    """Keeps moto's state in a file while the local cloud runs."""

    def __init__(self, path: Path, parts: Mapping[str, Part] | None = None) -> None:
        """Read what was kept; nothing is put into moto yet.

        Args:
            path: of the file; it need not exist.
            parts: what else is kept, by its name in the file.
        """
        self._path = path
        self._parts = dict(parts or {})
        self._lock = threading.RLock()
        self._saving = threading.Lock()
        self._changed = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._reported = ""
        self._kept: Mapping[str, Any] = _read(path) if path.exists() else {}
        self._secrets: dict[str, str] = dict(self._kept.get("secrets", {}))
        self.has_sample_people: bool = self._kept.get("has_sample_people", False)
        self.has_sample_connections: bool = self._kept.get("has_sample_connections", False)

    def get_secret(
        self, name: str, make: Callable[[], str], is_usable: Callable[[str], bool] = lambda _: True
    ) -> str:
        """Return the kept value of a secret; the first time, the one that `make` gives.

        Args:
            is_usable: tells if a kept value fits the template of today; another one is made again, as
                CloudFormation does.
        """
        with self._lock:
            if name not in self._secrets or not is_usable(self._secrets[name]):
                self._secrets[name] = make()
                self._changed.set()
            return self._secrets[name]

    def note_sample_people(self) -> None:
        """Remember that the sample people are registered, so that they never are again."""
        with self._lock:
            self.has_sample_people = True
            self._changed.set()

    def note_sample_connections(self) -> None:
        """Remember that the sample people are connected: a card that somebody removed stays removed."""
        with self._lock:
            self.has_sample_connections = True
            self._changed.set()

    def restore(self) -> None:
        """Put what was kept into moto's tables, parameters and outboxes; the tables must have been made."""
        tables = dynamodb_backends[ACCOUNT_ID][REGION].tables
        for name, items in self._kept.get("tables", {}).items():
            if name in tables:
                _put_back(tables[name], items)
        mail = ses_backends[ACCOUNT_ID][REGION].sent_messages
        mail.extend(
            _read_object(_MAIL_KINDS[kept["kind"]], kept["content"]) for kept in self._kept.get("mail", [])
        )
        texts = sns_backends[ACCOUNT_ID][REGION].sms_message_objects
        texts.update((kept["message_id"], _read_object(SMS, kept)) for kept in self._kept.get("texts", []))
        for kept in self._kept.get("parameters", []):
            _put_parameter(**kept)
        for name, part in self._parts.items():
            if name in self._kept:
                part.restore(self._kept[name])

    @contextmanager
    def lock_writes(self) -> Iterator[None]:
        """Yield a context in which nobody else writes, so that no partial transaction is visible."""
        with self._lock:
            yield

    def note_change(self) -> None:
        """Save soon; for changes that no call of a service made."""
        self._changed.set()

    def watch(self, services: "WSGIApplication") -> "WSGIApplication":
        """Return the same services, whose calls run one after the other and are saved.

        moto does not support concurrent calls: reads would see uncommitted changes, and a rollback would
        revert writes of others. Queues have their own locks, and a call that waits for a message must not
        block the others.
        """

        def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            if "/sqs/" in environ.get("HTTP_AUTHORIZATION", ""):
                self._changed.set()
                return services(environ, start_response)
            with self._lock:
                content = list(services(environ, start_response))
                if environ["REQUEST_METHOD"] != "GET" and not _READS.search(
                    environ.get("HTTP_X_AMZ_TARGET", "")
                ):
                    _stamp_messages()
                    self._changed.set()
            return content

        return answer

    def start(self) -> None:
        """Save at most a second after each change, from now on."""
        self._thread = threading.Thread(
            target=run_until_stopped, args=(self._turn, self._stopping), name="storage", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Save what has changed.

        Raises:
            NotSaved: see its docstring.
        """
        self._stopping.set()
        self._changed.set()
        if self._thread:
            self._thread.join()
            if not self._save():
                raise NotSaved(f"Stopped; {self._path} could not be written; the last changes are lost.")

    def save(self) -> None:
        """Write the whole state.

        Raises:
            OSError: it could not be written; the file of the last save is untouched.
        """
        # Two saves would write and move the same draft.
        with self._saving:
            with self._lock:
                text = json.dumps(self._make_state(), separators=(",", ":"))
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft = self._path.with_suffix(".draft")
            with draft.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)

    def _turn(self) -> None:
        self._changed.wait()
        # Changes after the last turn are saved by `stop`.
        if not self._stopping.wait(_GATHERING_SECONDS) and not self._save():
            self._stopping.wait(PAUSE_SECONDS)

    def _save(self) -> bool:
        """Save the changes; return False on failure, after which the next save includes them."""
        self._changed.clear()
        try:
            self.save()
        except OSError as error:
            self._changed.set()
            # Report only once: the retries come each second.
            if str(error) != self._reported:
                print(f"Not saved: {error}", file=sys.stderr)
            self._reported = str(error)
            return False
        except Exception:
            self._changed.set()
            raise
        self._reported = ""
        return True

    def _make_state(self) -> dict[str, Any]:
        tables = dynamodb_backends[ACCOUNT_ID][REGION].tables
        # Tables that this template lacks are kept, for a start with another template.
        unused = {name: items for name, items in self._kept.get("tables", {}).items() if name not in tables}
        return {
            "format": FORMAT,
            "secrets": self._secrets,
            "has_sample_people": self.has_sample_people,
            "has_sample_connections": self.has_sample_connections,
            "tables": {**unused, **{name: _list_items(table) for name, table in tables.items()}},
            "mail": [
                {"kind": type(message).__name__, "content": vars(message)}
                for message in ses_backends[ACCOUNT_ID][REGION].sent_messages
            ],
            "texts": [vars(text) for text in sns_backends[ACCOUNT_ID][REGION].sms_message_objects.values()],
            "parameters": [
                {"name": name, "kind": newest.parameter_type, "value": newest.decrypt(newest.value)}
                for name, newest in _list_parameters()
            ],
            **{name: part.state() for name, part in self._parts.items()},
        }


def _stamp_messages() -> None:
    """Note when a message was sent; moto does not."""
    texts = sns_backends[ACCOUNT_ID][REGION].sms_message_objects.values()
    for message in (*ses_backends[ACCOUNT_ID][REGION].sent_messages, *texts):
        vars(message).setdefault("sent_at", datetime.now(UTC).isoformat(timespec="seconds"))


def _put_back(table: Table, items: Iterable[dict[str, Any]]) -> None:
    # Restored items must not appear in the table's stream.
    shard, table.stream_shard = table.stream_shard, None
    for item in items:
        table.put_item(item)
    table.stream_shard = shard


def _list_items(table: Table) -> list[dict[str, Any]]:
    # Copies, because reads write as well: moto adds an empty row for each missing key that is looked up.
    rows: list[Any] = list(table.items.values())
    items = [item for row in rows for item in list(row.values())] if table.range_key_attr else rows
    return [item.to_json()["Attributes"] for item in items]


def _list_parameters() -> list[tuple[str, Parameter]]:
    """Return the newest version of each parameter that somebody put: moto has those of AWS as well."""
    # Reads do not wait for a save, and moto adds AWS's own parameters at the first read.
    versions = list(ssm_backends[ACCOUNT_ID][REGION]._parameters.items())
    return [(name, kept[-1]) for name, kept in versions if kept and not name.startswith("/aws/")]


def _put_parameter(name: str, kind: str, value: str) -> None:
    ssm_backends[ACCOUNT_ID][REGION].put_parameter(
        name=name,
        description="",
        value=value,
        parameter_type=kind,
        allowed_pattern="",
        keyid="",
        overwrite=True,
        tags=[],
        data_type="text",
        tier="Standard",
        policies=None,
    )


def _read_object(kind: type, content: Mapping[str, Any]) -> Any:
    made: Any = object.__new__(kind)
    vars(made).update(content)
    return made


def _read(path: Path) -> Mapping[str, Any]:
    try:
        state: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        kept_format = state["format"]
    except (ValueError, KeyError, TypeError):
        raise UnreadableState(f"{path} is damaged. `npm run reset` starts again.") from None
    if kept_format != FORMAT:
        raise UnreadableState(
            f"{path} has format {kept_format}, this version reads {FORMAT}. `npm run reset` starts again."
        )
    return state
