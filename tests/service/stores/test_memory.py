"""The store in memory keeps its promises."""

import pytest

from dalapapa.service.stores.memory import MemoryStore

from ..promises import RegisterPromises, StorePromises

pytestmark = pytest.mark.anyio


class TestStore(StorePromises):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()


class TestRegister(RegisterPromises):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()

    @pytest.fixture
    def register(self, store: MemoryStore) -> MemoryStore:
        return store
