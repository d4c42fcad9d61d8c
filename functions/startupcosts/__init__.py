"""Start-up costs of a business, with a source for every figure."""
