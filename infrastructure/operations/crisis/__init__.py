"""Training of the model that recognizes emergencies."""
