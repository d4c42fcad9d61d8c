"""A transparency log: a Merkle tree (RFC 6962) in tiles (C2SP tlog-tiles) under signed checkpoints.

Nothing of the portal is needed, and nothing of what is in the log: leaves come as hashes. A log is given as
its size and a function that reads a tile.
"""
