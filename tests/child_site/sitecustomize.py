"""Moves the clock of Python programs that tests start, as tests/conftest.py moves that of the tests."""

import os
from contextlib import suppress
from datetime import UTC, datetime, timedelta

_offset = os.environ.get("TEST_CLOCK_OFFSET")
if _offset:
    # Tools in environments of their own, such as the SAM command line, stay at the real time.
    with suppress(ImportError):
        import time_machine

        time_machine.travel(datetime.now(UTC) + timedelta(seconds=float(_offset)), tick=True).start()
