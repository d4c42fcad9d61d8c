"""The OpenAPI document, browsed at `/docs`: locally only, and with headers of its own.

Swagger UI sets inline styles, which the portal's pages forbid; hence its own, otherwise stricter, policy.
"""

from infrastructure.local.http import Request, Response, make_text_response
from infrastructure.local.site import find, make_file_response
from infrastructure.settings import REPOSITORY

PREFIX = "/docs"
_SWAGGER_UI = (REPOSITORY / "node_modules" / "swagger-ui-dist").resolve()
_DOCUMENT = REPOSITORY / "shared" / "contract" / "openapi.json"
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_PAGE = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<div id="documentation"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
"""
_START = b"""SwaggerUIBundle({ url: '/docs/openapi.json', dom_id: '#documentation', deepLinking: true });
"""


def answer_documentation(request: Request) -> Response:
    """Answer a request below `/docs`."""
    if request.method in ("GET", "HEAD"):
        response = _find_page(request)
    else:
        response = make_text_response(403, "This method is not allowed here.")
    response.headers += [
        ("Content-Security-Policy", _POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-cache"),
    ]
    return response


def _find_page(request: Request) -> Response:
    name = request.path.removeprefix(PREFIX).strip("/")
    match name:
        case "":
            return Response(200, [("Content-Type", "text/html; charset=utf-8")], _PAGE)
        case "start.js":
            return Response(200, [("Content-Type", "text/javascript; charset=utf-8")], _START)
        case "openapi.json":
            return make_file_response(_DOCUMENT, request)
    file = find(_SWAGGER_UI, name)
    return make_file_response(file, request) if file else make_text_response(404, "There is no such page.")


def is_documentation(path: str) -> bool:
    """Return whether a path belongs to the documentation."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")
