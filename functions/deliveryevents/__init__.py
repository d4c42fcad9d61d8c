"""Events of mail and telephone networks, and people's answers by text message."""
