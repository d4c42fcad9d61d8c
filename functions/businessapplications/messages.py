"""Texts of the applications group."""

from portal.language import Text

NOT_DECLARED = Text(
    en="Affirm the declaration before you submit.",
    es="Confirme la declaración antes de presentar la solicitud.",
)
UNKNOWN_CODE = Text(en="This form does not ask for such a file.", es="Este formulario no pide ese archivo.")
NOT_BASE64 = Text(en="Send the file in base64.", es="Envíe el archivo en base64.")
FILE_TOO_LARGE = Text(
    en="This file is larger than 3 MB. Make it smaller or divide it.",
    es="Este archivo supera los 3 MB. Redúzcalo o divídalo.",
)
WRONG_TYPE = Text(
    en="This file is not a PDF, PNG or JPEG. Print it to PDF and choose that.",
    es="Este archivo no es PDF, PNG ni JPEG. Imprímalo a PDF y elija ese.",
)
HEIC = Text(
    en="This photo is in the HEIC format. Save it as a JPEG. On an iPhone, set Camera, Formats, Most "
    "Compatible and take it again.",
    es="Esta foto está en formato HEIC. Guárdela como JPEG. En un iPhone, elija Cámara, Formatos, Más "
    "compatible y tómela de nuevo.",
)
SEVERAL_KINDS = Text(
    en="This file is more than one kind at once: a web page or an archive stands in it as well. Save it "
    "anew, for example by printing it to PDF.",
    es="Este archivo es de más de un tipo a la vez: contiene también una página web o un archivo comprimido. "
    "Guárdelo de nuevo, por ejemplo imprimiéndolo a PDF.",
)
ACTIVE_CONTENT = Text(
    en="This PDF has scripts, actions or other files in it. Save it without them, for example by printing it "
    "to PDF.",
    es="Este PDF contiene scripts, acciones u otros archivos. Guárdelo sin ellos, por ejemplo "
    "imprimiéndolo a PDF.",
)
UNREADABLE = Text(
    en="This PDF is encrypted or damaged, so that it cannot be checked. Save it without a password or "
    "restrictions, for example by printing it to PDF.",
    es="Este PDF está cifrado o dañado y no se puede revisar. Guárdelo sin contraseña ni restricciones, "
    "por ejemplo imprimiéndolo a PDF.",
)
