"""The credit bureau: quizzes about credit files, asked for by the portal.

There is no open standard for this; the API resembles those of several vendors. Five questions,
of which four have to be right, and five minutes: facts/enhanced_auth.json, `credit_bureau_practice`, shape C.
"""

import hmac
import json
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import parse_qsl

from infrastructure.local.http import (
    Request,
    Response,
    make_json_response,
    make_page_response,
    make_text_response,
)
from infrastructure.sandbox.credit_bureau.files import CREDIT_FILES, TOPICS, Question, make_questions
from infrastructure.sandbox.pages import make_templates

if TYPE_CHECKING:
    from infrastructure.sandbox.agencies.records import Owner
    from portal.language import Language

Mode = Literal[
    "normal", "slow", "hanging", "error", "frozen", "thinFile", "deceased", "noMatch", "expired", "malformed"
]
MODES: tuple[Mode, ...] = get_args(Mode)
RIGHT_ANSWERS = 4
TIME_TO_ANSWER = timedelta(minutes=5)

_SLOW_SECONDS = 1.5
_HANGING_SECONDS = 60.0
_REFUSALS: Mapping[Mode, str] = {
    "frozen": "frozen",
    "thinFile": "thinFile",
    "deceased": "deceased",
    "noMatch": "noMatch",
}
_EXPLAINED: Mapping[Mode, str] = {
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


@dataclass(slots=True)
class _Quiz:
    questions: Mapping[str, Question]
    language: "Language"
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


@dataclass(slots=True)
class SandboxCreditBureau:
    """Answers requests below its address.

    Attributes:
        key: with which the portal names itself.
        people: who have files.
        wait: pauses for some seconds.
    """

    key: str
    portal_origin: str
    people: Sequence["Owner"]
    wait: Callable[[float], object]
    mode: Mode = "normal"
    _quizzes: dict[str, _Quiz] = field(default_factory=dict)
    _asked: dict[str, list[str]] = field(default_factory=dict)
    _begun: dict[str, str] = field(default_factory=dict)

    def __call__(self, name: str, request: Request) -> Response:
        """Answer a request.

        Args:
            name: of what is asked for, below the bureau's address.
        """
        match request.method, name.split("/"):
            case "GET", [""]:
                return self._render()
            case "POST", ["switch"]:
                return self._switch(request)
            case method, ["quizzes", *rest]:
                return self._misbehave(request) or self._answer_quiz(method, rest, request)
        return make_text_response(404, "There is nothing here.")

    def _answer_quiz(self, method: str, rest: Sequence[str], request: Request) -> Response:
        match method, rest:
            case "POST", []:
                return self._begin(json.loads(request.body or b"{}"))
            case "GET", [quiz_id] if quiz_id in self._quizzes:
                return make_json_response(200, self._quizzes[quiz_id].as_json(quiz_id))
            case "POST", [quiz_id, "answers"] if quiz_id in self._quizzes:
                return self._judge(self._quizzes[quiz_id], json.loads(request.body or b"{}"))
        return make_json_response(404, {"error": "there is no such quiz"})

    def _misbehave(self, request: Request) -> Response | None:
        """Return the response of the misbehavior switch; None while it is off."""
        scheme, _, key = (request.header("Authorization") or "").partition(" ")
        if scheme != "Bearer" or not hmac.compare_digest(key.encode(), self.key.encode()):
            return make_json_response(401, {"error": "the key is not known"})
        match self.mode:
            case "slow":
                self.wait(_SLOW_SECONDS)
            case "hanging":
                self.wait(_HANGING_SECONDS)
            case "error":
                return make_text_response(500, "The switch says so.")
            case "malformed":
                return make_json_response(201, {"outcome": "quiz", "questions": "none"})
        return None

    def _begin(self, asked: Mapping[str, Any]) -> Response:
        if self.mode in _REFUSALS:
            return make_json_response(201, {"outcome": _REFUSALS[self.mode]})
        file = self._get_file(asked)
        if file is None:
            return make_json_response(201, {"outcome": "noFile"})
        reference = str(asked["reference"])
        if reference not in self._begun:
            quiz_id = secrets.token_urlsafe(16)
            before = self._asked.setdefault(file, [])
            made = make_questions(CREDIT_FILES[file], before, random.Random(quiz_id))  # noqa: S311
            before.extend(made)
            lasts = timedelta(0) if self.mode == "expired" else TIME_TO_ANSWER
            self._quizzes[quiz_id] = _Quiz(made, asked["language"], datetime.now(UTC) + lasts)
            self._begun[reference] = quiz_id
        quiz_id = self._begun[reference]
        return make_json_response(201, self._quizzes[quiz_id].as_json(quiz_id))

    def _judge(self, quiz: _Quiz, sent: Mapping[str, Any]) -> Response:
        if quiz.is_answered:
            return make_json_response(409, {"error": "the quiz was answered before"})
        if not quiz.has_asked(sent["answers"]):
            return make_json_response(
                400, {"error": "each question is answered once, with one of its choices"}
            )
        quiz.is_answered = True
        if datetime.now(UTC) >= quiz.expires_at:
            return make_json_response(200, {"outcome": "expired"})
        chosen = {answer["questionId"]: answer["choiceId"] for answer in sent["answers"]}
        right = sum(chosen.get(topic) == str(question.right) for topic, question in quiz.questions.items())
        return make_json_response(200, {"outcome": "passed" if right >= RIGHT_ANSWERS else "failed"})

    def _get_file(self, asked: Mapping[str, Any]) -> str | None:
        for owner in self.people:
            person = owner.person
            known = (person.legal_first_name, person.legal_last_name, person.date_of_birth.isoformat())
            sent = tuple(str(asked.get(name)) for name in ("firstName", "lastName", "dateOfBirth"))
            if owner.email in CREDIT_FILES and tuple(map(str.casefold, known)) == tuple(
                map(str.casefold, sent)
            ):
                return owner.email
        return None

    def _switch(self, request: Request) -> Response:
        sent = dict(parse_qsl((request.body or b"").decode(errors="replace"))).get("mode")
        mode = next((known for known in MODES if known == sent), None)
        if mode is None:
            return make_json_response(400, {"error": f"mode is one of {', '.join(MODES)}"})
        self.mode = mode
        return Response(303, [("Location", "/creditbureau")])

    def _render(self) -> Response:
        templates = make_templates(
            Path(__file__).parent / "templates",
            portal_origin=self.portal_origin,
            modes=MODES,
            mode=self.mode,
            explained=_EXPLAINED,
            people=[owner for owner in self.people if owner.email in CREDIT_FILES],
            files=CREDIT_FILES,
            topics=TOPICS,
        )
        return make_page_response(templates.get_template("home.html").render())
