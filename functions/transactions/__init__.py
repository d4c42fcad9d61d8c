"""Payments, renewals, filings, and changes that agencies report about a person."""
