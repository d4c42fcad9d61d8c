"""The Lambda handler of the start-up costs group."""

from functions.startupcosts.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
