"""Command for messages: compare them with the index of unread ones."""
