"""The access log: what staff were shown or did with somebody's record, written before anything is shown."""
