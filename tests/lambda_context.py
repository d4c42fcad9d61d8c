"""Lambda's context of a call."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Context:
    milliseconds: int = 60_000  # time that the function has left
    function_name: str = "saguaro-tests"
    memory_limit_in_mb: int = 512
    invoked_function_arn: str = "arn:aws:lambda:us-west-2:123456789012:function:saguaro-tests"
    aws_request_id: str = "6f1f2a30-0000-4000-8000-000000000001"

    def get_remaining_time_in_millis(self) -> int:
        return self.milliseconds
