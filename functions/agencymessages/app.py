"""The Lambda handler of the agency messages group."""

from functions.agencymessages.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
