"""Whether a business name can be had, and why."""
