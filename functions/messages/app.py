"""The Lambda handler of the messages group."""

from functions.messages.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
