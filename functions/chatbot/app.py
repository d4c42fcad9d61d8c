"""The Lambda handler of the chatbot group."""

from functions.chatbot.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
