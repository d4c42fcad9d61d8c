"""Search over agencies, services, forms and help, for people who work for the state."""
