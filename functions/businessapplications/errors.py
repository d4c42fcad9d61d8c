"""Errors of the group `businessapplications`."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class TooManyDocuments(Conflict):
    code = "tooManyDocuments"
    text = Text(
        en="An application can have 20 files. Remove one, or put several pages into one PDF.",
        es="Una solicitud puede tener 20 archivos. Quite uno o reúna varias páginas en un solo PDF.",
    )


class FormNotFound(NotFound):
    code = "formNotFound"
    text = Text(
        en="There is no such form, or the agency does not offer it any more.",
        es="No existe ese formulario, o la agencia ya no lo ofrece.",
    )


class FormNotForEntityType(Conflict):
    code = "formNotForEntityType"
    text = Text(
        en="This form is not for businesses of this entity type. The form says which can use it.",
        es="Este formulario no es para empresas de este tipo de entidad. Indica cuáles pueden usarlo.",
    )


class NoNameAsked(NotFound):
    code = "noNameAsked"
    text = Text(
        en="This form asks for no business name, or for one of an entity type without rules for names.",
        es="Este formulario no pide un nombre de negocio, o es de un tipo de entidad sin reglas de nombres.",
    )


class TooManyApplications(Conflict):
    code = "tooManyApplications"
    text = Text(
        en="A business can have 100 applications that are not decided. Remove drafts that you do not need.",
        es="Una empresa puede tener 100 solicitudes sin resolver. Elimine los borradores que no necesite.",
    )


class AlreadySubmitted(Conflict):
    code = "alreadySubmitted"
    text = Text(
        en="This application was submitted and cannot be removed. You can withdraw it.",
        es="Esta solicitud ya se presentó y no se puede eliminar. Puede retirarla.",
    )
