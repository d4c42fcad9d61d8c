"""Notes that look like a change of the log's key."""

import pytest

from tests.unit.transparency_log.logs import ORIGIN, SigningKey, make_leaves
from transparency_log.checkpoints import Checkpoint, LogKey, NotSigned, sign_checkpoint, sign_note
from transparency_log.key_changes import KeyChange, LogKeys

FIRST, SECOND = SigningKey(), SigningKey()
KEYS = LogKeys(FIRST.public)
LINES = (ORIGIN, "key change", "16", SECOND.public.text)


def sign_lines(*lines: str) -> str:
    return sign_note("".join(f"{line}\n" for line in lines), FIRST.public, FIRST.sign)


def test_change_has_four_lines() -> None:
    assert KEYS.follow_change(sign_lines(*LINES)).changes == (KeyChange(16, SECOND.public),)


@pytest.mark.parametrize(
    "lines",
    [
        LINES[:3],
        (*LINES, "more"),
        ("other.example/log", *LINES[1:]),
        (ORIGIN, "key changes", *LINES[2:]),
        (ORIGIN, "key change", "016", SECOND.public.text),
        (ORIGIN, "key change", "-1", SECOND.public.text),
        (ORIGIN, "key change", "16", f" {SECOND.public.text}"),
        (ORIGIN, "key change", "16", LogKey("other.example/log", SECOND.public.public_key).text),
        (ORIGIN, "key change", "16", FIRST.public.text),
        (ORIGIN, "key change", "16", "no key"),
    ],
)
def test_signed_note_that_is_no_change_is_refused(lines: tuple[str, ...]) -> None:
    with pytest.raises(NotSigned):
        KEYS.follow_change(sign_lines(*lines))


def test_checkpoint_is_no_change_and_change_no_checkpoint() -> None:
    checkpoint = Checkpoint(ORIGIN, 16, make_leaves(1)[0])
    with pytest.raises(NotSigned):
        KEYS.follow_change(sign_checkpoint(checkpoint, FIRST.public, FIRST.sign))
    with pytest.raises(NotSigned):
        KEYS.read_checkpoint(sign_lines(*LINES))


def test_checkpoint_counts_under_the_key_of_its_size() -> None:
    keys = KEYS.follow_change(sign_lines(*LINES))
    for size, right, wrong in ((15, FIRST, SECOND), (16, SECOND, FIRST)):
        checkpoint = Checkpoint(ORIGIN, size, make_leaves(1)[0])
        assert keys.read_checkpoint(sign_checkpoint(checkpoint, right.public, right.sign)) == checkpoint
        with pytest.raises(NotSigned):
            keys.read_checkpoint(sign_checkpoint(checkpoint, wrong.public, wrong.sign))
