"""Whatever the schema allows, and what it does not: the server answers, and never with its own failure."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)

from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.schema import complete
from dalapapa.server.settings import Settings
from dalapapa.server.stores.database import sqlite_url

from .serving import quick


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("schema")
    app = create_app(quick(sqlite_url(folder / "db.sqlite3")))
    with running.listen("127.0.0.1", 0) as listening:
        server = uvicorn.Server(running.config(app))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def cookies(base: str) -> dict[str, str]:
    return dict(httpx.post(f"{base}/api/session", json={"name": "Ana"}).cookies)


schema = schemathesis.openapi.from_dict(
    complete(create_app(Settings(database="sqlite:///")).app.openapi_schema.to_schema())
)


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_whole_schema(case: "schemathesis.Case[Any]", base: str, cookies: dict[str, str]) -> None:
    case.call_and_validate(
        base_url=base,
        cookies={} if case.method == "DELETE" else cookies,  # who is forgotten cannot go on testing
        checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
    )
