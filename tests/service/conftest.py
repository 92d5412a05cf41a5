import pytest

pytest.register_assert_rewrite("tests.service.promises")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
