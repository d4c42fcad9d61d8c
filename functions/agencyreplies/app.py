"""The Lambda handler of the agency replies group."""

from functions.agencyreplies.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
