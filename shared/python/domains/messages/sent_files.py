"""Rules for files that people send through the API: decoding, type, size, and texts of refusals."""

import base64
from collections.abc import Mapping

from domains.messages.attachments import Fault
from domains.messages.file_contents import ContentType, get_content_type
from domains.messages.file_kinds import find_file_kind
from portal.language import Text

MAX_FILE_BYTES = 3_000_000

NOT_BASE64 = Text(en="Send the file in base64.", es="Envíe el archivo en base64.")
FILE_TOO_LARGE = Text(
    en="This file is larger than 3 MB. Make it smaller or split it.",
    es="Este archivo supera los 3 MB. Redúzcalo o divídalo.",
)
WRONG_TYPE = Text(
    en="This file is not a PDF, PNG, or JPEG. Print it to PDF and choose the PDF.",
    es="Este archivo no es PDF, PNG ni JPEG. Imprímalo a PDF y elija ese.",
)
SEVERAL_KINDS = Text(
    en="This file also contains a web page or an archive. Save it again, for example by printing it to PDF.",
    es="Este archivo es de más de un tipo a la vez: contiene también una página web o un archivo comprimido. "
    "Guárdelo de nuevo, por ejemplo imprimiéndolo a PDF.",
)
ACTIVE_CONTENT = Text(
    en="This PDF contains scripts, actions, or other files. Save it without them, for example by "
    "printing it to PDF.",
    es="Este PDF contiene scripts, acciones u otros archivos. Guárdelo sin ellos, por ejemplo "
    "imprimiéndolo a PDF.",
)
SURROUNDED_PDF = Text(
    en="This file has other data behind the end of the PDF. Open it and save it again, for example by "
    "printing it to PDF.",
    es="Este archivo tiene otros datos detrás del final del PDF. Ábralo y guárdelo de nuevo, por ejemplo "
    "imprimiéndolo a PDF.",
)
XFA_FORM = Text(
    en="This is a form that only Adobe Reader shows and fills in. Open it there, fill it in, and print it "
    "to PDF.",
    es="Este es un formulario que solo Adobe Reader muestra y llena. Ábralo allí, llénelo e imprímalo a PDF.",
)
LOCKED = Text(
    en="This PDF asks for a password when it is opened. Save a copy without it, for example by printing it "
    "to PDF.",
    es="Este PDF pide una contraseña al abrirlo. Guarde una copia sin contraseña, por ejemplo imprimiéndolo "
    "a PDF.",
)
UNREADABLE = Text(
    en="This PDF is damaged or unusual, so we cannot check it. Save it again, for example by printing it to "
    "PDF.",
    es="Este PDF está dañado o es inusual y no se puede revisar. Guárdelo de nuevo, por ejemplo "
    "imprimiéndolo a PDF.",
)


_FAULTS: Mapping[Fault, Text] = {
    "wrongType": WRONG_TYPE,
    "severalKinds": SEVERAL_KINDS,
    "activeContent": ACTIVE_CONTENT,
    "surroundedPdf": SURROUNDED_PDF,
    "xfaForm": XFA_FORM,
    "locked": LOCKED,
    "unreadable": UNREADABLE,
}


class SentFileRefused(Exception):
    """The file is refused; `message` says why, and what to do."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def decode_file(content: str) -> tuple[bytes, ContentType]:
    """Return the bytes and the type of a file in base64.

    Raises:
        SentFileRefused: the content is not base64, not a PDF, PNG, or JPEG, or larger than `MAX_FILE_BYTES`.
    """
    try:
        decoded = base64.b64decode(content, validate=True)
    # Non-ASCII characters raise ValueError, not `binascii.Error`.
    except ValueError:
        raise SentFileRefused(NOT_BASE64) from None
    content_type = get_content_type(decoded)
    if content_type is None:
        kind = find_file_kind(decoded)
        raise SentFileRefused(kind.text if kind else WRONG_TYPE)
    if len(decoded) > MAX_FILE_BYTES:
        raise SentFileRefused(FILE_TOO_LARGE)
    return decoded, content_type


def get_fault_text(fault: Fault) -> Text:
    """Return the message for a file with a fault."""
    return _FAULTS[fault]
