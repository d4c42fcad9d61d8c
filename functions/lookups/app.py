"""Wiring: the Lambda handler of the lookups group."""

from functions.lookups.routes import routes
from portal.http import HttpSettings, create_app
from portal.reference import counties
from portal.settings import load

app = create_app(routes, counties(), load(HttpSettings))
