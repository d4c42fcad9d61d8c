"""The Lambda handler of the governmentsearch group."""

from functions.governmentsearch.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
