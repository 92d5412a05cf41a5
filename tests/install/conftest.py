"""Environments are made once a run: the core alone, and the core with one extra."""

from pathlib import Path

import pytest

from tests.install.environment import Environment, build_wheel, lend


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    """`pip install dalapapa`."""
    return Environment(tmp_path_factory.mktemp("core"), wheel)


@pytest.fixture(scope="session")
def cli(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    """`pip install 'dalapapa[cli]'`."""
    environment = Environment(tmp_path_factory.mktemp("cli"), wheel)
    lend(environment.packages, "rich", "typer")
    return environment
