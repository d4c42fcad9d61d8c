"""What is done to messages by hand: comparing them with the index of the unread ones."""
