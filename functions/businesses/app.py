"""The Lambda handler of the businesses group."""

from functions.businesses.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
