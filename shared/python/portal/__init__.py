"""Code that every function of the portal shares: the Lambda layer."""
