"""What is kept in the browser, what it sounds like, and the link that takes it along."""

from playwright.sync_api import expect

from .conftest import PHONE, Arrive


def test_settings_are_kept(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.goto(f"{ana.base}/settings")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "wood")
    page.get_by_text("Dark", exact=True).click()
    page.get_by_text("As few as possible").click()
    page.get_by_role("switch", name="Symbols on the discs").click()
    page.get_by_role("switch", name="Sound").click()
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_attribute("data-motion", "reduced")
    expect(page.get_by_role("switch", name="Symbols on the discs")).not_to_be_checked()
    expect(page.get_by_role("switch", name="Sound")).to_be_checked()
    assert ana.faults == []


def test_the_look_follows_the_device_when_asked_to(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.goto(f"{ana.base}/settings")
    html = page.locator("html")
    page.get_by_role("group", name="Look").get_by_text("As the device").click()
    expect(html).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")


# A page that makes a sound gets a context whose samples can be looked at.
_LISTEN = """window.heard = [];
window.AudioContext = function () {
    const context = new OfflineAudioContext(1, 44100, 44100);
    window.heard.push(context);
    return context;
}"""


def test_the_click_is_wooden_quiet_short_and_only_for_those_who_want_it(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.add_init_script(_LISTEN)

    def lay_a_tile() -> None:
        ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], nonce="c" * 32, begins=0)
        assert ana.wait_for_turn()
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(ana.drawn.laid).to_be_visible()

    lay_a_tile()
    assert page.evaluate("heard.length") == 0, "nobody asked for a sound"
    page.goto(f"{ana.base}/settings")
    page.get_by_role("switch", name="Sound").click()
    assert page.evaluate("heard.length") == 1, "it is to be heard when it is switched on"
    lay_a_tile()
    assert page.evaluate("heard.length") == 1
    samples = page.evaluate("heard[0].startRendering().then((sound) => [...sound.getChannelData(0)])")
    loud = [abs(sample) for sample in samples]
    peak = max(loud)
    assert 0.05 < peak < 0.3, "quiet, and far from the 1 at which it would be clipped"
    after = [max(loud[at:]) / peak for at in (0, 441, 1764, 4410)]  # from 0, 10, 40 and 100 ms on
    assert after[0] == 1
    assert after[1] > 0.2
    assert after[2] < 0.1, "it dies away at once"
    assert after[3] == 0
    assert ana.faults == []


def test_a_personal_link_brings_the_games_along_once(arrive: Arrive) -> None:
    ana, elsewhere, thief = arrive(), arrive(PHONE, touch=True), arrive()
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="Play now").click()
    ana.expect_playing()
    table = page.url
    page.goto(f"{ana.base}/settings")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link to share").input_value()

    elsewhere.page.goto(link)
    elsewhere.page.get_by_role("button", name="Bring my games here").tap()
    elsewhere.page.get_by_role("link", name="Continue").tap()
    expect(elsewhere.page).to_have_url(table)

    thief.page.goto(link)
    thief.page.get_by_role("button", name="Bring my games here").click()
    expect(thief.page.get_by_role("alert")).to_contain_text("This link was used already")
    # Another link in the same tab is another try.
    fresh = ana.post("/api/session/link", {})["path"]
    thief.page.goto(ana.base + fresh)
    expect(thief.page.get_by_role("alert")).to_have_count(0)
    thief.page.get_by_role("button", name="Bring my games here").click()
    expect(thief.page.get_by_role("link", name="Continue")).to_be_visible()
