"""Tools of every authorizer of the gateway to judge a token. Light, because every call waits for one."""
