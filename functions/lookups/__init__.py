"""Reference lists for forms."""
