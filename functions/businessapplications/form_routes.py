"""The routes of the forms by which a business can apply."""

from domains.agencies.catalog import CatalogUnavailable
from functions.businessapplications.contract import (
    FormReply,
    FormsReply,
)
from functions.businessapplications.errors import (
    FormNotFound,
)
from functions.businessapplications.form_service import FormService
from functions.businessapplications.replies import (
    make_form_reply,
    make_form_summary,
)
from portal.routes import Request, Routes

routes = Routes("businessapplications")


@routes.endpoint(
    "GET",
    "/api/businessapplications/forms",
    summary="List the forms for businesses",
    replies={200: FormsReply},
    raises=(CatalogUnavailable,),
)
def list_forms(request: Request[None], service: FormService) -> FormsReply:
    """List the forms that businesses can apply with, by agency and name."""
    offered = [make_form_summary(each, request.language, service.today) for each in service.list_forms()]
    return FormsReply(items=sorted(offered, key=lambda each: (each.agency.name, each.name)))


@routes.endpoint(
    "GET",
    "/api/businessapplications/forms/{id}",
    summary="Get a form",
    replies={200: FormReply},
    raises=(FormNotFound, CatalogUnavailable),
)
def get_form(request: Request[None], service: FormService) -> FormReply:
    """Return the form as the agency offers it now."""
    return make_form_reply(service.get_form(request.path["id"]), request.language, service.today)
