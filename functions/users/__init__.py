"""Who the caller is to the portal: details, registration, and linking an earlier registration."""
