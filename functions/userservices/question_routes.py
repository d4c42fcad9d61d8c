"""The routes of the queue of questions to support."""

from functools import partial

from domains.accesslog.access_log import AccessNotRecorded
from domains.accesslog.record import StaffMember
from domains.questions.question import OpenQuestion, SupportQuestion
from functions.userservices.errors import (
    NotYourCase,
    OwnRecord,
    QuestionAnswered,
    QuestionNotFound,
    QuestionTaken,
)
from functions.userservices.question_contract import (
    AnswerRequest,
    OpenQuestionReply,
    OpenQuestionsReply,
    QuestionAnswerReply,
    QuestionReply,
    TakeRequest,
    TranscriptLineReply,
)
from functions.userservices.question_service import OpenedQuestion, QuestionDesk
from functions.userservices.routes import STAFF
from portal.routes import Request, Routes

_REFUSALS = (NotYourCase, OwnRecord, QuestionNotFound, AccessNotRecorded)
_REFUSED_CHANGES = (*_REFUSALS, QuestionTaken, QuestionAnswered)
_QUESTION = "/api/users/{id}/questions/{question}"

routes = Routes("userservices")
_endpoint = partial(routes.endpoint, audience=STAFF)


@_endpoint(
    "GET",
    "/api/users/questions",
    summary="List the open questions to support, the oldest first",
    replies={200: OpenQuestionsReply},
    raises=(NotYourCase,),
)
def list_questions(request: Request[None], service: QuestionDesk) -> OpenQuestionsReply:
    """List questions without names and words of people, so that the access log needs no line."""
    staff = StaffMember.from_principal(request.principal)
    questions = service.list_open(staff)
    return OpenQuestionsReply(
        items=[_open_question_reply(each, staff) for each in questions.items],
        is_truncated=questions.is_truncated,
    )


@_endpoint(
    "GET",
    _QUESTION,
    summary="Get a question to support",
    replies={200: QuestionReply},
    raises=_REFUSALS,
)
def get_question(request: Request[None], service: QuestionDesk) -> QuestionReply:
    """Return the question, and log the access with its number as the case number."""
    staff, path = StaffMember.from_principal(request.principal), request.path
    return _make_question_reply(
        service.get_question(staff, request.route, path["id"], path["question"]), staff
    )


@_endpoint(
    "POST",
    f"{_QUESTION}/take",
    summary="Take a question, also from a colleague",
    input=TakeRequest,
    replies={200: QuestionReply},
    raises=_REFUSED_CHANGES,
)
def take_question(request: Request[TakeRequest], service: QuestionDesk) -> QuestionReply:
    """Take the question. Refused when somebody else took it since the caller saw it. Safe to repeat."""
    staff, path = StaffMember.from_principal(request.principal), request.path
    opened = service.take_question(staff, request.route, path["id"], path["question"], request.input.taken_by)
    return _make_question_reply(opened, staff)


@_endpoint(
    "POST",
    f"{_QUESTION}/release",
    summary="Put a question back into the queue",
    replies={200: OpenQuestionReply},
    raises=_REFUSED_CHANGES,
)
def release_question(request: Request[None], service: QuestionDesk) -> OpenQuestionReply:
    """Release a question, which keeps its place. Safe to repeat."""
    staff, path = StaffMember.from_principal(request.principal), request.path
    return _open_question_reply(service.release_question(staff, path["id"], path["question"]), staff)


@_endpoint(
    "POST",
    f"{_QUESTION}/answer",
    summary="Answer a question; the answer is in the person's inbox at once",
    input=AnswerRequest,
    replies={200: QuestionReply},
    raises=_REFUSED_CHANGES,
)
def answer_question(request: Request[AnswerRequest], service: QuestionDesk) -> QuestionReply:
    """Answer a question. Needs one that the caller took. The same answer again changes nothing."""
    staff, path = StaffMember.from_principal(request.principal), request.path
    opened = service.answer_question(staff, request.route, path["id"], path["question"], request.input.text)
    return _make_question_reply(opened, staff)


def _open_question_reply(question: OpenQuestion | SupportQuestion, staff: StaffMember) -> OpenQuestionReply:
    return OpenQuestionReply.from_entity(
        question, number=question.number, is_mine=question.taken_by == staff.number
    )


def _make_question_reply(opened: OpenedQuestion, staff: StaffMember) -> QuestionReply:
    question, answer = opened.question, opened.question.answer
    return QuestionReply.from_entity(
        question,
        number=question.number,
        is_mine=question.taken_by == staff.number,
        display_name=opened.display_name,
        transcript=[TranscriptLineReply.from_entity(each) for each in question.transcript],
        answer=QuestionAnswerReply.from_entity(answer) if answer else None,
    )
