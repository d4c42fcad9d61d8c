"""Comparison with the clocks of issuers, which are never exactly ours."""

from datetime import timedelta

CLOCK_TOLERANCE = timedelta(seconds=60)
"""How far ahead of ours an issuer's clock may be; `portal.tokens.verification` allows tokens the same."""
