"""Scheduled work: agencies are told of disconnects that they could not be told of before."""
