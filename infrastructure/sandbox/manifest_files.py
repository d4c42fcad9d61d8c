"""The manifests of the sandbox's agencies."""

from functools import cache
from pathlib import Path
from typing import Any

from domains.agencies.manifest import Manifest
from infrastructure.operations.agencies.documents import parse_document

MANIFESTS = Path(__file__).parent / "data" / "manifests"


_WRITTEN_ORIGIN = "http://localhost:8083"


def list_manifests(origin: str = _WRITTEN_ORIGIN) -> list[Manifest]:
    """Return the manifests of the sandbox, by agency.

    Args:
        origin: of the sandbox, in the place of the one that the files have.
    """
    return [Manifest.model_validate(_replace_origin(origin, document)) for document in _read_documents()]


@cache
def _read_documents() -> list[Any]:
    # Reading them takes many times as long as checking them, and a test makes many sandboxes.
    return [
        parse_document(path.read_text(encoding="utf-8")).content for path in sorted(MANIFESTS.glob("*.yaml"))
    ]


def _replace_origin(origin: str, content: Any) -> Any:
    match content:
        case str():
            return content.replace(_WRITTEN_ORIGIN, origin)
        case list():
            return [_replace_origin(origin, entry) for entry in content]
        case dict():
            return {key: _replace_origin(origin, value) for key, value in content.items()}
    return content
