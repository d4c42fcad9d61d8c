"""The local cloud: emulated AWS services, from the same templates and the same functions as a deployment."""
