"""Code shared by all functions, in the Lambda layer."""
