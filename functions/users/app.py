"""The Lambda handler of the users group."""

from functions.users.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
