"""Tokens without a browser, for the command line and the tests of the portal."""

from infrastructure.sandbox.identity_provider.accounts import UnknownAccountError
from infrastructure.sandbox.identity_provider.services import Services

SCOPE = "openid email profile"


def issue_tokens(services: Services, email: str, *, of_latest: bool = False) -> dict[str, str]:
    """Return `access_token` and `id_token` of the account with this address.

    Args:
        of_latest: of the person's latest sign-in, in a browser or for a program, if it has not ended; else of
            a new one.

    Raises UnknownAccountError.
    """
    account = services.accounts.by_email(email.strip().lower())
    if account is None:
        raise UnknownAccountError(email)
    client_id = services.client.client_id
    latest = services.grants.find_latest(account.subject, client_id) if of_latest else None
    grant = latest or services.grants.open(account, client_id, SCOPE)
    access_token = services.tokens.make_access_token(account, grant, SCOPE)
    id_token = services.tokens.make_id_token(account, grant, SCOPE, access_token)
    return {"access_token": access_token, "id_token": id_token}
