"""Wiring: the Lambda handler of the chatbot group."""

import time
from urllib.parse import urlsplit

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.network import NetworkRules
from domains.agencies.signatures import ParameterCredentials
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transport import Transport
from domains.messages.messages_table import MessagesTable
from domains.questions.questions_table import QuestionsTable
from domains.reference.data import get_terms_catalog
from domains.search.library import Library
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
from portal.settings import load
from portal.tokens.chat import ChatTokens
from portal.types import ARIZONA, get_utc_now

_settings = load(ChatbotSettings)


def _make_other_tokens() -> DirectLineTokens | None:
    """Return the source of another assistant's tokens, or None for the portal's own assistant."""
    domain = _settings.chat_domain
    if not domain:
        return None
    transport = Transport(NetworkRules("public", urlsplit(domain).hostname or ""))
    return DirectLineTokens(domain, ParameterCredentials(""), _settings.chat_key_parameter, transport)


_accounts = AccountRepository(_settings.users_table)
_help = _settings.help_link_base_url.rstrip("/")
_library = Library(
    Catalog(CatalogTable(_settings.agencies_table), time.monotonic),
    _help,
    lambda: get_utc_now().astimezone(ARIZONA).date(),
)
_conversations = ConversationRepository(_settings.conversations_table)
_service = ChatService(
    clock=get_utc_now,
    repository=_conversations,
    tokens=ChatTokens(_settings.chat_secret),
    assistant=Assistant(
        get_index=_library.get_index,
        help_href=lambda page, language: f"{_help}/{language}/{page}.html",
        flows=list_flows(),
        cards=Cards(SubscriptionsTable(_settings.subscriptions_table), _library.get_offers, get_utc_now),
    ),
    metrics=AssistantMetrics(_settings.powertools_metrics_namespace),
    has_accepted_terms=lambda user_id: (
        _accounts.get_accepted_terms(user_id) == get_terms_catalog().current.version
    ),
    domain=_settings.chat_domain,
    other_tokens=_make_other_tokens(),
)
_questions = QuestionService(
    clock=get_utc_now,
    conversations=_conversations,
    questions=QuestionsTable(_settings.questions_table),
    inbox=MessagesTable(_settings.messages_table),
)
app = create_app(
    (routes, _service),
    (question_routes, _questions),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)
