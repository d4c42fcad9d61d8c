"""The built web app, in place of the bucket behind CloudFront."""

import hashlib
import mimetypes
from pathlib import Path
from urllib.parse import unquote

from infrastructure.local.http import Request, Response, make_text_response

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
# Vite names the files of this folder by their content; docs/deploy.md uploads them with the same header.
_HASHED_FOLDER = "/assets/"
_FOREVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"


class Site:
    """Answers with the files of a folder."""

    def __init__(self, folder: Path) -> None:
        """Serve a folder; it may be built again while it is served."""
        self._folder = folder.resolve()

    def __call__(self, request: Request) -> Response:
        """Answer a request for a file."""
        path = find(self._folder, request.path)
        if path is None and not (self._folder / "index.html").is_file():
            return make_text_response(503, "The web app is not built yet. `npm start` builds it.")
        if path is None:
            # S3 answers a missing object like this, because CloudFront may not list the bucket.
            return make_text_response(403, "Access denied.")
        response = make_file_response(path, request)
        is_hashed = request.path.startswith(_HASHED_FOLDER)
        response.set_header("Cache-Control", _FOREVER if is_hashed else _ASK_FIRST)
        return response


def find(folder: Path, path: str) -> Path | None:
    """Return the file of a folder that a URL path names; None outside of the folder."""
    decoded = unquote(path)
    if "\0" in decoded:
        return None
    file = (folder / decoded.lstrip("/")).resolve()
    return file if file.is_relative_to(folder) and file.is_file() else None


def make_file_response(path: Path, request: Request) -> Response:
    """Return a file with its type and ETag, or 304 where the browser has it."""
    content = path.read_bytes()
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    known = [tag.strip().removeprefix("W/") for tag in (request.header("if-none-match") or "").split(",")]
    headers = [("ETag", etag)]
    if etag in known:
        return Response(304, headers)
    kind = _TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(200, [("Content-Type", kind), *headers], content)
