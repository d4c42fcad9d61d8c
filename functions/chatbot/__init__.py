"""The assistant, which quotes the portal's own pages over Bot Framework's Direct Line."""
