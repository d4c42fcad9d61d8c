"""The Lambda handler of the lookups group."""

from functions.lookups.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
