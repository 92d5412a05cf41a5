"""The kernel as WebAssembly gives the answers of the native one, to the last bit."""

from concurrent.futures import ThreadPoolExecutor

from dalapapa.kernel.wasm.building import built
from tests.agreement.answers import POSITIONS, lines
from tests.agreement.node import run_in_node

MOST_BYTES = 60_000  # what a phone is asked to fetch


def test_the_same_answers_on_webassembly() -> None:
    with ThreadPoolExecutor(1) as beside:
        there = beside.submit(run_in_node, "tests.agreement.answers")
        here = lines()
    asked = [int(line.split()[0]) for line in here if " positions " in line]
    assert sum(asked) >= POSITIONS
    assert there.result() == here


def test_it_is_small() -> None:
    assert built().stat().st_size <= MOST_BYTES
