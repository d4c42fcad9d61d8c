"""The portal's connections to agencies: manifests, protocol, and client."""
