"""The Lambda handler of the business names group."""

from functions.businessnames.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
