"""What a registered person decides: terms and conditions, and contact preferences."""
