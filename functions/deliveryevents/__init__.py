"""What the mail and telephone networks say of what was sent, and what people answer by text message."""
