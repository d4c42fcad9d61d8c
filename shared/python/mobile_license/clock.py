"""Tolerance for differences from the clocks of issuers."""

from datetime import timedelta

CLOCK_TOLERANCE = timedelta(seconds=60)
"""Allowed lead of an issuer's clock over the portal's; `portal.tokens.verification` allows tokens the
same.
"""
