"""Endpoints for agencies: transactions, messages, applications, and ended connections."""
