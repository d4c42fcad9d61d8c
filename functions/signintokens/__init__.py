"""The user pool's trigger before it signs tokens: adds the second factor of staff to the id token."""
