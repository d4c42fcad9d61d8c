"""The Lambda handler of people's tokens."""

from functions.peopletokens.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
