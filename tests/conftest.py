"""What holds for every test: how Hypothesis looks for examples."""

import os

from hypothesis import settings

# A slow machine is no failure, and the same tests are to say the same of the same code.
settings.register_profile("repeatable", deadline=None, derandomize=True, print_blob=True)
# For looking further than every run does: `HYPOTHESIS_PROFILE=search`, as long as one likes.
settings.register_profile("search", deadline=None, derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
