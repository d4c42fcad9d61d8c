"""Registration: details of the caller, and linking an earlier registration."""
