"""Addresses as they are shown back to a person: one knows one's own, and nobody learns another's."""

from domains.accounts.account import Channel


def mask_email(address: str) -> str:
    """`rosa@example.com` becomes `r•••@example.com`."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}•••@{domain}"


def mask_number(number: str) -> str:
    """Return a number in E.164 form with its last four digits: `+16025550123` becomes `•••-•••-0123`."""
    return f"•••-•••-{number[-4:]}"


def mask_address(channel: Channel, address: str) -> str:
    """Return the address of a channel as it is shown back."""
    return mask_number(address) if channel == "text" else mask_email(address)
