"""The Lambda handler of the subscriptions group."""

from functions.subscriptions.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
