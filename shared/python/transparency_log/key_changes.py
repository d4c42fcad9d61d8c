"""Planned changes of a log's key: each new key is in a signed note of the key before it.

The note has four lines: the log's name, `key change`, the smallest tree size that the new key signs, and the
new key. No checkpoint can be read as one, nor the other way round.
"""

from dataclasses import dataclass, replace

from transparency_log.checkpoints import (
    Checkpoint,
    LogKey,
    NotSigned,
    Sign,
    parse_size,
    read_checkpoint,
    read_note,
    sign_note,
)

_KIND = "key change"


@dataclass(frozen=True, slots=True)
class KeyChange:
    """A change to a new key."""

    size: int  # smallest tree size whose checkpoint the new key signs
    key: LogKey  # new key, under the name of the log

    @property
    def text(self) -> str:
        """Signed text."""
        return f"{self.key.name}\n{_KIND}\n{self.size}\n{self.key.text}\n"


@dataclass(frozen=True, slots=True)
class LogKeys:
    """The keys of a log, oldest first."""

    first: LogKey  # key that the log began with
    changes: tuple[KeyChange, ...] = ()  # later keys; their sizes do not go down, and no key comes back

    @property
    def name(self) -> str:
        """Name of the log, which all keys have."""
        return self.first.name

    @property
    def newest(self) -> LogKey:
        return self.changes[-1].key if self.changes else self.first

    def has_key(self, key: LogKey) -> bool:
        """Tell if the log has or had a key."""
        return key == self.first or any(change.key == key for change in self.changes)

    def get_key(self, size: int) -> LogKey:
        """Return the key that signs the checkpoint of a tree size."""
        return next((change.key for change in reversed(self.changes) if change.size <= size), self.first)

    def sign_change(self, change: KeyChange, sign: Sign) -> str:
        """Return the note of the next change.

        Args:
            sign: signs with the newest key.

        Raises:
            NotSigned: `sign` uses another key, or the change cannot follow.
        """
        note = sign_note(change.text, self.newest, sign)
        self.follow_change(note)
        return note

    def follow_change(self, note: str) -> "LogKeys":
        """Return the keys with the one of the next change.

        Raises:
            NotSigned: the newest key did not sign the note, or it is no change that can follow.
        """
        lines = read_note(note, self.newest).split("\n")
        if len(lines) != 5:
            raise NotSigned
        change = KeyChange(parse_size(lines[2]), LogKey.from_text(lines[3]))
        smallest = self.changes[-1].size if self.changes else 0
        if (
            "\n".join(lines) != change.text
            or change.key.name != self.name
            or change.size < smallest
            or self.has_key(change.key)
        ):
            raise NotSigned
        return replace(self, changes=(*self.changes, change))

    def read_checkpoint(self, note: str) -> Checkpoint:
        """Return the checkpoint in a note that the key of its size signed.

        Raises:
            NotSigned: that key did not sign it, or it is not a checkpoint of this log.
        """
        # The size chooses the key, which then has to confirm the size.
        _, size, *_ = [*note.split("\n", 2), ""]
        return read_checkpoint(note, self.get_key(parse_size(size)))
