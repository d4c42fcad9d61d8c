"""The businesses function's settings."""

from portal.http import HttpSettings


class BusinessesSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        applications_table: whose index knows which businesses have applications.
        mail_sender: the address that invitations come from.
        portal_origin: where the links of invitations lead, without a slash at the end.
    """

    businesses_table: str
    plans_table: str
    applications_table: str
    users_table: str
    mail_sender: str
    portal_origin: str
