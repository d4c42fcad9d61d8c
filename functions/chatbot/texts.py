"""The assistant's own sentences."""

from portal.language import Text

ASSISTANT = Text(en="Assistant", es="Asistente")
UNKNOWN = Text(
    en="I don't know that. I only quote pages of this portal. Try other words, check the help pages, "
    "or talk to a person.",
    es="No lo sé. Solo cito las páginas de este portal. Pruebe con otras palabras, busque en la ayuda o "
    "hable con una persona.",
)
CHOICE = Text(en="Which of these do you mean?", es="¿A cuál de estos se refiere?")
CARDS = Text(en="Your cards:", es="Sus tarjetas:")
NO_CARDS = Text(en="You have no cards yet.", es="Todavía no tiene tarjetas.")
CHECKED = Text(en="{card}: last checked {moment}", es="{card}: consultado por última vez el {moment}")
NOT_CHECKED = Text(en="{card}: not checked yet", es="{card}: todavía no consultado")
DASHBOARD = Text(en="Dashboard", es="Panel")
HELP = Text(en="User assistance", es="Asistencia al usuario")
