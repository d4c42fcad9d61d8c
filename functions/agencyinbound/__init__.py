"""What agencies tell the portal: transactions, and that a connection has ended."""
