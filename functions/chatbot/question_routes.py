"""The route that sends a question to support."""

from functions.chatbot.contract import (
    ChatSourceReply,
    CrisisLineReply,
    SupportQuestionReply,
    SupportQuestionRequest,
)
from functions.chatbot.crisis import find_crisis
from functions.chatbot.errors import MessagesGone, TooManyQuestions
from functions.chatbot.questions import QuestionService
from portal.errors import IdempotencyKeyReused
from portal.routes import Request, Routes

routes = Routes("chatbot")


@routes.endpoint(
    "POST",
    "/api/chatbot/questions",
    summary="Ask support, with messages of the conversation with the assistant",
    input=SupportQuestionRequest,
    replies={201: SupportQuestionReply},
    raises=(MessagesGone, TooManyQuestions, IdempotencyKeyReused),
    idempotency_key=True,
)
def ask_support(request: Request[SupportQuestionRequest], service: QuestionService) -> SupportQuestionReply:
    """Put the question into the caller's inbox at once; the answer of a staff member joins it there."""
    support_request = request.input
    question = service.ask_question(
        request.principal.user_id,
        request.idempotency_key,
        support_request.text,
        support_request.activity_ids,
        support_request.language,
    )
    crisis = find_crisis(question.text)
    return SupportQuestionReply(
        number=question.number,
        message_id=question.message_id,
        expected_on=question.expected_on,
        crisis=CrisisLineReply(
            text=crisis.line.text.in_language(question.language),
            sources=[ChatSourceReply.from_entity(each) for each in crisis.line.sources],
        )
        if crisis
        else None,
    )
