"""Shared by all hosted pages: addresses that keep the request, template context, headers, CSRF protection."""

from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Flask,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    send_from_directory,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as BaseResponse

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.services import get_services
from infrastructure.sandbox.identity_provider.texts import LANGUAGES, get_language, get_text
from portal.language import write_moment

FONTS = Path(__file__).parents[3] / "webapp" / "src" / "styles" / "fonts"


def make_page_address(endpoint: str) -> str:
    """Return the address of another page with this query (authorization request, language)."""
    query = request.query_string.decode("ascii", "replace")
    return url_for(endpoint) + (f"?{query}" if query else "")


def make_language_address(code: str) -> str:
    """Return the address of this page in another language."""
    kept = [(name, value) for name, value in request.args.items(multi=True) if name != "ui_locales"]
    return f"{request.path}?{urlencode([*kept, ('ui_locales', code)])}"


def go_to(endpoint: str) -> BaseResponse:
    """Redirect to another page of the same request; 303, so that a form is not posted again."""
    return redirect(make_page_address(endpoint), 303)


def show(template: str, form: Form | None = None, **context: Any) -> Response:
    """Render a page; with status 400 when its form has errors."""
    form = form or Form()
    return make_response(render_template(template, form=form, **context), 400 if form.errors else 200)


def format_local_time(moment: datetime) -> str:
    """Return a moment as people in Arizona write it."""
    words = write_moment(moment)
    return words.es if get_language() == "es" else words.en


def refuse_forged_forms() -> ResponseReturnValue | None:
    """Refuse a form without the secret of the browser it was shown in."""
    if request.method == "POST" and not browser.is_genuine(request.form.get("csrf_token", "")):
        return render_template("message.html", key="stale"), 400
    return None


def create_blueprint(name: str, import_name: str) -> Blueprint:
    """Return a blueprint for pages whose forms are protected against forgery."""
    blueprint = Blueprint(name, import_name)
    blueprint.before_request(refuse_forged_forms)
    return blueprint


def make_policy(*more: str) -> str:
    """Return the content security policy of a page, with what that page alone may do besides."""
    # A browser applies form-action to the redirect after a form too, and that leads to the portal.
    return "; ".join(
        (
            "default-src 'none'",
            "style-src 'self'",
            "img-src 'self'",
            "font-src 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            f"form-action 'self' {get_services().settings.portal_origin}",
            *more,
        )
    )


def protect(response: Response) -> Response:
    """Add strict headers to pages.

    Redirects carry no framing header: the silent sign-in of the portal follows them inside a frame. There
    is no Cross-Origin-Opener-Policy, because it would cut the popup from the portal that opened it.
    """
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    if request.endpoint != "static" and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    if response.mimetype == "text/html" and not 300 <= response.status_code < 400:
        # A page that needs another policy has set it.
        response.headers.setdefault("Content-Security-Policy", make_policy())
        response.headers.setdefault("X-Frame-Options", "DENY")
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(), payment=()"
    return response


def send_font(name: str) -> Response:
    """Return the portal's own font files."""
    return send_from_directory(FONTS, name, max_age=86_400)


def show_not_found(error: Exception) -> ResponseReturnValue:
    """Answer an unknown address."""
    del error
    return render_template("message.html", key="not_found"), 404


def show_failure(error: Exception) -> ResponseReturnValue:
    """Answer a fault of the provider, which Flask has logged with its stack trace."""
    del error
    return render_template("message.html", key="failure"), 500


def install(app: Flask) -> None:
    """Give the app what all pages need."""
    app.context_processor(
        lambda: {
            "t": get_text,
            "language": get_language(),
            "languages": LANGUAGES,
            "address_in": make_language_address,
            "page_address": make_page_address,
            "forgery_token": browser.get_forgery_token,
            "portal_origin": get_services().settings.portal_origin,
            "local_time": format_local_time,
        }
    )
    app.add_url_rule("/fonts/<name>", "font", send_font)
    app.after_request(protect)
    app.register_error_handler(404, show_not_found)
    app.register_error_handler(500, show_failure)
