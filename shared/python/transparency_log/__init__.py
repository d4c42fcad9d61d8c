"""A transparency log: a Merkle tree (RFC 6962) in tiles (C2SP tlog-tiles) under signed checkpoints.

Independent of the portal and of the log's content, because leaves are hashes. A log is given by its size and
a function that reads a tile.
"""
