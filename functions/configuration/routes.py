"""The configuration route."""

from functions.configuration.contract import AppSettings
from portal.audiences import PUBLIC
from portal.routes import Request, Routes

routes = Routes("configuration")


@routes.endpoint(
    "GET",
    "/configuration",
    summary="Get the settings that the web app starts with",
    replies={200: AppSettings},
    audience=PUBLIC,
    cache_control="public, max-age=300",
)
def read_configuration(_request: Request[None], app_settings: AppSettings) -> AppSettings:
    """Return the settings of this stage, the same for everybody."""
    return app_settings
