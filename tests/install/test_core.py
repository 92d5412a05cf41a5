"""`pip install dalapapa` needs nothing else: the wheel, alone in an empty environment, knows the game."""

from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from tests.install.environment import ROOT, Environment, lend, needs

RULES = ("test_scenarios.py", "test_perft.py", "test_golden.py")

IMPORTS = """
import pkgutil, importlib
import dalapapa.render, dalapapa.rules
for room in (dalapapa.rules, dalapapa.render):
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        print(importlib.import_module(module.name).__name__)
"""


def modules_of_dependencies() -> set[str]:
    """What can be imported of all the packages that an extra brings."""
    wanted = {canonicalize_name(line.name) for line in needs("dalapapa")} - {"dalapapa", "pytest"}
    return {
        module
        for module, packages in packages_distributions().items()
        if wanted & set(map(canonicalize_name, packages))
    }


def test_scenarios_perft_and_golden_games_pass_without_any_dependency(
    core: Environment, tmp_path: Path
) -> None:
    lend(tmp_path / "tools", "pytest")
    absent = modules_of_dependencies()
    assert {"numpy", "numba", "msgspec", "typer", "rich", "hypothesis"} <= absent
    done = core.run(
        *("-B", ROOT / "tests/install/alone.py", tmp_path / "tools", ROOT, ",".join(sorted(absent))),
        *(f"tests/rules/{name}" for name in RULES),
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_every_module_of_rules_and_drawing_can_be_imported(core: Environment, tmp_path: Path) -> None:
    done = core.run("-c", IMPORTS, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    sources = {
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        for room in ("rules", "render")
        for path in (ROOT / "src/dalapapa" / room).rglob("*.py")
    }
    assert set(done.stdout.split()) == sources - {"dalapapa.rules", "dalapapa.render"}


def test_the_version_is_that_of_the_package(core: Environment, tmp_path: Path) -> None:
    script = "import dalapapa, importlib.metadata as m; print(dalapapa.__version__, m.version('dalapapa'))"
    one, other = core.run("-c", script, folder=tmp_path).stdout.split()
    assert one == other
