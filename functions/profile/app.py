"""The Lambda handler of the profile group."""

from functions.profile.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
