"""A person's businesses, who acts for them, and the saved plan of one that is still to be started."""
