"""Every clause of RULES.md has a scenario, and every scenario holds."""

import re
from pathlib import Path

import pytest

from tests.rules.scenario import Scenario, load_all, parse, run

ROOT = Path(__file__).parents[2]
SCENARIOS = load_all()

# A clause stands at the start of a line: "- **R5.4** …", "**R5.4**", "R5.4 …", "### R5.4 …".
CLAUSE = re.compile(r"^[\s>#*+-]*(R\d+\.\d+|W\d+)\b", re.MULTILINE)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.name for scenario in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    run(scenario)


def test_every_clause_has_a_scenario() -> None:
    clauses = set(CLAUSE.findall((ROOT / "RULES.md").read_text("utf-8")))
    # Should the page's layout change, the pattern must not quietly find nothing.
    assert {"R0.1", "R1.1", "R2.2", "R3.3", "R4.5", "R5.5", "R6.3"} <= clauses
    assert clauses | {"W1", "W2", "W3", "W4"} == {scenario.clause for scenario in SCENARIOS}


@pytest.mark.parametrize(
    "text",
    [
        'clause = "R1.1"\nsays = "x"\nbord = []\n[set]\ntiles = 120',
        'clause = "R1.1"\nsays = "x"\n[set]\ntile = 120',
        'clause = "R1.1"\nsays = "x"\n[[try]]\nplacement = "0a0@0,0"\nponits = 3',
        'clause = "R1.1"\nsays = "x"\n[[step]]\nreceipts = [{ point = 3 }]',
        'clause = "R1.1"\nsays = "x"\n[[step]]\nsees = [{ seat = 0, hand = [] }]',
        'clause = "R1.1"\n[set]\ntiles = 120',
        'clause = "R1.2"\nsays = "x"\n[set]\ntiles = 120',
        'clause = "R1.1"\nsays = "x"\nboard = ["0a0@0,0"]',
    ],
)
def test_a_misspelt_or_empty_scenario_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"unknown key|in words|named after|nothing is checked"):
        parse("R1.1-x", text)


@pytest.mark.parametrize(
    "text",
    [
        "[set]\ntiles = 119",
        'board = ["0a0@0,0"]\ngroups = ["red 1"]',
        'board = ["0a0@0,0"]\n[[try]]\nplacement = "2a2@0,-1"\ndiscs = 3',
        'board = ["0a0@0,0"]\n[[try]]\nplacement = "2a2@0,-1"\nrefused = "overlap"',
        'board = ["0a0@0,0"]\n[[try]]\nplacement = "5b0@2,0"',
        "[[start]]\nplayers = 5",
        'board = ["0a0@0,0", "0a0@2,0"]\ngroups = []',
        '[table]\nplayers = 2\nbag = [0]\n[[step]]\nturn = "pass"',
    ],
)
def test_a_scenario_that_does_not_hold_fails(text: str) -> None:
    with pytest.raises(AssertionError):
        run(parse("R1.1-x", f'clause = "R1.1"\nsays = "x"\n{text}'))
