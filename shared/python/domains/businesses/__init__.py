"""Businesses of the portal, and what a person may do for one."""
