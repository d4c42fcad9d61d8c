"""Search for state employees over agencies, services, forms, and help; public services; page ratings."""
