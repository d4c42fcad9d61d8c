"""What agencies tell the portal: transactions, messages, and that a connection has ended."""
