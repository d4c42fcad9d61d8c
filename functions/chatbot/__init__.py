"""The assistant: answers with sentences of the portal's own pages, over Bot Framework's Direct Line."""
