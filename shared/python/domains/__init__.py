"""The domains of the portal: what agencies, accounts, messages and the like are, and how each is stored."""
