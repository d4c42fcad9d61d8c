"""Applications of businesses: drafts, submission, documents and what the agency makes of them."""
