"""What the applications group says."""

from portal.language import Text

NOT_DECLARED = Text(
    en="Affirm the declaration before you submit.",
    es="Confirme la declaración antes de presentar la solicitud.",
)
UNKNOWN_CODE = Text(en="This form does not ask for such a file.", es="Este formulario no pide ese archivo.")
WRONG_NAME = Text(
    en='Name the file without a path: none of / \\ : * ? " < > | and no dot at the beginning.',
    es='Nombre el archivo sin ruta: sin / \\ : * ? " < > | y sin punto al principio.',
)
RESERVED_NAME = Text(
    en="Windows keeps this name for a device (such as CON, NUL or COM1). Rename the file.",
    es="Windows reserva este nombre para un dispositivo (como CON, NUL o COM1). Cambie el nombre.",
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
