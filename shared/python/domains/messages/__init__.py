"""Messages of the portal and of agencies to people."""
