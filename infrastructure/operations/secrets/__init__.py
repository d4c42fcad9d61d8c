"""`npm run secrets`: replaces a secret of a stage."""
