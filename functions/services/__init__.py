"""Public list of the services of agencies; ratings of public pages."""
