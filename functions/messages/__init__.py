"""The portal's own messages to a person, and the bin of both inboxes."""
