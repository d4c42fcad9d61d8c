"""What starting a business costs, with a source for every figure."""
