"""The Lambda handler of announcements."""

from functions.notifier.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
