"""Texts of the portal's answers to an agency's server."""

from portal.language import Text

UNPRINTABLE = Text(
    en="Remove control, invisible or text-direction characters.",
    es="Quite los caracteres de control, invisibles o de dirección del texto.",
)
REFUSED_CHARACTERS = Text(
    en="Remove control and invisible characters and direction overrides (U+202A to U+202E), and close every "
    "isolate (U+2066 to U+2068) with U+2069 in the same line.",
    es="Quite los caracteres de control, los invisibles y los que fuerzan la dirección (U+202A a U+202E), y "
    "cierre cada aislamiento (U+2066 a U+2068) con U+2069 en la misma línea.",
)
EMPTY = Text(en="This cannot be empty.", es="Este dato no debe estar vacío.")
DAY_OUT_OF_RANGE = Text(
    en="Send a day from 1900 until a year from now.", es="Envíe un día desde 1900 hasta dentro de un año."
)
MOMENT_OUT_OF_RANGE = Text(
    en="Send a moment from 1900 until now; five minutes ahead are allowed for.",
    es="Envíe un momento desde 1900 hasta ahora; se toleran cinco minutos de adelanto.",
)
WRONG_LINK = Text(
    en="Send a whole https address at one of the hosts of your manifest, without user name or port, its "
    "special characters percent-encoded.",
    es="Envíe una dirección https completa en uno de los hosts de su manifiesto, sin usuario ni puerto y con "
    "los caracteres especiales codificados con porcentaje.",
)
UNKNOWN_TYPE = Text(
    en="Your manifest has no message type with this code at this service.",
    es="Su manifiesto no tiene ningún tipo de mensaje con este código en este servicio.",
)
NO_LANGUAGE = Text(
    en="Send the text in English (en), Spanish (es) or both.",
    es="Envíe el texto en inglés (en), en español (es) o en ambos.",
)
LANGUAGES_DIFFER = Text(
    en="Send the body in the same languages as the subject.",
    es="Envíe el contenido en los mismos idiomas que el asunto.",
)
SENT_OUT_OF_RANGE = Text(
    en="Send a moment of the last two years; five minutes ahead are allowed for.",
    es="Envíe un momento de los últimos dos años; se toleran cinco minutos de adelanto.",
)
TOO_MANY_TAGS = Text(
    en="This has too many tags. Send at most 1,000, or put it into an attachment.",
    es="Hay demasiadas etiquetas. Envíe como máximo 1,000, o póngalo en un archivo adjunto.",
)
BODIES_TOO_LARGE = Text(
    en="The texts take up too much room together. Shorten them, or put them into an attachment.",
    es="Los textos ocupan demasiado espacio juntos. Acórtelos o póngalos en un archivo adjunto.",
)
UNSTABLE_HTML = Text(
    en="This HTML cannot be read in one way only. Close every element and send plain markup.",
    es="Este HTML no se puede leer de una sola manera. Cierre cada elemento y envíe un marcado sencillo.",
)
GROWING_HTML = Text(
    en="This HTML becomes too long. Close strong, em, and links in the same paragraph.",
    es="Este HTML se vuelve demasiado largo. Cierre strong, em y los enlaces en el mismo párrafo.",
)
NOT_IN_BATCH = Text(
    en="You cannot answer a reply in a batch. Send the message by itself.",
    es="Un lote no contesta ninguna respuesta. Envíe el mensaje solo.",
)
NAMED_TWICE = Text(en="This is listed twice. Remove one.", es="Esto aparece dos veces. Quite uno.")
NOT_UPLOADED = Text(
    en="You did not upload this file. Announce it, upload it, and reference it within a day.",
    es="Usted no ha subido ese archivo. Anúncielo, súbalo y nómbrelo dentro de un día.",
)
WRONG_SIZE = Text(
    en="The uploaded file is not the announced size. Announce and upload it again.",
    es="El archivo subido no tiene el tamaño anunciado. Anúncielo y súbalo de nuevo.",
)
WRONG_HASH = Text(
    en="The uploaded file does not match the announced SHA-256. Announce and upload it again.",
    es="El archivo subido no es el anunciado: su SHA-256 es otro. Anúncielo y súbalo de nuevo.",
)
WRONG_TYPE = Text(
    en="The uploaded file is not the announced type. Announce and upload it with its real type.",
    es="El contenido del archivo no es del tipo anunciado. Anúncielo y súbalo con su tipo verdadero.",
)
SEVERAL_KINDS = Text(
    en="The file is more than one kind at once: a web page or an archive stands in it as well. Save it "
    "again, for example by printing it to PDF, then announce and upload it again.",
    es="El archivo es de más de un tipo a la vez: contiene también una página web o un archivo comprimido. "
    "Guárdelo de nuevo, por ejemplo imprimiéndolo a PDF; luego anúncielo y súbalo de nuevo.",
)
ACTIVE_CONTENT = Text(
    en="The PDF has scripts, actions, or other files in it. Save it without them, for example "
    "by printing it to PDF, then announce and upload it again.",
    es="El PDF contiene scripts, acciones u otros archivos. Guárdelo sin ellos, por "
    "ejemplo imprimiéndolo a PDF; luego anúncielo y súbalo de nuevo.",
)
SURROUNDED_PDF = Text(
    en="The file has other data behind the end of the PDF. Save it again, for example by printing it to PDF, "
    "then announce and upload it again.",
    es="El archivo tiene otros datos detrás del final del PDF. Guárdelo de nuevo, por ejemplo imprimiéndolo "
    "a PDF; luego anúncielo y súbalo de nuevo.",
)
XFA_FORM = Text(
    en="This is an XFA form, which only Adobe Reader shows. Print it to PDF, then announce and upload it "
    "again.",
    es="Este es un formulario XFA, que solo Adobe Reader muestra. Imprímalo a PDF; luego anúncielo y súbalo "
    "de nuevo.",
)
LOCKED = Text(
    en="The PDF asks for a password when it is opened. Save a copy without it, then announce and upload it "
    "again.",
    es="El PDF pide una contraseña al abrirlo. Guarde una copia sin contraseña; luego anúncielo y súbalo de "
    "nuevo.",
)
UNREADABLE = Text(
    en="The PDF is damaged or unusual, so that it cannot be checked. Save it again, for example by printing "
    "it to PDF, then announce and upload it again.",
    es="El PDF está dañado o es inusual y no se puede revisar. Guárdelo de nuevo, por ejemplo imprimiéndolo "
    "a PDF; luego anúncielo y súbalo de nuevo.",
)
NOTE_NEEDED = Text(
    en="Tell the applicant what is missing, or why the application is refused.",
    es="Diga al solicitante qué falta o por qué se rechaza la solicitud.",
)
NOTHING_TO_RESPOND = Text(
    en="Only with needsInformation there is something to respond to. Leave this out.",
    es="Solo con needsInformation hay algo que responder. Omita este dato.",
)
RESPOND_BY_OUT_OF_RANGE = Text(
    en="Send a day from tomorrow until a year from now.",
    es="Envíe un día desde mañana hasta dentro de un año.",
)
