"""The web app's settings."""
