"""Reads and writes what comes from the data map, `shared/data/data_map.yaml`.

Two sections of the privacy notice, docs/data-map.md and the data of the functions are made from it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from domains.reference.data_map import DataMap, DataRow, ItemKind
from portal.language import Language

_REPOSITORY = Path(__file__).parents[2]
_SOURCE = _REPOSITORY / "shared/data/data_map.yaml"
_NOTICE = "webapp/src/features/privacy/notice/{}.md"


@cache
def load_data_map() -> DataMap:
    """Read the data map.

    Raises:
        ValidationError: a row has an unknown word or lacks one.
    """
    return DataMap.model_validate(yaml.safe_load(_SOURCE.read_text(encoding="utf-8")))


def make_data_map_document() -> Any:
    """Return data/data_map.json."""
    return load_data_map().model_dump(mode="json", by_alias=True, exclude_defaults=True)


def write_notice_sections(language: Language) -> str:
    """Return the privacy notice with the definitions of two sections as in the data map."""
    text = (_REPOSITORY / _NOTICE.format(language)).read_text(encoding="utf-8")
    categories = load_data_map().categories
    text = _replace_definitions(
        text,
        "collection",
        [(each.heading[language], each.collected[language]) for each in categories if each.collected],
    )
    return _replace_definitions(
        text, "retention", [(each.heading[language], each.kept[language]) for each in categories]
    )


def _replace_definitions(text: str, section: str, definitions: Sequence[tuple[str, str]]) -> str:
    """Replace the definitions with which a section begins."""
    heading = re.search(rf"^## .+ \{{#{section}\}}\n\n", text, re.MULTILINE)
    if heading is None:
        raise ValueError(f"privacy notice: no section {section}")
    before, after = text[: heading.end()], text[heading.end() :]
    old = re.match(r"(?:### .+\n\n.+\n\n)*", after)
    new = "".join(f"### {name}\n\n{content}\n\n" for name, content in definitions)
    return before + new + after[old.end() if old else 0 :]


def make_data_map_page() -> str:
    """Return docs/data-map.md."""
    data_map = load_data_map()
    lines = [
        "# Data map",
        "",
        "Everything that the portal stores. Written from `shared/data/data_map.yaml` by `npm run contract`;",
        "`npm run check` compares it with the templates, the models and the web app, and the API tests",
        "compare it with every item that they store. The texts for residents are in the privacy notice.",
        "",
        "`npm run export -- make PERSON FILE` writes a copy of what the column “In a copy” lists. The portal",
        "does not end accounts yet: an operator who deletes a person's data by hand finds it as the column",
        "“Found” says, and treats it as the column “Erased” says.",
        "",
        "## Categories",
        "",
        "| Category | How long | Law |",
        "|---|---|---|",
        *(
            f"| {each.heading['en']} | {each.kept['en']} | {', '.join(each.laws) or 'none'} |"
            for each in data_map.categories
        ),
    ]
    for table, described in data_map.tables.items():
        lines += ["", f"## {table}", ""]
        if described.stream:
            lines += [f"Stream for a day: `{described.stream}`.", ""]
        if described.indexes:
            lines += [*(f"- Index `{name}`: {text}" for name, text in described.indexes.items()), ""]
        lines += _list_rows(data_map, described.items, has_names=True)
    lines += ["", "## Files, queues, logs, sign-ins and backups", ""]
    others = [(place, each) for place, each in data_map.list_rows() if not isinstance(each, ItemKind)]
    lines += _list_rows(data_map, dict(others), has_names=False)
    lines += ["", "## Browser", "", "| Key | Holds | Storage | Kept until |", "|---|---|---|---|"]
    until = {
        "signOut": "sign-out",
        "signOutThenTab": "sign-out, then in the tab until it is closed",
        "tab": "the tab is closed",
        "cleared": "the person clears it",
    }
    storage = {"local": "local", "tab": "session", "both": "local, session"}
    lines += [
        f"| `{key}` | {each.holds} | {storage[each.storage]} | {until[each.kept]} |"
        for key, each in data_map.browser.items()
    ]
    return "\n".join(lines) + "\n"


def _list_rows(data_map: DataMap, rows: Mapping[str, DataRow], *, has_names: bool) -> Iterator[str]:
    heading = ("Item" if has_names else "Place", "Holds", "About", "Category", "Kept", "Found", "Erased")
    names = ("In a copy", "Internal", "Of others") if has_names else ()
    yield f"| {' | '.join((*heading, *names))} |"
    yield f"|{'---|' * (len(heading) + len(names))}"
    for place, each in rows.items():
        cells = [
            place,
            each.holds,
            each.about,
            each.category or "none",
            data_map.kept.get(each.kept) or _format_duration(each.kept),
            data_map.find[each.find],
            data_map.erase[each.erase],
        ]
        if isinstance(each, ItemKind):
            cells += [", ".join(names) or "none" for names in (each.shown, each.internal, each.others)]
        yield f"| {' | '.join(cells)} |"


def _format_duration(duration: str) -> str:
    number = int(re.sub(r"\D", "", duration))
    unit = {"D": "day", "H": "hour", "M": "minute"}[duration[-1]]
    return f"{number} {unit}{'' if number == 1 else 's'}"
