"""The page “On paper”: what is shown and chosen is what comes out, with a server and without one."""

from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring

from playwright.sync_api import Page, Route, expect

from dalapapa.cli.site import write
from tests.print.reader import pages

from .conftest import PHONE, Arrive, welcome
from .hosting import hosted

SVG = "{http://www.w3.org/2000/svg}"


def choose(page: Page, *choices: str) -> None:
    for choice in choices:
        page.get_by_role("main").get_by_text(choice, exact=True).click()


def shown(page: Page, says: str, pictures: int) -> list[Element]:
    """The pictures of what was chosen, no longer those of what was chosen before; the first says this."""
    images = page.locator("main .sheets[aria-busy=false] img")
    expect(images).to_have_count(pictures, timeout=60_000)
    page.wait_for_function(
        "images => images.every(image => image.complete && image.naturalWidth > 0)",
        arg=images.element_handles(),
    )
    sources = (str(image.get_attribute("src")) for image in images.all())
    drawn = [unquote(source.partition(",")[2]) for source in sources]
    assert says in drawn[0]
    return [fromstring(picture) for picture in drawn]


def texts(picture: Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def downloaded(page: Page) -> bytes:
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Download the PDF").click()
    return Path(download.value.path()).read_bytes()


def check_printed(page: Page, says: str, pictures: int) -> None:
    """What is downloaded has the pages that are shown, with the words that are shown."""
    seen = shown(page, says, pictures)
    for picture, printed in zip(seen, pages(downloaded(page)), strict=True):
        said = printed.text.replace("\ufffe", "-")
        assert all(word in said for text in texts(picture) for word in text.split())


def test_what_is_shown_is_what_is_printed(arrive: Arrive) -> None:
    ana = arrive(PHONE)
    page = ana.page
    ana.go_home()
    page.get_by_role("link", name="Tiles to cut out").click()
    expect(page.get_by_role("heading", name="On paper")).to_be_visible()
    # The first sheet on both its sides: thirty tiles; folded, fifteen and their backs.
    for side in shown(page, ">29<", 2):
        assert sorted(map(int, texts(side)[:-1])) == list(range(30))
    expect(page.get_by_text("4 sheets, printed on both sides, flipped on the long edge.")).to_be_visible()
    choose(page, "Fold and glue", "US Letter", "Shades of grey")
    (folded,) = shown(page, 'viewBox="0 0 215.9 279.4"', 1)
    assert sorted(map(int, texts(folded)[:-1])) == sorted(2 * list(range(15)))
    assert "sheet 1 of 8" in texts(folded)[-1]
    document = pages(downloaded(page))
    assert (len(document), document[0].size) == (8, (215.9, 279.4))
    choose(page, "Score sheet", "3")
    check_printed(page, "score sheet", 1)
    assert texts(shown(page, "score sheet", 1)[0]).count("discs") == 3
    choose(page, "Rules", "A4")
    check_printed(page, "Dalapapa: the rules", 2)
    choose(page, "Label for the bag")
    check_printed(page, "120 tiles", 1)
    choose(page, "Printer test")
    check_printed(page, "Do front and back meet?", 2)
    assert ana.faults == []


def test_a_refusal_is_a_sentence_on_the_page_and_nothing_is_lost(arrive: Arrive) -> None:
    ana = arrive(PHONE)
    page = ana.page

    def too_fast(route: Route) -> None:
        route.fulfill(status=429, json={"code": "too_fast", "words": "wait a little", "details": {}})

    page.goto(f"{ana.base}/paper")
    choose(page, "Score sheet", "2")
    page.route("**/api/paper/scores?*", too_fast)
    shown(page, "score sheet", 1)
    page.get_by_role("button", name="Download the PDF").click()
    expect(page.get_by_role("alert")).to_have_text(ana.called("error.too_fast"))
    assert page.url == f"{ana.base}/paper"
    page.unroute("**/api/paper/scores?*")
    check_printed(page, "score sheet", 1)
    assert texts(shown(page, "score sheet", 1)[0]).count("discs") == 2
    expect(page.get_by_role("alert")).to_have_count(0)


def test_without_any_server_the_device_prints_by_itself(arrive: Arrive, tmp_path: Path) -> None:
    browser = arrive().context.browser
    assert browser is not None
    write(tmp_path)
    with hosted(tmp_path) as port:
        ana = welcome(browser, port)
        page = ana.page
        page.goto(ana.base)
        page.get_by_role("link", name="Tiles to cut out").click()
        for side in shown(page, ">29<", 2):
            assert sorted(map(int, texts(side)[:-1])) == list(range(30))
        assert len(pages(downloaded(page))) == 8
        choose(page, "Label for the bag")
        check_printed(page, "120 tiles", 1)
        assert ana.faults == []
        ana.context.close()
