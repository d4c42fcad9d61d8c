"""Wiring: the Lambda handler of the gateway's authorizer."""

import time
from functools import partial

from functions.authorizer.authorizer import Authorizer
from functions.authorizer.keys import KeysUnavailableError, SigningKeys, fetch_document
from functions.authorizer.settings import Settings
from functions.authorizer.shapes import shape_of
from functions.authorizer.tokens import TokenVerifier
from portal.observability import make_logger
from portal.settings import environment

_settings = Settings.from_environment(environment())
_logger = make_logger()


def _warn_of_failed_refresh(error: KeysUnavailableError) -> None:
    _logger.warning("The last good keys stay in use", extra={"fault": str(error)})


_keys = SigningKeys(
    fetch=partial(fetch_document, _settings.jwks_uri),
    monotonic=time.monotonic,
    on_failed_refresh=_warn_of_failed_refresh,
)
_verifier = TokenVerifier(issuer=_settings.issuer, shape=shape_of(_settings), keys=_keys, now=time.time)

handler = Authorizer(_verifier, _logger).decide
