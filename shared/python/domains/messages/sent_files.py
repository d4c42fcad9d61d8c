"""Rules for files that people send through the API: decoding, type, size, and texts of refusals."""

import base64
from collections.abc import Mapping

from domains.messages.attachments import Fault
from domains.messages.file_contents import ContentType, get_content_type, is_heic
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
HEIC = Text(
    en="This photo is in the HEIC format. Save it as a JPEG. On an iPhone, open Settings, Camera, "
    "Formats, choose Most Compatible, and take it again.",
    es="Esta foto está en formato HEIC. Guárdela como JPEG. En un iPhone, elija Cámara, Formatos, Más "
    "compatible y tómela de nuevo.",
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
UNREADABLE = Text(
    en="This PDF is encrypted or damaged, so we cannot check it. Save it without a password or "
    "restrictions, for example by printing it to PDF.",
    es="Este PDF está cifrado o dañado y no se puede revisar. Guárdelo sin contraseña ni restricciones, "
    "por ejemplo imprimiéndolo a PDF.",
)


_FAULTS: Mapping[Fault, Text] = {
    "wrongType": WRONG_TYPE,
    "severalKinds": SEVERAL_KINDS,
    "activeContent": ACTIVE_CONTENT,
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
        raise SentFileRefused(HEIC if is_heic(decoded) else WRONG_TYPE)
    if len(decoded) > MAX_FILE_BYTES:
        raise SentFileRefused(FILE_TOO_LARGE)
    return decoded, content_type


def get_fault_text(fault: Fault) -> Text:
    """Return the message for a file with a fault."""
    return _FAULTS[fault]
