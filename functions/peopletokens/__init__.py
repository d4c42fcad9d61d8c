"""Search tokens of people, kept in sync with their accounts; see `domains.people`."""
