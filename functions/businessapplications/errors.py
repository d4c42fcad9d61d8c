"""Errors of the group `businessapplications`."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class TooManyDocuments(Conflict):
    code = "tooManyDocuments"
    text = Text(
        en="An application can have up to 20 files. Remove one, or put several pages into one PDF.",
        es="Una solicitud puede tener 20 archivos. Quite uno o reúna varias páginas en un solo PDF.",
    )


class FormNotFound(NotFound):
    code = "formNotFound"
    text = Text(
        en="We could not find this form, or the agency no longer offers it.",
        es="No existe ese formulario, o la agencia ya no lo ofrece.",
    )


class FormNotForEntityType(Conflict):
    code = "formNotForEntityType"
    text = Text(
        en="This form is not for this type of business. The form lists the types that can use it.",
        es="Este formulario no es para empresas de este tipo de entidad. Indica cuáles pueden usarlo.",
    )


class NoNameAsked(NotFound):
    code = "noNameAsked"
    text = Text(
        en="This form does not ask for a business name, or its entity type has no naming rules.",
        es="Este formulario no pide un nombre de negocio, o es de un tipo de entidad sin reglas de nombres.",
    )


class TooManyApplications(Conflict):
    code = "tooManyApplications"
    text = Text(
        en="A business can have up to 100 open applications. Remove drafts that you do not need.",
        es="Una empresa puede tener 100 solicitudes sin resolver. Elimine los borradores que no necesite.",
    )


class AlreadySubmitted(Conflict):
    code = "alreadySubmitted"
    text = Text(
        en="You submitted this application, so you cannot remove it. You can withdraw it.",
        es="Esta solicitud ya se presentó y no se puede eliminar. Puede retirarla.",
    )
