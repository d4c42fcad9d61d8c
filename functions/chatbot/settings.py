"""The chatbot function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class ChatbotSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    agencies_table: str
    subscriptions_table: str
    conversations_table: str
    questions_table: str
    messages_table: str
    help_link_base_url: str  # the address of the help
    chat_secret: RotatingSecret  # signs chat tokens
    chat_domain: str  # address of the Direct Line service of another assistant; empty for the portal's own
    chat_key_parameter: str  # the parameter with that service's secret
