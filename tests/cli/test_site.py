"""`dalapapa site`: what it writes, and what it leaves alone."""

import re
from pathlib import Path

import pytest

from dalapapa.cli.site import write
from dalapapa.rules import DalapapaError


def test_it_may_be_written_again_beside_files_of_the_host(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "CNAME").write_text("games.example")
    (tmp_path / "assets" / "old.js").write_text("")
    write(tmp_path, 'https://"games".example')
    assert not (tmp_path / "assets" / "old.js").exists()
    assert (tmp_path / "CNAME").read_text() == "games.example"
    page = (tmp_path / "index.html").read_text()
    assert 'data-site="https://&quot;games&quot;.example"' in page
    assert '="/' not in page
    assert "/icon" not in (tmp_path / "manifest.webmanifest").read_text()
    assert [path.name for path in tmp_path.glob("*.html")] == ["index.html"]
    assert not re.search(r"\b(?!index)\w+\.html", (tmp_path / "sw.js").read_text().partition("\n\n")[0])


@pytest.mark.parametrize("name", ["index.html", "assets/ours.txt", "along/ours.txt"])
def test_another_site_is_left_alone(tmp_path: Path, name: str) -> None:
    ours = tmp_path / name
    ours.parent.mkdir(exist_ok=True)
    ours.write_text("<h1>Ours</h1>")
    with pytest.raises(DalapapaError, match="another site"):
        write(tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [ours]
