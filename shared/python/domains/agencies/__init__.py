"""Connections of the portal with agencies: their manifests, the protocol of the calls, and the caller."""
