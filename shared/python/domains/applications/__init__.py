"""Applications of businesses to agencies: their forms, their states and how they are kept."""
