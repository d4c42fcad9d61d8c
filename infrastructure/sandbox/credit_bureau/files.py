"""Made-up credit files of the sample people, and questions about them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from portal.language import Text

QUESTIONS = 5
CHOICES = 5
NONE_OF_THESE = Text(en="None of these", es="Ninguna de estas")

_LENDERS = ("Saguaro Credit Union", "Mesa Verde Bank", "Copper State Auto Finance", "Ocotillo Savings")
_BANKS = ("Palo Verde Bank", "Sonoran National Bank", "Ironwood Card Services", "Bank of Three Rivers")
_STREETS = ("Mesquite Lane", "Juniper Street", "Cottonwood Avenue", "Camino del Sol", "Agave Court")
_TOWNS = ("Globe", "Prescott", "Yuma", "Show Low", "Sierra Vista", "Kingman", "Safford")
_PHONES = ("Canyon Wireless", "Monsoon Mobile", "Desert Cellular", "Rim Country Telephone")
_PAYMENTS = ("$100 to $199", "$200 to $299", "$300 to $399", "$400 to $499", "$500 to $599")
_YEARS = ("2014", "2016", "2018", "2020", "2022", "2024")
_STORES = ("Cactus Outfitters", "Gila Hardware", "Red Rock Furniture", "Pronghorn Sporting Goods")
_EMPLOYERS = ("Sunrise Orchards", "Mogollon Freight", "Painted Desert Dairy", "Superstition Tile Works")
_SCHOOL_LENDERS = ("Kiva Education Loans", "Ponderosa Student Credit", "Horizon Study Fund", "Rincon Loans")
_HOME_LENDERS = ("Gila Home Loans", "Chiricahua Mortgage", "Yavapai Savings", "Coronado Lending")
_LIMITS = (
    "$1,000 to $1,999",
    "$2,000 to $2,999",
    "$5,000 to $5,999",
    "$8,000 to $8,999",
    "$12,000 to $12,999",
)
_BRANCHES = ("Page", "Douglas", "Payson", "Nogales", "Winslow", "Benson")
_LANDLORDS = ("Verde Valley Rentals", "Catalina Homes", "Superior Properties", "San Pedro Apartments")


@dataclass(frozen=True, slots=True)
class Topic:
    """Topic of a question.

    Attributes:
        others: the wrong choices.
    """

    text: Text
    others: Sequence[str]


TOPICS: Mapping[str, Topic] = {
    "autoLender": Topic(
        Text(en="Which company lent you money for a car?", es="¿Qué empresa le prestó dinero para un auto?"),
        _LENDERS,
    ),
    "autoYear": Topic(
        Text(en="In which year did your car loan begin?", es="¿En qué año empezó su préstamo para el auto?"),
        _YEARS,
    ),
    "autoPayment": Topic(
        Text(
            en="How much is the monthly payment of your car loan?",
            es="¿De cuánto es el pago mensual de su préstamo para el auto?",
        ),
        _PAYMENTS,
    ),
    "card": Topic(
        Text(en="Which bank gave you a credit card?", es="¿Qué banco le dio una tarjeta de crédito?"), _BANKS
    ),
    "cardYear": Topic(
        Text(
            en="In which year did you get your oldest credit card?",
            es="¿En qué año recibió su tarjeta de crédito más antigua?",
        ),
        _YEARS,
    ),
    "street": Topic(
        Text(en="On which street have you lived?", es="¿En qué calle ha vivido usted?"), _STREETS
    ),
    "town": Topic(Text(en="In which town have you lived?", es="¿En qué ciudad ha vivido usted?"), _TOWNS),
    "phone": Topic(
        Text(
            en="With which company have you had a phone contract?",
            es="¿Con qué empresa ha tenido un contrato de teléfono?",
        ),
        _PHONES,
    ),
    "store": Topic(Text(en="Which store gave you credit?", es="¿Qué tienda le dio crédito?"), _STORES),
    "landlord": Topic(
        Text(en="From whom have you rented a home?", es="¿A quién le ha alquilado una vivienda?"), _LANDLORDS
    ),
    "employer": Topic(
        Text(en="For which employer have you worked?", es="¿Para qué empleador ha trabajado usted?"),
        _EMPLOYERS,
    ),
    "schoolLender": Topic(
        Text(
            en="Which company lent you money for school?",
            es="¿Qué empresa le prestó dinero para sus estudios?",
        ),
        _SCHOOL_LENDERS,
    ),
    "homeLender": Topic(
        Text(
            en="Which company lent you money for a home?", es="¿Qué empresa le prestó dinero para una casa?"
        ),
        _HOME_LENDERS,
    ),
    "cardLimit": Topic(
        Text(
            en="What is the limit of your newest credit card?",
            es="¿Cuál es el límite de su tarjeta de crédito más reciente?",
        ),
        _LIMITS,
    ),
    "branch": Topic(
        Text(
            en="In which town is the branch where you opened a checking account?",
            es="¿En qué ciudad está la sucursal donde abrió una cuenta corriente?",
        ),
        _BRANCHES,
    ),
}

CREDIT_FILES: Mapping[str, Mapping[str, str]] = {
    "resident@example.com": {
        "autoLender": "Saguaro Credit Union",
        "autoYear": "2020",
        "autoPayment": "$300 to $399",
        "card": "Palo Verde Bank",
        "cardYear": "2014",
        "street": "Mesquite Lane",
        "town": "Globe",
        "phone": "Canyon Wireless",
        "landlord": "Verde Valley Rentals",
        "employer": "Sunrise Orchards",
        "cardLimit": "$5,000 to $5,999",
        "branch": "Payson",
    },
    "business@example.com": {
        "autoLender": "Copper State Auto Finance",
        "autoYear": "2018",
        "autoPayment": "$500 to $599",
        "card": "Ironwood Card Services",
        "cardYear": "2016",
        "street": "Cottonwood Avenue",
        "town": "Show Low",
        "phone": "Rim Country Telephone",
        "store": "Gila Hardware",
        "homeLender": "Chiricahua Mortgage",
        "cardLimit": "$12,000 to $12,999",
        "branch": "Winslow",
    },
}
"""Credit files by the email address of the sample account; others have no file. A topic that a file lacks
makes a question whose right answer is 'None of these'. Three quizzes have no question in common.
"""


@dataclass(frozen=True, slots=True)
class Question:
    """Question of a quiz.

    Attributes:
        right: the place of the right choice.
    """

    text: Text
    choices: Sequence[Text]
    right: int


def make_questions(file: Mapping[str, str], asked: Sequence[str], rng: random.Random) -> dict[str, Question]:
    """Return the questions of a quiz by topic: four about the file, and one whose subject it does not have.

    Args:
        asked: the topics of earlier quizzes, which come again only when there are no others.
    """
    known = sorted(file, key=lambda topic: (topic in asked, rng.random()))
    decoy, *_ = sorted(TOPICS.keys() - file.keys(), key=lambda topic: (topic in asked, rng.random()))
    topics = [*known[: QUESTIONS - 1], decoy]
    rng.shuffle(topics)
    return {topic: _make_question(topic, file.get(topic), rng) for topic in topics}


def _make_question(topic: str, right: str | None, rng: random.Random) -> Question:
    others = [other for other in TOPICS[topic].others if other != right]
    count = CHOICES - 2 if right else min(CHOICES - 1, len(others))
    shown = rng.sample(others, count)
    if right:
        shown.append(right)
    rng.shuffle(shown)
    choices = [*(Text(en=choice, es=_translate(choice)) for choice in shown), NONE_OF_THESE]
    return Question(TOPICS[topic].text, choices, shown.index(right) if right else len(shown))


def _translate(choice: str) -> str:
    return choice.replace(" to ", " a ") if choice.startswith("$") else choice
