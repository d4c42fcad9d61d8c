"""Applications of businesses to agencies: forms, states, and storage."""
