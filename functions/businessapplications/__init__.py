"""Applications of businesses: drafts, documents, submission, and the agency's decisions."""
