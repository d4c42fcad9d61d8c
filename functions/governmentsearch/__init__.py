"""Search over agencies, services, forms, and help, with numbers by type for state employees."""
