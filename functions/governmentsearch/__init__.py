"""Search over agencies, services, forms, and help, for state employees."""
