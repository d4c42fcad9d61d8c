"""The Lambda handler of the transactions group."""

from functions.transactions.wiring import create_handler
from portal.settings import get_environment

app = create_handler(get_environment())
