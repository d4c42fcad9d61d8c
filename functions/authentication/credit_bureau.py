"""Credit bureau quiz: questions that only the person should be able to answer.

Answers to such questions never prove an identity (NIST SP 800-63A-4, section 2.5.1), so a success is only a
signal. The bureau keeps questions and answers; the portal keeps the quiz's reference and outcome.
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, TypeVar
from urllib.parse import quote, urlsplit

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel
from typing_extensions import override

from domains.accounts.account import Registration
from domains.agencies.signatures import NoCredentials, ParameterCredentials
from domains.agencies.transport import HttpAnswer, Transport
from functions.authentication.attempt import (
    Attempt,
    Beginning,
    ProviderJudgment,
    Quiz,
    QuizChoice,
    QuizQuestion,
    Reason,
    Start,
    Step,
)
from functions.authentication.calls import exchange
from functions.authentication.contract import CompletionRequest
from functions.authentication.errors import AttemptNotFound
from functions.authentication.provider import AuthenticationProviderUnavailable, Provider
from portal.text import has_unprintable_characters

_UNAUTHORIZED = frozenset({401, 403})

_Id = Annotated[str, StringConstraints(min_length=1, max_length=100)]


def _make_readable(words: str) -> str:
    if has_unprintable_characters(words):
        raise ValueError("control or invisible characters")
    return words


_Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=300),
    AfterValidator(_make_readable),
]

_OUTCOMES: Mapping[str, Reason | None] = {"passed": None, "failed": "wrongAnswers", "expired": "tooLate"}

# Otherwise a person who saw the questions could regain the try with an answer that the bureau refuses.
_ANSWERS_NOT_TAKEN: Mapping[int, Reason] = {
    400: "answerRefused",
    404: "tooLate",
    409: "answerRefused",
    410: "tooLate",
    422: "answerRefused",
}


class _BureauModel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", frozen=True)


class _Choice(_BureauModel):
    id: _Id
    text: _Words


class _Question(_BureauModel):
    id: _Id
    text: _Words
    choices: Annotated[tuple[_Choice, ...], Field(min_length=2, max_length=10)]


class _StartedQuiz(_BureauModel):
    outcome: Literal["quiz"]
    id: _Id
    expires_at: AwareDatetime
    questions: Annotated[tuple[_Question, ...], Field(min_length=1, max_length=20)]

    @model_validator(mode="after")
    def _has_each_id_once(self) -> Self:
        lists = [[each.id for each in self.questions]]
        lists += [[choice.id for choice in each.choices] for each in self.questions]
        if any(len(set(ids)) < len(ids) for ids in lists):
            raise ValueError("two questions, or two choices of one, have the same id")
        return self


class _RefusedQuiz(_BureauModel):
    outcome: Literal["frozen", "thinFile", "noFile", "noMatch", "deceased"]


class _QuizResult(_BureauModel):
    outcome: Literal["passed", "failed", "expired"]


_Shape = TypeVar("_Shape")
_START_ANSWER: TypeAdapter[_StartedQuiz | _RefusedQuiz] = TypeAdapter(_StartedQuiz | _RefusedQuiz)
_QUIZ_ANSWER = TypeAdapter(_StartedQuiz)
_RESULT_ANSWER = TypeAdapter(_QuizResult)


class CreditBureau(Provider):
    """Provider for the quiz of one credit bureau."""

    def __init__(
        self, url: str, credentials: ParameterCredentials, key_name: str, transport: Transport
    ) -> None:
        """Store the collaborators without making a call.

        Args:
            url: URL of the bureau's service, without a trailing slash.
            key_name: name of the portal's API secret.
        """
        self._url = url
        self._credentials = credentials
        self._key_name = key_name
        self._transport = transport

    @override
    def begin_attempt(self, start: Start) -> Beginning:
        """Implement `Provider`. The bureau gets only names, birth date, and language."""
        person = start.person
        answer = self._call(
            "POST",
            "quizzes",
            {
                "reference": start.attempt_id,
                "firstName": person.legal_first_name,
                "lastName": person.legal_last_name,
                "dateOfBirth": person.date_of_birth.isoformat(),
                "language": start.language,
            },
        )
        if answer.status != 201:
            raise AuthenticationProviderUnavailable(f"status {answer.status}")
        outcome = _read(answer, _START_ANSWER)
        if isinstance(outcome, _RefusedQuiz):
            # Give one reason for every state, so a stranger with this name learns nothing about the file.
            return Beginning("quiz", None, {}, refused="creditFileNotUsable")
        return Beginning("quiz", None, {"quiz": outcome.id})

    @override
    def get_next_step(self, attempt: Attempt) -> Step:
        answer = self._call("GET", f"quizzes/{quote(attempt.kept['quiz'], safe='')}")
        quiz = _read(answer, _QUIZ_ANSWER)
        questions = [
            QuizQuestion(each.id, each.text, [QuizChoice(choice.id, choice.text) for choice in each.choices])
            for each in quiz.questions
        ]
        return Step(quiz=Quiz(questions, min(quiz.expires_at, attempt.expires_at)))

    @override
    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        if answer.quiz is None:
            raise AttemptNotFound

    @override
    def judge_answer(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> ProviderJudgment:
        if answer.quiz is None:
            raise AttemptNotFound
        answers = [
            {"questionId": each.question_id, "choiceId": each.choice_id} for each in answer.quiz.answers
        ]
        path = f"quizzes/{quote(attempt.kept['quiz'], safe='')}/answers"
        http_answer = self._call("POST", path, {"answers": answers})
        if http_answer.status in _ANSWERS_NOT_TAKEN:
            return ProviderJudgment(
                _ANSWERS_NOT_TAKEN[http_answer.status], "", detail=f"status {http_answer.status}"
            )
        judgment = _read(http_answer, _RESULT_ANSWER)
        return ProviderJudgment(_OUTCOMES[judgment.outcome], urlsplit(self._url).hostname or "")

    @override
    def get_end_url(self) -> str | None:
        """Implement `Provider`: nothing is open there."""
        return None

    def _call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> HttpAnswer:
        try:
            key = self._credentials.get_secret(self._key_name).decode()
        except NoCredentials:
            raise AuthenticationProviderUnavailable("a secret cannot be read") from None
        headers = {"Authorization": f"Bearer {key}", "Accept": "application/json"}
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body).encode()
        answer = exchange(self._transport, method, f"{self._url}/{path}", headers, content)
        if answer.status in _UNAUTHORIZED:
            self._credentials.forget_secret(self._key_name)
        return answer


def _read(answer: HttpAnswer, shape: TypeAdapter[_Shape]) -> _Shape:
    """Parse the bureau's answer.

    Raises:
        AuthenticationProviderUnavailable: it refused, or the answer has another shape.
    """
    if answer.status >= 300:
        raise AuthenticationProviderUnavailable(f"status {answer.status}")
    try:
        return shape.validate_json(answer.json_text)
    except ValidationError:
        raise AuthenticationProviderUnavailable("an answer of another shape") from None
