"""The credit bureau: quizzes about credit files, asked for by the portal.

There is no open standard for this; the API resembles those of several vendors. Five questions,
of which four have to be right, and five minutes: facts/enhanced_auth.json, `credit_bureau_practice`, shape C.
"""

import hmac
import json
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from infrastructure.sandbox.samples import Owner, read_data
from infrastructure.sandbox.web import Switch, get, make_page, post
from portal.language import Language, Text

CREDIT_BUREAU = "creditbureau"
"""Path of the credit bureau, beside the agencies, and name of the key of its client."""

RIGHT_ANSWERS = 4
TIME_TO_ANSWER = timedelta(minutes=5)
QUESTIONS = 5
CHOICES = 5
NONE_OF_THESE = Text(en="None of these", es="Ninguna de estas")
CREDIT_FILES: Mapping[str, Mapping[str, str]] = {
    person["email"]: person["credit_file"] for person in read_data("people.yaml") if "credit_file" in person
}
"""Credit files by the email address of the sample account. Three quizzes have no question in common."""
MODES: Mapping[str, str] = {
    "normal": "asks about the credit file",
    "slow": "answers the portal after 1.5 s",
    "hanging": "answers the portal after 60 s",
    "error": "answers the portal with 500",
    "frozen": "says that the person froze their file",
    "thinFile": "says that the file has too little in it",
    "deceased": "says that the person is noted as deceased",
    "noMatch": "says that nobody like that is known",
    "expired": "gives no time to answer",
    "malformed": "answers JSON of another shape",
}

_TOPICS: Mapping[str, Any] = read_data("credit_questions.yaml")
_REFUSALS = ("frozen", "thinFile", "deceased", "noMatch")


@dataclass(frozen=True, slots=True)
class Question:
    """Question of a quiz."""

    text: Text
    choices: Sequence[Text]
    right: int  # the place of the right choice


@dataclass(slots=True)
class _Quiz:
    questions: Mapping[str, Question]
    language: Language
    expires_at: datetime
    is_answered: bool = False

    def has_asked(self, answers: Sequence[Mapping[str, str]]) -> bool:
        """Return whether these are choices of different questions of this quiz."""
        places = {topic: range(len(question.choices)) for topic, question in self.questions.items()}
        return len({each["questionId"] for each in answers}) == len(answers) and all(
            each["choiceId"] in map(str, places.get(each["questionId"], range(0))) for each in answers
        )

    def as_json(self, quiz_id: str) -> Mapping[str, object]:
        return {
            "outcome": "quiz",
            "id": quiz_id,
            "expiresAt": self.expires_at.isoformat(),
            "questions": [
                {
                    "id": topic,
                    "text": question.text.in_language(self.language),
                    "choices": [
                        {"id": str(place), "text": choice.in_language(self.language)}
                        for place, choice in enumerate(question.choices)
                    ],
                }
                for topic, question in self.questions.items()
            ],
        }


