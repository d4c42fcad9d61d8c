"""The Lambda handler of the services group."""

from functions.services.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
