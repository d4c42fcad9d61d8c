"""What every authorizer of the gateway needs to judge a token. Light, because every call waits for one."""
