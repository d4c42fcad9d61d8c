"""MIME form of a letter: plain text, equivalent HTML, and headers.

Sources: RFC 5322 and RFC 2046, 5.1.4 (alternatives); RFC 3834, 5 (Auto-Submitted); RFC 2369, 3.2 and RFC
8058, 3 (unsubscribing with one click). The HTML loads nothing, so nobody learns that it was opened.
"""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime

from functions.notifier.letters import PORTAL_NAME, Letter, LetterEntry, Link

_RULE = "--"
# `Header` makes encoded words up to two characters longer; the limit is 75 (RFC 2047, 2).
_LINE_LENGTH = 73
_PAGE = "margin:0;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 sans-serif"
_COLUMN = "max-width:600px;margin:0 auto"
_HEADING = "margin:0 0 16px;font-size:26px;line-height:1.25"
_BUTTON = (
    "display:inline-block;padding:12px 20px;border-radius:4px;background:#005ea2;color:#ffffff;"
    "font-weight:bold;text-decoration:none"
)
_FOOTER = "margin-top:32px;padding-top:16px;border-top:1px solid #71767a;font-size:14px;color:#565c65"


@dataclass(frozen=True, slots=True)
class Envelope:
    """Headers of a letter."""

    sender: str  # the portal's address
    recipient: str  # the person's address
    message_id: str  # without angle brackets
    sent_at: datetime
    unsubscribe: str | None  # one-click unsubscribe address, if any


class _Whole(UnstructuredHeader, BaseHeader):
    """A header in one line if possible, otherwise in encoded words.

    The default policy would start a long subject with an empty line, and encode web addresses, which nobody
    decodes (RFC 2047, 5: only text headers have encoded words).
    """

    def fold(self, *, policy: Policy) -> str:
        if self.isascii():
            return f"{self.name}: {self}{policy.linesep}"
        content = Header(str(self), "utf-8", _LINE_LENGTH, header_name=self.name)
        return f"{self.name}: {content.encode(linesep=policy.linesep)}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("subject", _Whole)
_HEADERS.map_to_type("list-unsubscribe", _Whole)
_POLICY = SMTP.clone(header_factory=_HEADERS)


def make_mime(letter: Letter, envelope: Envelope) -> bytes:
    """Return the email in its ASCII form.

    Raises:
        ValueError: an address has a line break.
    """
    message = EmailMessage(policy=_POLICY)
    message["From"] = Address(display_name=PORTAL_NAME, addr_spec=envelope.sender)
    message["To"] = Address(addr_spec=envelope.recipient)
    message["Subject"] = letter.title
    message["Date"] = format_datetime(envelope.sent_at)
    message["Message-ID"] = f"<{envelope.message_id}>"
    message["Auto-Submitted"] = "auto-generated"
    if envelope.unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{envelope.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(make_plain_text(letter), cte="quoted-printable")
    message.add_alternative(make_html(letter), subtype="html", cte="quoted-printable")
    # Set last: a content header set before the parts moves to the first part.
    message["Content-Language"] = letter.language
    return message.as_bytes()


def make_plain_text(letter: Letter) -> str:
    """Return the letter as plain text."""
    blocks = [letter.heading]
    blocks += [f"{entry.sender}: {entry.label}\n{entry.address}" for entry in letter.entries]
    blocks += letter.paragraphs
    blocks.append(_format_as_text(letter.button))
    blocks.append(_RULE)
    blocks.append(letter.footer)
    blocks += [_format_as_text(link) for link in letter.footer_links]
    return "\n\n".join(blocks) + "\n"


def make_html(letter: Letter) -> str:
    """Return the letter as an HTML document."""
    return "\n".join(_list_lines(letter)) + "\n"


def _list_lines(letter: Letter) -> Iterator[str]:
    yield "<!doctype html>"
    yield f'<html lang="{letter.language}">'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    yield f"<title>{html.escape(letter.title)}</title></head>"
    yield f'<body style="{_PAGE}"><div style="{_COLUMN}">'
    yield f'<main><h1 style="{_HEADING}">{html.escape(letter.heading)}</h1>'
    if letter.entries:
        yield "<ul>"
        yield from (_make_entry(entry) for entry in letter.entries)
        yield "</ul>"
    yield from (f"<p>{html.escape(paragraph)}</p>".replace("\n", "<br>") for paragraph in letter.paragraphs)
    address, label = html.escape(letter.button.address), html.escape(letter.button.label)
    yield f'<p><a href="{address}" style="{_BUTTON}">{label}</a></p></main>'
    yield f'<footer style="{_FOOTER}"><p>{html.escape(letter.footer)}</p>'
    yield from (f"<p>{_make_link(link)}</p>" for link in letter.footer_links)
    yield "</footer></div></body></html>"


def _make_entry(entry: LetterEntry) -> str:
    address, label = html.escape(entry.address), html.escape(entry.label)
    return f'<li>{html.escape(entry.sender)}: <a href="{address}">{label}</a></li>'


def _make_link(link: Link) -> str:
    return f'<a href="{html.escape(link.address)}">{html.escape(link.label)}</a>'


def _format_as_text(link: Link) -> str:
    return f"{link.label}:\n{link.address}"
