"""Agencies join here: their manifests are checked and registered, and their servers tested."""
