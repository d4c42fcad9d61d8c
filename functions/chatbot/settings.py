"""The chatbot function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class ChatbotSettings(HttpSettings):
    """Settings from the template.

    Attributes:
        help_link_base_url: the address of the help.
        chat_secret: signs chat tokens.
        chat_domain: address of the Direct Line service of another assistant; empty for the portal's own.
        chat_key_parameter: the parameter with that service's secret.
    """

    users_table: str
    agencies_table: str
    subscriptions_table: str
    conversations_table: str
    questions_table: str
    messages_table: str
    help_link_base_url: str
    chat_secret: RotatingSecret
    chat_domain: str
    chat_key_parameter: str