class SandboxCreditBureau:
    """The credit bureau."""

    def __init__(
        self, key: str, portal_origin: str, people: Sequence[Owner], wait: Callable[[float], object]
    ) -> None:
        """Make the bureau, without quizzes; the portal names itself with the key."""
        self.people = people
        self._key = key
        self._portal_origin = portal_origin
        self.switch = Switch(MODES, f"/{CREDIT_BUREAU}", wait)
        self._quizzes: dict[str, _Quiz] = {}
        self._asked: dict[str, list[str]] = {}
        self._begun: dict[str, str] = {}
        path = f"/{CREDIT_BUREAU}"
        self.routes = [
            get(path, self._show_home),
            post(f"{path}/switch", self.switch.set),
            post(f"{path}/quizzes", self._begin),
            get(f"{path}/quizzes/{{quiz_id}}", self._show_quiz),
            post(f"{path}/quizzes/{{quiz_id}}/answers", self._judge),
        ]

    def forget_quizzes(self) -> None:
        self._quizzes.clear()

    def _misbehave(self, request: Request) -> Response | None:
        """Return the answer to a stranger, or that of the switch; None while it is off."""
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not hmac.compare_digest(key.encode(), self._key.encode()):
            return JSONResponse({"error": "the key is not known"}, 401)
        if self.switch.mode == "malformed":
            return JSONResponse({"outcome": "quiz", "questions": "none"}, 201)
        return self.switch.misbehave()

    def _begin(self, request: Request, body: bytes) -> Response:
        if misbehavior := self._misbehave(request):
            return misbehavior
        if self.switch.mode in _REFUSALS:
            return JSONResponse({"outcome": self.switch.mode}, 201)
        asked = json.loads(body)
        file = self._find_file(asked)
        if file is None:
            return JSONResponse({"outcome": "noFile"}, 201)
        reference = str(asked["reference"])
        if reference not in self._begun:
            quiz_id = self._begun[reference] = secrets.token_urlsafe(16)
            before = self._asked.setdefault(file, [])
            made = make_questions(CREDIT_FILES[file], before, random.Random(quiz_id))  # noqa: S311
            before.extend(made)
            lasts = timedelta(0) if self.switch.mode == "expired" else TIME_TO_ANSWER
            self._quizzes[quiz_id] = _Quiz(made, asked["language"], datetime.now(UTC) + lasts)
        quiz_id = self._begun[reference]
        return JSONResponse(self._quizzes[quiz_id].as_json(quiz_id), 201)

    def _show_quiz(self, request: Request) -> Response:
        if misbehavior := self._misbehave(request):
            return misbehavior
        quiz_id = request.path_params["quiz_id"]
        quiz = self._quizzes.get(quiz_id)
        return JSONResponse(quiz.as_json(quiz_id)) if quiz else _report_no_quiz()

    def _judge(self, request: Request, body: bytes) -> Response:
        if misbehavior := self._misbehave(request):
            return misbehavior
        quiz = self._quizzes.get(request.path_params["quiz_id"])
        answers = json.loads(body)["answers"]
        if quiz is None:
            return _report_no_quiz()
        if quiz.is_answered:
            return JSONResponse({"error": "the quiz was answered before"}, 409)
        if not quiz.has_asked(answers):
            return JSONResponse({"error": "each question is answered once, with one of its choices"}, 400)
        quiz.is_answered = True
        if datetime.now(UTC) >= quiz.expires_at:
            return JSONResponse({"outcome": "expired"})
        chosen = {answer["questionId"]: answer["choiceId"] for answer in answers}
        right = sum(chosen.get(topic) == str(question.right) for topic, question in quiz.questions.items())
        return JSONResponse({"outcome": "passed" if right >= RIGHT_ANSWERS else "failed"})

    def _find_file(self, asked: Mapping[str, Any]) -> str | None:
        sent = [str(asked.get(name)).casefold() for name in ("firstName", "lastName", "dateOfBirth")]
        for owner in self.people:
            person = owner.person
            known = [person.legal_first_name, person.legal_last_name, person.date_of_birth.isoformat()]
            if owner.email in CREDIT_FILES and [each.casefold() for each in known] == sent:
                return owner.email
        return None

    def _show_home(self, _request: Request) -> Response:
        return make_page(
            "credit_bureau.html",
            portal_origin=self._portal_origin,
            switch=self.switch,
            people=[owner for owner in self.people if owner.email in CREDIT_FILES],
            files=CREDIT_FILES,
            topics=_TOPICS,
        )


def make_questions(file: Mapping[str, str], asked: Sequence[str], rng: random.Random) -> dict[str, Question]:
    """Return the questions of a quiz by topic: four about the file, and one whose subject it does not have.

    Args:
        asked: the topics of earlier quizzes, which come again only when there are no others.
    """
    known = sorted(file, key=lambda topic: (topic in asked, rng.random()))
    decoy, *_ = sorted(_TOPICS.keys() - file.keys(), key=lambda topic: (topic in asked, rng.random()))
    topics = [*known[: QUESTIONS - 1], decoy]
    rng.shuffle(topics)
    return {topic: _make_question(topic, file.get(topic), rng) for topic in topics}


def _make_question(topic: str, right: str | None, rng: random.Random) -> Question:
    others = [other for other in _TOPICS[topic]["others"] if other != right]
    shown = rng.sample(others, CHOICES - 2 if right else min(CHOICES - 1, len(others)))
    if right:
        shown.append(right)
    rng.shuffle(shown)
    choices = [*(Text(en=choice, es=_translate(choice)) for choice in shown), NONE_OF_THESE]
    return Question(Text(**_TOPICS[topic]["text"]), choices, shown.index(right) if right else len(shown))


def _translate(choice: str) -> str:
    return choice.replace(" to ", " a ") if choice.startswith("$") else choice


def _report_no_quiz() -> Response:
    return JSONResponse({"error": "there is no such quiz"}, 404)
