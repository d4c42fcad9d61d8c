"""Writes a copy of a person's data as a ZIP file, and verifies one.

    index.html                  pages to read without a network, in both languages
    data/CATEGORY/KIND.json     the records of a kind, as an array
    data/CATEGORY/KIND.csv      the same as a table
    data/CATEGORY/KIND-N.html   the same as pages of `PAGE_RECORDS` records
    manifest.json               size, SHA-256 and number of records of each file

Records are written as they come, so that memory does not grow with their number.
"""

import hashlib
import html
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import IO, Any

from domains.exports.collecting import Record
from domains.reference.data_map import DataMap
from portal.csv_lines import BYTE_ORDER_MARK, make_csv_line
from portal.language import LANGUAGES

MANIFEST = "manifest.json"
FORMAT_VERSION = 1
PAGE_RECORDS = 500
_SPOOLED_BYTES = 1_000_000
_CHUNK = 1 << 20
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*(?:Z|\+00:?00)")
_YES, _NO = "Yes · <span lang='es'>Sí</span>", "No · <span lang='es'>No</span>"
_BACK = "Back to the contents · <span lang='es'>Volver al índice</span>"
_LANGUAGE_NAMES = {"en": {"en": "English", "es": "Inglés"}, "es": {"en": "Spanish", "es": "Español"}}
_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}"
    "main>dl{border:1px solid #71767a;padding:1rem;margin:1rem 0}dl dl{margin:0 0 0 1rem}dt{font-weight:700}"
    "dd{margin:0 0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}"
)


class NotAnExport(ValueError):
    """The file is not a complete copy as the portal made it; the message says why."""


@dataclass(slots=True)
class _Sheet:
    """Files of one kind of record that grow with each record."""

    folder: str  # such as data/messages/MessagesTable-message
    title: str  # in both languages, as HTML
    names: Sequence[str]  # of the attributes
    json_file: IO[bytes]
    csv_file: IO[bytes]
    pages: list[IO[bytes]] = field(default_factory=list)
    count: int = 0


class ArchiveWriter:
    """Collects the files of an archive, and writes it when all records are there."""

    def __init__(self, data_map: DataMap, files: ExitStack) -> None:
        """Use temporary files that `files` closes."""
        self._data_map = data_map
        self._files = files
        self._sheets: dict[tuple[str, str], _Sheet] = {}

    def add_record(self, record: Record) -> None:
        """Add a record to the files of its kind."""
        sheet = self._sheets.get((record.table, record.name)) or self._begin_sheet(record)
        line = json.dumps(record.values, ensure_ascii=False)
        sheet.json_file.write((",\n" if sheet.count else "[\n").encode() + line.encode())
        cells = [_format_cell(record.values.get(name)) for name in sheet.names]
        sheet.csv_file.write(make_csv_line(cells).encode())
        if sheet.count % PAGE_RECORDS == 0:
            sheet.pages.append(self._open_file())
        sheet.pages[-1].write(f"{self._format_value(record.values)}\n".encode())
        sheet.count += 1

    def write(self, output: IO[bytes], made_at: datetime) -> Mapping[str, Any]:
        """Write the archive, and return its manifest."""
        entries: dict[str, Any] = {}
        with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:

            def add(name: str, content: IO[bytes], records: int) -> None:
                content.seek(0)
                digest, size = hashlib.sha256(), 0
                with archive.open(
                    zipfile.ZipInfo(name, made_at.timetuple()[:6]), "w", force_zip64=True
                ) as entry:
                    while chunk := content.read(_CHUNK):
                        digest.update(chunk)
                        size += len(chunk)
                        entry.write(chunk)
                entries[name] = {"bytes": size, "sha256": digest.hexdigest(), "records": records}

            for sheet in self._sheets.values():
                sheet.json_file.write(b"\n]\n")
                add(f"{sheet.folder}.json", sheet.json_file, sheet.count)
                add(f"{sheet.folder}.csv", sheet.csv_file, sheet.count)
                for number, page in enumerate(sheet.pages, 1):
                    first = (number - 1) * PAGE_RECORDS
                    records = min(PAGE_RECORDS, sheet.count - first)
                    add(f"{sheet.folder}-{number}.html", self._finish_page(sheet, page), records)
            add("index.html", io.BytesIO(self._make_index(made_at).encode()), 0)
            manifest = {
                "version": FORMAT_VERSION,
                "madeAt": made_at.astimezone(UTC).isoformat(),
                "files": entries,
            }
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        return manifest

    def _begin_sheet(self, record: Record) -> _Sheet:
        names = (*record.kind.shown, *record.kind.others)
        folder = f"data/{record.kind.category}/{record.table}-{record.name}"
        title = _format_texts(record.kind.title or {"en": record.name, "es": record.name})
        sheet = _Sheet(folder, title, names, self._open_file(), self._open_file())
        sheet.csv_file.write((BYTE_ORDER_MARK + make_csv_line(names)).encode())
        self._sheets[record.table, record.name] = sheet
        return sheet

    def _open_file(self) -> IO[bytes]:
        return self._files.enter_context(tempfile.SpooledTemporaryFile(_SPOOLED_BYTES))

    def _format_value(self, value: Any) -> str:
        """Return a value as HTML, with labels for the names of known attributes."""
        if isinstance(value, Mapping):
            parts = "".join(
                f"<dt>{self._format_label(name)}</dt><dd>{self._format_value(each)}</dd>"
                for name, each in value.items()
            )
            return f"<dl>{parts}</dl>"
        if isinstance(value, list):
            return (
                f"<ul>{''.join(f'<li>{self._format_value(each)}</li>' for each in value)}</ul>"
                if value
                else "–"
            )
        if isinstance(value, bool):
            return _YES if value else _NO
        text = _format_cell(value)
        if moment := _MOMENT.fullmatch(text):
            return f"{moment[1]} {moment[2]} UTC"
        return html.escape(text) or "–"

    def _format_label(self, name: str) -> str:
        texts = self._data_map.labels.get(name) or _LANGUAGE_NAMES.get(name)
        return _format_texts(texts) if texts else html.escape(name)

    def _finish_page(self, sheet: _Sheet, page: IO[bytes]) -> IO[bytes]:
        finished = self._open_file()
        finished.write(_make_head(sheet.title, "../../index.html").encode())
        page.seek(0)
        shutil.copyfileobj(page, finished)
        finished.write(b"</main></body></html>\n")
        return finished

    def _make_index(self, made_at: datetime) -> str:
        title = "A copy of your data · <span lang='es'>Una copia de sus datos</span>"
        parts = [_make_head(title, None), f"<p>{made_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC</p>"]
        for category in self._data_map.categories:
            sheets = [each for each in self._sheets.values() if each.folder.split("/")[1] == category.id]
            if not sheets:
                continue
            parts.append(f"<h2>{_format_texts(category.heading)}</h2>")
            if category.collected:
                parts += [
                    f"<p lang='{language}'>{html.escape(category.collected[language])}</p>"
                    for language in LANGUAGES
                ]
            parts.append("<ul>")
            parts += map(_format_links, sheets)
            parts.append("</ul>")
        return "\n".join([*parts, "</main></body></html>\n"])


