"""Wiring of the configuration group."""

from collections.abc import Mapping

from chalice.app import Chalice

from functions.configuration.routes import routes
from functions.configuration.service import get_app_settings
from functions.configuration.settings import ConfigurationSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.settings import load


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(ConfigurationSettings, environment)
    return create_app((routes, get_app_settings(settings)), settings=settings, telemetry=telemetry)
