"""The Lambda handler of the address validation group."""

from functions.addressvalidation.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
