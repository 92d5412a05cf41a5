"""Runs tests in an environment that has nothing: `python -I alone.py TOOLS ROOT ABSENT TEST…`.

TOOLS is a folder with pytest, ROOT the one that `tests` is in, ABSENT the modules that must not be there,
with commas between. The folder of the sources is not on the path: `dalapapa` is what was installed.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

tools, root, absent, *tests = sys.argv[1:]
for name in absent.split(","):
    assert find_spec(name) is None, f"{name} is here"
sys.path += [tools, root]

import pytest  # noqa: E402

import dalapapa  # noqa: E402

assert Path(dalapapa.__file__).is_relative_to(sys.prefix), f"not the installed one: {dalapapa.__file__}"
# No configuration and no conftest: those are for the whole of the tests, and import more.
options = ["-q", "--config-file=/dev/null", f"--rootdir={root}", "--noconftest", "-p", "no:cacheprovider"]
code = pytest.main([*options, *(str(Path(root, test)) for test in tests)])
ours = {entry.stem for entry in Path(tools).iterdir()} | {"dalapapa", "tests", "__main__", "__mp_main__"}
strangers = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - ours
assert not strangers, f"loaded from somewhere: {strangers}"
sys.exit(code)
