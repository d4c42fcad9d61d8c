"""Wiring of the user pool's trigger before it signs tokens."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from functions.signintokens.amazon_cognito import AmazonCognito
from functions.signintokens.second_factor import SecondFactors
from portal.observability import Telemetry


def create_handler(environment: Mapping[str, str]) -> Callable[[dict[str, Any], object], dict[str, Any]]:
    """Make the Lambda handler of the trigger (version 2), which adds claims to the id token.

    The handler raises botocore's errors for confirmed staff only, whose sign-in then fails.
    """
    logger = Telemetry.from_environment(environment).logger
    second_factors = SecondFactors(AmazonCognito(), now=time.time, logger=logger)
    return logger.inject_lambda_context(lambda event, _context: second_factors.add_claim(event))
