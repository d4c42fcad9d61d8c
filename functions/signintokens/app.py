"""Wiring: the Lambda handler of the user pool's trigger before it signs tokens."""

import time
from typing import Any

from functions.signintokens.amazon_cognito import AmazonCognito
from functions.signintokens.second_factor import SecondFactors
from portal.observability import make_logger

_second_factors = SecondFactors(AmazonCognito(), now=time.time, logger=make_logger())


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """Return the event of the trigger (version 2) with the claims to add to the id token.

    Raises botocore's errors for confirmed staff only, whose sign-in then fails.
    """
    return _second_factors.add_claim(event)
