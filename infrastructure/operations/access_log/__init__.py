"""What is done to the access log by hand: comparing it with what was sealed, and erasing a record of it."""
