"""What can be said of an address without asking anybody."""
