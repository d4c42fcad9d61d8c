"""The domains of the portal: rules and storage of agencies, accounts, messages, and so on."""
