"""Coarse names of the browser and the system in a User-Agent header.

A person recognizes a sign-in by them, so versions are left out. A browser on iOS names itself beside Safari,
and most browsers name Chrome and Safari, too; therefore the order counts.
"""

import re
from dataclasses import dataclass

_BROWSERS = (
    ("Edge", re.compile(r"\bEdg(?:e|A|iOS)?/")),
    ("Opera", re.compile(r"\b(?:OPR|OPX|OPT|Opera)/")),
    ("Samsung Internet", re.compile(r"\bSamsungBrowser/")),
    ("DuckDuckGo", re.compile(r"\b(?:DuckDuckGo|Ddg)/")),
    ("Firefox", re.compile(r"\b(?:Firefox|FxiOS)/")),
    ("Chrome", re.compile(r"\b(?:Chrome|CriOS|HeadlessChrome)/")),
    ("Safari", re.compile(r"\bVersion/[\d.]+ (?:Mobile/\w+ )?Safari/")),
)
_SYSTEMS = (
    ("iOS", re.compile(r"\biPhone\b|\biPod\b")),
    ("iPadOS", re.compile(r"\biPad\b")),
    ("Android", re.compile(r"\bAndroid\b")),
    ("Windows", re.compile(r"\bWindows\b")),
    ("ChromeOS", re.compile(r"\bCrOS\b")),
    # An iPad that asks for the desktop site names itself so, too.
    ("macOS", re.compile(r"\bMacintosh\b")),
    ("Linux", re.compile(r"\bLinux\b")),
)
_MAX_CHARACTERS = 1000


@dataclass(frozen=True, slots=True)
class Device:
    """Browser family and system; None for one that is not known."""

    browser: str | None
    system: str | None

    @property
    def key(self) -> str:
        """Text that is the same for all devices of this kind."""
        return f"{self.browser or ''}/{self.system or ''}"


def parse_user_agent(header: str) -> Device:
    """Return the device that a User-Agent header names."""
    header = header[:_MAX_CHARACTERS]
    browser = next((name for name, pattern in _BROWSERS if pattern.search(header)), None)
    return Device(browser, next((name for name, pattern in _SYSTEMS if pattern.search(header)), None))
