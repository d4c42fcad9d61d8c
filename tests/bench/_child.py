"""Measure in a fresh process: `python _child.py MODULE NAME WARM_CALLS < event` prints CPU seconds as JSON.

DynamoDB's answer is canned right below botocore's HTTP session, so that everything above it is measured.
"""

import importlib
import io
import json
import sys
import time
import types


def _answer_for_dynamodb() -> None:
    from botocore.awsrequest import AWSResponse
    from botocore.httpsession import URLLib3Session

    class _Body(io.BytesIO):
        def stream(self) -> list[bytes]:
            return [self.read()]

    def send(_session: object, request: object) -> AWSResponse:
        content = b'{"Count":0,"Items":[],"ScannedCount":0}'
        return AWSResponse(request.url, 200, {"x-amzn-requestid": "none"}, _Body(content))  # type: ignore[attr-defined]

    URLLib3Session.send = send


def main() -> None:
    """Import the handler, call it once, then often."""
    module, attribute, warm_calls = sys.argv[1], sys.argv[2], int(sys.argv[3])
    event = json.load(sys.stdin)
    # A Powertools logger keeps its first stream; only figures go to the output.
    output, sys.stdout = sys.stdout, io.StringIO()

    context = types.SimpleNamespace(
        function_name="bench", memory_limit_in_mb=512, invoked_function_arn="arn", aws_request_id="1"
    )

    started = time.process_time()
    handler = getattr(importlib.import_module(module), attribute)
    figures = {"import": time.process_time() - started}
    if event is not None:
        _answer_for_dynamodb()
        started = time.process_time()
        answer = handler(event, context)
        figures["first call"] = time.process_time() - started
        if answer["statusCode"] != 200:
            raise RuntimeError(answer)
        started = time.process_time()
        for _ in range(warm_calls):
            handler(event, context)
        figures["warm call"] = (time.process_time() - started) / warm_calls
    print(json.dumps(figures), file=output)


if __name__ == "__main__":
    main()
