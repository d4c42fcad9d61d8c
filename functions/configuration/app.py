"""The Lambda handler of the configuration group."""

from functions.configuration.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
