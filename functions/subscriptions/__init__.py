"""The catalog of agencies' services, and what people hold there."""
