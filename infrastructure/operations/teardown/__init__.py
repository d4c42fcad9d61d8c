"""The command that removes a stage and everything that its stack would keep."""
