"""The Lambda handler of the agencyinbound group."""

from functions.agencyinbound.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
