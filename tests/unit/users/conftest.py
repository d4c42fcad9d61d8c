import pytest

from tests.unit.users.support import World


@pytest.fixture
def world():
    return World()
