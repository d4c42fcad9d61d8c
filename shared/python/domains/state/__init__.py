"""The state of the portal: its time."""
