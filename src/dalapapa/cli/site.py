"""`dalapapa site`: the game as a folder of files, for any host of such."""

import json
import re
import shutil
from html import escape
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from dalapapa.rules import DalapapaError, ErrorCode

# What is written anew as a whole.
_FOLDERS = ("along", "assets")


def site(
    folder: Annotated[Path, typer.Argument(help="Where to write it; an earlier site there is replaced")],
    server: Annotated[
        str,
        typer.Option(help="The address of a server, for playing with friends; without it that door says so"),
    ] = "",
) -> None:
    """Write the game as a folder of files: it plays in the browser alone, below any path of any host."""
    write(folder, server)
    print(f"{folder}: put it on any host of files, or try it: python -m http.server -d {folder}")


def write(folder: Path, server: str = "") -> None:
    """Write the site."""
    with as_file(files("dalapapa.server") / "static") as built:
        if not (built / "along").is_dir():
            raise DalapapaError(ErrorCode.NOT_FOUND, "the client has not been built: run make setup")
        page = folder / "index.html"
        ours = page.exists() and "data-site=" in page.read_text("utf-8")
        if not ours and any((folder / name).exists() for name in ("index.html", *_FOLDERS)):
            raise DalapapaError(ErrorCode.NOT_ALLOWED, f"{folder} holds another site: name a new folder")
        # What was there before goes, and nothing else: a host may want files of its own beside ours.
        for name in _FOLDERS:
            shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(
            built, folder, ignore=lambda _, names: {*filter(_is_of_a_screen, names)}, dirs_exist_ok=True
        )
    html = re.sub(r'(src|href|content)="/', r'\1="./', page.read_text("utf-8"))
    page.write_text(html.replace("<html ", f'<html data-site="{escape(server)}" ', 1), "utf-8")
    manifest = folder / "manifest.webmanifest"
    said = json.loads(manifest.read_text("utf-8"))
    said |= {"id": "./", "start_url": "./", "scope": "./"}
    for icon in said["icons"]:
        icon["src"] = icon["src"].lstrip("/")
    manifest.write_text(json.dumps(said, indent=2), "utf-8")
    worker = folder / "sw.js"
    script = worker.read_text("utf-8")
    listed = re.search(r"const FILES = (\[.*?\]);", script, re.DOTALL)
    assert listed is not None
    kept = [name for name in json.loads(listed[1]) if not _is_of_a_screen(name)]
    worker.write_text(script.replace(listed[1], json.dumps(kept)), "utf-8")


def _is_of_a_screen(name: str) -> bool:
    """Whether it is the page of a single screen: a host of files cannot show it at the address of that."""
    return name.endswith(".html") and name != "index.html"
