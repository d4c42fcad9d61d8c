"""The address validation function's settings."""

from typing import Literal

from portal.http import HttpSettings


class AddressSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        address_provider: who is asked about addresses that the portal's own lists do not settle.
    """

    address_provider: Literal["offline", "amazonLocation"]
