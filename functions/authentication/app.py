"""The Lambda handler of the authentication group."""

from functions.authentication.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
