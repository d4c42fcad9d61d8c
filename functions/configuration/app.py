"""Wiring: the Lambda handler of the configuration group."""

from functions.configuration.routes import routes
from functions.configuration.service import get_app_settings
from functions.configuration.settings import ConfigurationSettings
from portal.http import create_app
from portal.settings import load

_settings = load(ConfigurationSettings)
app = create_app((routes, get_app_settings(_settings)), settings=_settings)
