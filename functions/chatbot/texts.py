"""The assistant's own sentences."""

from portal.language import Text

ASSISTANT = Text(en="Assistant", es="Asistente")
UNKNOWN = Text(
    en="I don't know that. I only quote pages of this portal. Try other words, look through the services, or "
    "talk to a person. Emergency: 911. In distress: 988.",
    es="No lo sé. Solo cito las páginas de este portal. Pruebe con otras palabras, vea los servicios o hable "
    "con una persona. Emergencia: 911. Si está en crisis: 988.",
)
PERSON = Text(
    en="You can write to a person. A support agent reads your question and answers in your inbox.",
    es="Puede escribirle a una persona. Un agente de apoyo lee su pregunta y le responde en su bandeja.",
)
DEBTS = Text(
    en="Unpaid amounts on your cards, as the agencies last told us:",
    es="Montos por pagar en sus tarjetas, según lo último que nos dijeron las agencias:",
)
NO_DEBTS = Text(
    en="Your cards show no unpaid amount. We know only the records that you connected.",
    es="Sus tarjetas no muestran montos por pagar. Solo conocemos los registros que usted conectó.",
)
DEBT_BY = Text(
    en="{card}: {label} {amount}, by {day}. Last checked {moment}.",
    es="{card}: {label} {amount}, a más tardar el {day}. Consultado por última vez el {moment}.",
)
DEBT = Text(
    en="{card}: {label} {amount}. Last checked {moment}.",
    es="{card}: {label} {amount}. Consultado por última vez el {moment}.",
)
CHOICE = Text(en="Which of these do you mean?", es="¿A cuál de estos se refiere?")
CARDS = Text(en="Your cards:", es="Sus tarjetas:")
NO_CARDS = Text(en="You have no cards yet.", es="Todavía no tiene tarjetas.")
CHECKED = Text(en="{card}: last checked {moment}", es="{card}: consultado por última vez el {moment}")
NOT_CHECKED = Text(en="{card}: not checked yet", es="{card}: todavía no consultado")
DASHBOARD = Text(en="Dashboard", es="Panel")
HELP = Text(en="User assistance", es="Asistencia al usuario")
SERVICES = Text(en="Services A to Z", es="Servicios de la A a la Z")
