"""`dalapapa serve` as a person starts it."""

import io
import json
import logging
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dalapapa import kernel
from dalapapa.cli.app import app
from dalapapa.rules import DalapapaError
from dalapapa.server import running
from dalapapa.server.logs import JsonLines, start_logging


def test_a_taken_port_leads_to_the_next() -> None:
    with running.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with running.listen("127.0.0.1", port) as other:
            assert port < other.getsockname()[1] <= port + 20


def test_no_free_port_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(DalapapaError, match="no free port from 9000 to 9019"):
        running.listen("127.0.0.1", 9000)


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--data", str(tmp_path / "file" / "x")])
    assert result.exit_code == 1
    assert "dalapapa:" in result.output


def test_the_kernel_warms_when_the_server_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def run(app: object, listening: object, ready: Callable[[], None], proxies: str) -> None:
        steps.append("serves")
        ready()

    monkeypatch.setattr(running, "run", run)
    monkeypatch.setattr(kernel, "warm_in_background", lambda: steps.append("warms"))
    assert CliRunner().invoke(app, ["serve", "--port", "0", "--data", str(tmp_path)]).exit_code == 0
    assert steps == ["serves", "warms"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--port", "70000"), "65535"),
        (("--port", "0", "--database", "sqlite:///games.sqlite3"), "SQLite takes --data FOLDER"),
        (("--port", "0", "--database", "games"), "the address of a PostgreSQL database"),
    ],
)
def test_arguments_that_cannot_be(arguments: tuple[str, ...], words: str) -> None:
    result = CliRunner().invoke(app, ["serve", *arguments])
    assert result.exit_code in (1, 2)
    assert words in result.output


def test_the_last_port_has_no_next() -> None:
    with running.listen("127.0.0.1", 65_535), pytest.raises(DalapapaError, match="from 65535 to 65535"):
        running.listen("127.0.0.1", 65_535)


def test_the_schema_is_printed() -> None:
    result = CliRunner().invoke(app, ["schema"])
    assert result.exit_code == 0
    document = json.loads(result.output)
    assert document["openapi"].startswith("3.")
    parts = document["components"]["schemas"]
    messages = {part["$ref"].rsplit("/", 1)[1] for part in parts["ClientMessage"]["anyOf"]}
    assert messages == {"TakeTurn", "Try", "GiveNonce", "ComeBack", "React", "Ping"}
    assert all(not parts[name]["additionalProperties"] for name in messages)


def test_what_libraries_warn_of_is_json_too(capfd: pytest.CaptureFixture[str]) -> None:
    root, own = logging.getLogger(), logging.getLogger("dalapapa")
    before = root.handlers[:], root.level, own.level
    try:
        start_logging("INFO")
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        logging.getLogger("uvicorn.error").info("a table's address")
        own.info("ready")
    finally:
        root.handlers[:], root.level, own.level = before
    said = [json.loads(line)["what"] for line in capfd.readouterr().err.splitlines()]
    assert said == ["Invalid HTTP request received.", "ready"]


def test_logs_are_json_and_keep_to_what_is_harmless() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.Logger("dalapapa.test")
    logger.addHandler(handler)
    try:
        raise ValueError("the secret is plum pudding")
    except ValueError:
        logger.exception("something failed", extra={"token": "a rubber duck", "code": "stale"})
    line = json.loads(stream.getvalue())
    assert line["what"] == "something failed"
    assert line["exception"] == "ValueError"
    assert line["code"] == "stale"
    assert "plum pudding" not in stream.getvalue()
    assert "rubber duck" not in stream.getvalue()
