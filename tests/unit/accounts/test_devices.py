"""Browsers and systems of real User-Agent headers."""

import pytest

from domains.accounts.devices import parse_user_agent

KIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
IOS = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
ANDROID = "Mozilla/5.0 (Linux; Android 10; K)"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X)"


@pytest.mark.parametrize(
    ("header", "browser", "system"),
    [
        (f"{WINDOWS} {KIT} Chrome/138.0.0.0 Safari/537.36", "Chrome", "Windows"),
        (f"{WINDOWS} {KIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0", "Edge", "Windows"),
        (f"{WINDOWS} {KIT} Chrome/134.0.0.0 Safari/537.36 OPR/119.0.0.0", "Opera", "Windows"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox",
            "Windows",
        ),
        (f"{MAC} {IOS} Version/18.5 Safari/605.1.15", "Safari", "macOS"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox",
            "macOS",
        ),
        (f"{IPHONE} {IOS} Version/18.5 Mobile/15E148 Safari/604.1", "Safari", "iOS"),
        (f"{IPHONE} {IOS} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1", "Chrome", "iOS"),
        (f"{IPHONE} {IOS} FxiOS/140.0 Mobile/15E148 Safari/605.1.15", "Firefox", "iOS"),
        (f"{IPHONE} {IOS} Version/17.0 EdgiOS/138.0.3351.77 Mobile/15E148 Safari/604.1", "Edge", "iOS"),
        (f"{IPAD} {IOS} Version/17.6 Mobile/15E148 Safari/604.1", "Safari", "iPadOS"),
        (f"{ANDROID} {KIT} Chrome/138.0.0.0 Mobile Safari/537.36", "Chrome", "Android"),
        (
            f"{ANDROID} {KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet",
            "Android",
        ),
        ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox", "Android"),
        (f"{MAC} {IOS} Version/18.5 Safari/605.1.15 Ddg/18.5", "DuckDuckGo", "macOS"),
        (
            f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {KIT} Chrome/138.0.0.0 Safari/537.36",
            "Chrome",
            "ChromeOS",
        ),
        (f"Mozilla/5.0 (X11; Linux x86_64) {KIT} HeadlessChrome/138.0.0.0 Safari/537.36", "Chrome", "Linux"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox", "Linux"),
        ("curl/8.14.1", None, None),
        ("", None, None),
        ("x" * 2000 + " Firefox/140.0", None, None),
    ],
    ids=str,
)
def test_browser_and_system_are_found(header: str, browser: str | None, system: str | None) -> None:
    device = parse_user_agent(header)
    assert (device.browser, device.system) == (browser, system)
