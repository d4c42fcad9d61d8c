"""The Lambda handler of the access log sealer."""

from functions.accesslogsealer.wiring import create_handler
from portal.settings import get_environment

handler = create_handler(get_environment())
