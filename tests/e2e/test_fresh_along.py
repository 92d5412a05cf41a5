"""A new version of what was taken along: it waits until nobody plays, then it is there without a network."""

from pathlib import Path

from playwright.sync_api import expect

from dalapapa.cli.site import write

from .conftest import Device
from .hosting import hosted
from .people import Keys, Person, words

# Said on the home page; of the new version in other words.
LINE, NEW_LINE = words("en")["home.line"], "The same game in new words."


def publish(folder: Path) -> None:
    """Another version in the place of this one: its programs have other names, and the old ones are gone."""
    assets = folder / "assets"
    for old in [*assets.glob("*.br"), *assets.glob("*.gz")]:
        old.unlink()
    names = sorted(path.name for path in assets.iterdir())
    (pack,) = (folder / "along").iterdir()
    (build,) = (folder / "version.json").read_text().split('"')[3:4]
    renamed = {pack.name: pack.name[::-1], build: build[::-1], LINE: NEW_LINE}
    renamed |= {name: name.replace(".", "-new.", 1) for name in names}
    texts = [path for path in folder.rglob("*") if path.suffix in (".js", ".css", ".html", ".json")]
    for path in texts:
        if pack not in path.parents:
            text = path.read_text()
            for old_name, name in renamed.items():
                text = text.replace(old_name, name)
            path.write_text(text)
    worker = folder / "sw.js"
    worker.write_text(worker.read_text().replace("'dalapapa-shell-", "'dalapapa-shell-new-"))
    for name in names:
        (assets / name).rename(assets / renamed[name])
    pack.rename(pack.with_name(renamed[pack.name]))


# For whoever reads of a failure: who waits, who works, and who holds that a game is on.
STATES = """async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
    const states = [installing, waiting, active].map((worker) => worker && worker.state);
    return [states, !!navigator.serviceWorker.controller, await navigator.locks.query()];
}"""


def wait_until(person: Person, question: str) -> None:
    """Until the answer is yes; `wait_for_function` takes a promise itself for one."""
    for _ in range(600):
        if person.page.evaluate(question):
            return
        person.page.wait_for_timeout(100)
    raise AssertionError(person.page.evaluate(STATES))


def test_a_new_version_waits_until_nobody_plays(tmp_path: Path, device: Device) -> None:
    host = tmp_path / "host"
    write(host)
    with hosted(host) as port, device(tmp_path / "profile", port, offline=False) as ana:
        ana.page.goto(ana.base)
        ana.button("along.take").click()
        expect(ana.page.get_by_text(ana.called("along.kept"))).to_be_visible(timeout=60_000)
        ana.button("home.computer").click()
        Keys(ana).take_turns(1)
        publish(host)
        # Another tab has it at once, and all of it is fetched; where a game is on, nothing changes.
        other = ana.tab()
        other.page.goto(other.base)
        expect(other.page.get_by_text(NEW_LINE)).to_be_visible()
        expect(other.page.get_by_text(other.called("along.kept"))).to_be_visible(timeout=60_000)
        waiting = "async () => !!(await navigator.serviceWorker.getRegistration()).waiting"
        wait_until(other, waiting)
        other.page.reload()  # whoever comes to the home page would let it take over
        expect(other.page.get_by_text(other.called("along.kept"))).to_be_visible()
        ana.context.set_offline(True)
        Keys(ana).take_turns(1)
        assert ana.page.evaluate(waiting), ana.page.evaluate(STATES)
        other.page.close()
        version = ana.version
        ana.page.reload()
        assert ana.wait_for_turn()
        assert ana.version == version
        ana.context.set_offline(False)
        # Between games it is said, and loaded with a press; from then on it is what opens without a network.
        ana.page.get_by_role("link", name=ana.called("table.home")).first.click()
        expect(ana.page.get_by_text(ana.called("fresh.line"))).to_be_visible(timeout=20_000)
        expect(ana.page.get_by_text(LINE)).to_be_visible()
        ana.button("fresh.load").click()  # which waits while the new one takes over
        expect(ana.page.get_by_text(NEW_LINE)).to_be_visible(timeout=20_000)
        wait_until(ana, waiting.replace("!!", "!"))
        ana.context.set_offline(True)
        ana.page.reload()
        expect(ana.page.get_by_text(NEW_LINE)).to_be_visible()
        ana.page.get_by_role("link", name=ana.called("home.continue")).click()
        assert ana.wait_for_turn()
        assert ana.version == version
