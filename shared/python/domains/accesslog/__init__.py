"""The access log: an entry for each staff access to a person's record, written before the access."""
