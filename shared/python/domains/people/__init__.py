"""Finding people by what they say of themselves, through tokens that name nobody."""
