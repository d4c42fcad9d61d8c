"""Checks and registers the manifests of agencies, and tests their servers."""
