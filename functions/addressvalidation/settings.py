"""The address validation function's settings."""

from typing import Literal

from portal.http import HttpSettings


class AddressSettings(HttpSettings):
    """Settings from the template."""

    # The provider for addresses that the portal's own lists leave open.
    address_provider: Literal["offline", "amazonLocation"]
