"""A registered person's decisions on terms and conditions, and contact preferences."""
