"""Commands for the access log: compare it with the sealed log, and erase a record of it."""
