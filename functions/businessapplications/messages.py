"""What the applications group says."""

from portal.language import Text

FORM_NOT_FOUND = Text(
    en="There is no such form, or the agency does not offer it any more.",
    es="No existe ese formulario, o la agencia ya no lo ofrece.",
)
BUSINESS_NOT_FOUND = Text(en="You have no such business.", es="Usted no tiene esa empresa.")
APPLICATION_NOT_FOUND = Text(en="You have no such application.", es="Usted no tiene esa solicitud.")
DOCUMENT_NOT_FOUND = Text(en="This application has no such file.", es="Esta solicitud no tiene ese archivo.")
ROLE_NOT_ALLOWED = Text(
    en="You can read what this business files. Ask an owner to make you a manager to file yourself.",
    es="Usted puede leer lo que presenta esta empresa. Pida a un propietario que le haga administrador para "
    "presentar algo usted.",
)
NOT_FOR_ENTITY_TYPE = Text(
    en="This form is not for businesses of this entity type. The form says which can use it.",
    es="Este formulario no es para empresas de este tipo de entidad. Indica cuáles pueden usarlo.",
)
TOO_MANY_APPLICATIONS = Text(
    en="A business can have 100 applications that are not decided. Remove drafts that you do not need.",
    es="Una empresa puede tener 100 solicitudes sin resolver. Elimine los borradores que no necesite.",
)
KEY_REUSED = Text(
    en="This Idempotency-Key began another application, or one that was removed. Take a new one.",
    es="Esta Idempotency-Key inició otra solicitud o una que se eliminó. Use una nueva.",
)
NOT_DECLARED = Text(
    en="Affirm the declaration before you submit.",
    es="Confirme la declaración antes de presentar la solicitud.",
)
UNKNOWN_CODE = Text(en="This form does not ask for such a file.", es="Este formulario no pide ese archivo.")
WRONG_NAME = Text(
    en='Name the file without a path: none of / \\ : * ? " < > | and no dot at the beginning.',
    es='Nombre el archivo sin ruta: sin / \\ : * ? " < > | y sin punto al principio.',
)
WRONG_ENDING = Text(
    en="The name must end as files of this type do: .pdf, .png, .jpg or .jpeg.",
    es="El nombre debe terminar como los archivos de este tipo: .pdf, .png, .jpg o .jpeg.",
)
NOT_BASE64 = Text(en="Send the file in base64.", es="Envíe el archivo en base64.")
EMPTY_FILE = Text(en="This file is empty. Choose another.", es="Este archivo está vacío. Elija otro.")
FILE_TOO_LARGE = Text(
    en="This file is larger than 3 MB. Make it smaller or divide it.",
    es="Este archivo supera los 3 MB. Redúzcalo o divídalo.",
)
WRONG_TYPE = Text(
    en="The content of this file is not what its type says. Send a real PDF, PNG or JPEG file.",
    es="El contenido de este archivo no es del tipo indicado. Envíe un archivo PDF, PNG o JPEG verdadero.",
)
