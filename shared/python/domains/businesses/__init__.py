"""Businesses of the portal, and the roles of people in them."""
