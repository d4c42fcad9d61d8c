"""User services: support staff's access to people's records, with a log entry before each access."""
