"""The size limit of an applicant's file is the same in all places."""

import re
from pathlib import Path

from domains.messages import sent_files
from domains.messages.sent_files import MAX_FILE_BYTES

WEB = Path(__file__).parents[2] / "webapp"
FEATURE = WEB / "src/features/applications"
FILES = WEB / "src/lib/files.ts"
LIMIT = re.compile(r"\b([\d.,]+) MB\b")


def test_file_size_limit_matches_the_web_app() -> None:
    (typed,) = re.findall(r"largestBytes = ([\d_]+);", FILES.read_text())
    assert int(typed) == MAX_FILE_BYTES


def test_texts_name_the_file_size_limit() -> None:
    pages = [WEB / f"help/pages/{language}/applications.html" for language in ("en", "es")]
    catalogues = [FEATURE / f"locales/{language}.po" for language in ("en", "es")]
    texts = [path.read_text() for path in (*pages, *catalogues, FEATURE / "DocumentSlot.tsx")]
    texts += [sent_files.FILE_TOO_LARGE.en, sent_files.FILE_TOO_LARGE.es]
    for text in texts:
        assert set(LIMIT.findall(text)) == {str(MAX_FILE_BYTES // 1_000_000)}
