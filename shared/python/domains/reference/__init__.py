"""Reference data of the state: fees, counties, business days, help pages."""
