"""`dalapapa serve` as a person starts it."""

import asyncio
import contextlib
import io
import json
import logging
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dalapapa import kernel
from dalapapa.cli.app import app
from dalapapa.rules import DalapapaError
from dalapapa.server import running
from dalapapa.server.logs import JsonLines, start_logging
from dalapapa.server.stores.database import open_database, sqlite_url
from dalapapa.server.stores.migrations import migrate

from .programs import Program, free_port


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


@pytest.mark.anyio
async def test_what_is_written_is_sent_at_once() -> None:
    told: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = writer.get_extra_info("socket")
        told.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    with running.listen("127.0.0.1", 0) as listening:
        async with await asyncio.start_server(came, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            assert await told
            writer.close()


def test_the_schema_is_printed() -> None:
    result = CliRunner().invoke(app, ["schema"])
    assert result.exit_code == 0
    document = json.loads(result.output)
    assert document["openapi"].startswith("3.")
    parts = document["components"]["schemas"]
    messages = {part["$ref"].rsplit("/", 1)[1] for part in parts["ClientMessage"]["anyOf"]}
    asked = {"TakeTurn", "Try", "Help", "Hint", "AskGroups"}
    assert messages == asked | {"GiveNonce", "ComeBack", "StandIn", "React", "Ping"}
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


# ── What is wrong is said in one sentence ────────────────────────────────────────────────────────


def start(*arguments: str, **environment: str) -> str:
    """What a server that cannot start says."""
    command = [sys.executable, "-m", "dalapapa", "serve", "--port", "0", *arguments]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env={**os.environ, **environment}
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    [line] = ended.stderr.splitlines()
    assert line.startswith("dalapapa: ")
    return line


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A database that a server has made."""
    running.look_at(sqlite_url(tmp_path / "dalapapa.sqlite3"))
    return tmp_path / "dalapapa.sqlite3"


def test_a_truncated_database(kept: Path) -> None:
    os.truncate(kept, kept.stat().st_size // 2)
    assert f"{kept}: this file is damaged" in start("--data", str(kept.parent))


def test_a_file_that_is_no_database(kept: Path) -> None:
    kept.write_text("Dear diary, " * 1000)
    assert "this file is damaged, or no database" in start("--data", str(kept.parent))
    assert kept.read_text().startswith("Dear diary")


def test_somebody_elses_database(tmp_path: Path) -> None:
    path = tmp_path / "dalapapa.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert "somebody else's tables" in start("--data", str(tmp_path))
    assert path.read_bytes() == before


def test_a_newer_database(kept: Path) -> None:
    with contextlib.closing(sqlite3.connect(kept, isolation_level=None)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "a newer version of Dalapapa has written this" in start("--data", str(kept.parent))


def test_postgresql_that_is_not_there_or_does_not_know_us(postgres: Program) -> None:
    nowhere = f"postgresql://dalapapa:word@127.0.0.1:{free_port()}/games"
    said = start("--database", nowhere)
    assert "there is no answer (Connection refused)" in said
    assert "word" not in said
    there = f"127.0.0.1:{postgres.port}"
    assert 'role "stranger" does not exist' in start("--database", f"postgresql://stranger@{there}/postgres")
    assert 'database "nowhere" does not exist' in start(
        "--database", f"postgresql://dalapapa@{there}/nowhere"
    )
    assert "cannot be read" in start("--database", f"postgresql://dalapapa@{there}x/games")


def test_a_level_of_logs_that_there_is_not(tmp_path: Path) -> None:
    said = start("--data", str(tmp_path), DALAPAPA_LOG="loud")
    assert "DALAPAPA_LOG is one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not 'loud'" in said


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has such rights")
def test_the_files_are_their_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "dalapapa.sqlite3"
    path.touch(0o644)
    database = open_database(sqlite_url(path))

    async def write() -> set[str]:
        await migrate(database)
        rights = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
        await database.close()
        assert set(rights.values()) == {0o600}, rights
        return set(rights)

    assert asyncio.run(write()) == {path.name, f"{path.name}-wal", f"{path.name}-shm"}
