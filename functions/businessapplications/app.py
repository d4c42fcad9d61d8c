"""The Lambda handler of the applications group."""

from functions.businessapplications.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
