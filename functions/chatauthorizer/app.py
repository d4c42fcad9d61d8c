"""The Lambda handler of the gateway's authorizer for conversations with the assistant."""

from functions.chatauthorizer.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
