"""The Lambda handler of the gateway's authorizer for signed-in people."""

from functions.authorizer.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