def _format_links(sheet: _Sheet) -> str:
    links = [
        f"<a href='{html.escape(sheet.folder)}-{number}.html'>{sheet.title}"
        f"{f' ({number})' if len(sheet.pages) > 1 else ''}</a>"
        for number in range(1, len(sheet.pages) + 1)
    ]
    return f"<li>{', '.join(links)}: {sheet.count}</li>"


def _make_head(title: str, back: str | None) -> str:
    link = f"<p><a href='{back}'>{_BACK}</a></p>" if back else ""
    plain = title.replace("<span lang='es'>", "").replace("</span>", "")
    return (
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>{plain}</title>"
        f"<style>{_STYLE}</style></head><body><main>{link}<h1>{title}</h1>\n"
    )


def _format_texts(texts: Mapping[Any, str]) -> str:
    return f"{html.escape(texts['en'])} · <span lang='es'>{html.escape(texts['es'])}</span>"


def _format_cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def write_archive(
    output: IO[bytes], records: Iterable[Record], data_map: DataMap, made_at: datetime
) -> Mapping[str, Any]:
    """Write the copy of a person's records, and return its manifest."""
    with ExitStack() as files:
        writer = ArchiveWriter(data_map, files)
        for record in records:
            writer.add_record(record)
        return writer.write(output, made_at)


def verify_archive(source: IO[bytes]) -> Mapping[str, Any]:
    """Compare each file of an archive with its manifest, which is returned.

    Raises:
        NotAnExport: a file is missing, was added or changed, or the archive has no manifest.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest: Mapping[str, Any] = json.loads(archive.read(MANIFEST))
            listed = manifest["files"]
            names = archive.namelist()
            if sorted(names) != sorted([*listed, MANIFEST]):
                raise NotAnExport("It does not have exactly the files that its manifest lists.")
            for name, expected in listed.items():
                digest = hashlib.sha256()
                for chunk in _read_chunks(archive, name):
                    digest.update(chunk)
                if digest.hexdigest() != expected["sha256"]:
                    raise NotAnExport(f"{name} was changed.")
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        if isinstance(error, NotAnExport):
            raise
        raise NotAnExport("It is not a ZIP file with a manifest of the portal.") from error
    return manifest


def _read_chunks(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with archive.open(name) as entry:
        while chunk := entry.read(_CHUNK):
            yield chunk
