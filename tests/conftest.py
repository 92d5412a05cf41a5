import pytest

# Before anybody imports it: its asserts are those of tests in several rooms.
pytest.register_assert_rewrite("tests.service.promises")
