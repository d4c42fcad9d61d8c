"""Enhanced authentication: a signed-in person proves their identity in one of four ways."""
