"""The Lambda handler of the group of accounts at agencies."""

from functions.businessagency.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
