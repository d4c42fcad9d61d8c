"""The Lambda handler of scheduled work, and of cleanup after removed messages."""

from functions.maintenance.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
