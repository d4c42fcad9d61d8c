"""Masking of addresses: owners recognize their own, and others learn nothing."""

from domains.accounts.account import Channel


def mask_email(address: str) -> str:
    """Mask an email address: `rosa@example.com` becomes `r•••@example.com`."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}•••@{domain}"


def mask_number(number: str) -> str:
    """Mask an E.164 number except for its last four digits: `+16025550123` becomes `•••-•••-0123`."""
    return f"•••-•••-{number[-4:]}"


def mask_address(channel: Channel, address: str) -> str:
    """Mask the address of a channel; "" stays."""
    if not address:
        return ""
    return mask_number(address) if channel == "text" else mask_email(address)
