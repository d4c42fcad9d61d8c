"""Scheduled work: agencies are told of disconnects and applications that they could not be told of before."""
