"""The catalogue of agencies' services, and what people hold there."""
