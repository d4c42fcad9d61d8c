"""The Lambda handler of the user pool's trigger before it signs tokens."""

from functions.signintokens.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
