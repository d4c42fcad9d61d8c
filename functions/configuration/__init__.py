"""The settings that the web app starts with."""
