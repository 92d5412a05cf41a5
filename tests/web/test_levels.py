"""Every level of the computer has its animal in the browser."""

import re
from pathlib import Path

from dalapapa.bots import LEVELS

TEXT = (Path(__file__).parents[2] / "web/src/lib/levels.ts").read_text()


def test_every_level_is_an_animal_and_every_animal_a_level() -> None:
    animals = re.search(r"const ANIMALS[^{]*\{(.*?)\};", TEXT, re.DOTALL)
    assert animals
    assert re.findall(r"(\w+): '", animals[1]) == [level.id for level in LEVELS]
