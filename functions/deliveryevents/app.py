"""The Lambda handler of events of mail and telephone networks."""

from functions.deliveryevents.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
