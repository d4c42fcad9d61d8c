"""A person's businesses, their members, and the saved plan of a future business."""
