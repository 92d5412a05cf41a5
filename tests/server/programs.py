"""Private PostgreSQL and Redis for tests: on free ports, in folders of their own, ended with the test run."""

import contextlib
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def find_program(name: str) -> str:
    """Where a program is. Without it the tests that need it cannot run: that is a failure, never a skip."""
    if found := shutil.which(name):
        return found
    for place in sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True):
        return place
    pytest.fail(f"{name} is missing: run scripts/install-programs")


class Program:
    """A server program that a test can stop, kill and start again."""

    def __init__(self, command: list[str], port: int, folder: Path, user: str | None = None) -> None:
        self.command, self.port, self.folder, self.user = command, port, folder, user
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            self.command,
            stdout=log,
            stderr=log,
            user=self.user,
            group=None if self.user is None else pwd.getpwnam(self.user).pw_gid,
            extra_groups=None if self.user is None else [],
            cwd=self.folder,
        )
        log.close()
        wait_for_port(self.port, self.process)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.thaw()  # what is frozen does not hear
            self.process.wait(30)
            self.process = None

    def freeze(self) -> None:
        """Stop it in the middle of whatever it does: its connections stay open, nothing answers."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)


def wait_for_port(port: int, process: subprocess.Popen[bytes], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert process.poll() is None, f"the program ended with {process.returncode}"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise AssertionError(f"nothing listens at port {port}")


@contextlib.contextmanager
def own_folder(user: str | None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="dalapapa-"))
    try:
        if user is not None:
            entry = pwd.getpwnam(user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _other_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


@contextlib.contextmanager
def private_postgres(*, durable: bool = False) -> Iterator[Program]:
    """PostgreSQL; `durable` also where the machine loses power, as outside of tests."""
    user = _other_user()
    with own_folder(user) as folder:
        data = folder / "data"
        initdb = [
            find_program("initdb"),
            "-D",
            str(data),
            "-U",
            "dalapapa",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
        ]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)
        port = free_port()
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(folder),
            # The machine does not lose power in a test; processes are killed all the same.
            "fsync": "on" if durable else "off",
            "max_connections": "60",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [find_program("postgres"), "-D", str(data), "-p", str(port), *options]
        program = Program(command, port, folder, user)
        program.start()
        try:
            yield program
        finally:
            program.end(signal.SIGQUIT)


@contextlib.contextmanager
def private_redis() -> Iterator[Program]:
    with own_folder(None) as folder:
        port = free_port()
        command = [find_program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        program = Program([*command, "--dir", str(folder)], port, folder)
        program.start()
        try:
            yield program
        finally:
            program.end(signal.SIGTERM)
