"""Enhanced authentication: a signed-in person proves who they are once more, in one of four ways."""
