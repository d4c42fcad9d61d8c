"""Caches the AWS SDK's service descriptions for the process instead of for each session.

The emulator makes sessions while it is imported, and every table of every function has one of its own: they
were a fifth of the time until the portal is ready. In Lambda a function has a process to itself. And it works
out for each call how the SDK names itself, which is a seventh of the tests of the API.
"""

from functools import cache
from typing import Any

from botocore import useragent
from botocore.context import get_context
from botocore.loaders import JSONFileLoader, Loader

_load_file = JSONFileLoader.load_file
_list_available_services = Loader.list_available_services
# The SDK escapes its user agent again for each call.
_sanitized = cache(useragent.sanitize_user_agent_string_component)
_user_agent = useragent.UserAgentString.to_string
_kept: dict[str, Any] = {}
_kept_services: dict[tuple[str, ...], list[str]] = {}


def install() -> None:
    """Install the caches. Idempotent."""
    JSONFileLoader.load_file = _get_cached_file
    Loader.list_available_services = _get_cached_list
    useragent.sanitize_user_agent_string_component = _sanitized
    useragent.UserAgentString.to_string = _get_cached_user_agent


def _get_cached_file(self: JSONFileLoader, file_path: str) -> Any:
    # Sessions only read what they are given: within one session, all clients share it already.
    if file_path not in _kept:
        content = _load_file(self, file_path)
        if content is None:
            return None
        _kept[file_path] = content
    return _kept[file_path]


def _get_cached_list(self: Loader, type_name: str) -> list[str]:
    # Every session would look into the folders of all four hundred services for its first client.
    key = (type_name, *self.search_paths)
    if key not in _kept_services:
        _kept_services[key] = _list_available_services(self, type_name)
    return _kept_services[key]


def _get_cached_user_agent(self: useragent.UserAgentString) -> str:
    # Calls of a client differ only in the features of the SDK that they use.
    context = get_context()
    key = (self._client_config, frozenset(context.features if context else ()))
    # A client's is a copy of its session's, and shares this.
    kept: dict[Any, str] = vars(self).setdefault("kept_user_agents", {})
    if key not in kept:
        kept[key] = _user_agent(self)
    return kept[key]
