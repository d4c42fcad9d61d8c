"""The sandbox: fictional agencies, identity providers and other outside services, for the local portal."""
