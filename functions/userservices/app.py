"""The Lambda handler of the userservices group."""

from functions.userservices.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
