"""Messages of the portal and of agencies to a person."""
