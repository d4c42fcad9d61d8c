"""The local cloud: what `npm start` runs instead of AWS, from the same templates and the same functions."""
