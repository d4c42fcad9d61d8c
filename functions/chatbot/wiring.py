"""Wiring of the chatbot group."""

import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from chalice.app import Chalice

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.network import NetworkRules
from domains.agencies.signatures import ParameterCredentials
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transport import Transport
from domains.chat.tokens import ChatTokens
from domains.messages.messages_table import MessagesTable
from domains.questions.questions_table import QuestionsTable
from domains.reference.data import get_terms_catalog
from domains.search.library import Library
from domains.state.time import get_day
from functions.chatbot.answers import Assistant
from functions.chatbot.cards import Cards
from functions.chatbot.direct_line import DirectLineTokens
from functions.chatbot.flows import list_flows
from functions.chatbot.metrics import AssistantMetrics
from functions.chatbot.question_routes import routes as question_routes
from functions.chatbot.questions import QuestionService
from functions.chatbot.repository import ConversationRepository
from functions.chatbot.routes import routes
from functions.chatbot.service import ChatService
from functions.chatbot.settings import ChatbotSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def _make_other_tokens(settings: ChatbotSettings) -> DirectLineTokens | None:
    """Return the source of another assistant's tokens, or None for the portal's own assistant."""
    domain = settings.chat_domain
    if not domain:
        return None
    transport = Transport(NetworkRules("public", urlsplit(domain).hostname or ""))
    return DirectLineTokens(domain, ParameterCredentials(""), settings.chat_key_parameter, transport)


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(ChatbotSettings, environment)
    accounts = AccountRepository(settings.users_table)
    help_origin = settings.help_link_base_url.rstrip("/")
    library = Library(
        Catalog(CatalogTable(settings.agencies_table), time.monotonic),
        help_origin,
        lambda: get_day(get_utc_now()),
    )
    conversations = ConversationRepository(settings.conversations_table)
    service = ChatService(
        clock=get_utc_now,
        repository=conversations,
        tokens=ChatTokens(settings.chat_secret),
        assistant=Assistant(
            get_index=library.get_index,
            help_href=lambda page, language: f"{help_origin}/{language}/{page}.html",
            flows=list_flows(),
            cards=Cards(SubscriptionsTable(settings.subscriptions_table), library.get_offers, get_utc_now),
        ),
        metrics=AssistantMetrics(telemetry),
        has_accepted_terms=lambda user_id: (
            accounts.get_access(user_id).accepted_terms == get_terms_catalog().current.version
        ),
        domain=settings.chat_domain,
        other_tokens=_make_other_tokens(settings),
    )
    questions = QuestionService(
        clock=get_utc_now,
        conversations=conversations,
        questions=QuestionsTable(settings.questions_table),
        inbox=MessagesTable(settings.messages_table),
    )
    return create_app(
        (routes, service),
        (question_routes, questions),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )
