"""Draw the picture that stands beside a shared link: public/preview.jpg, the hero's tiles and the name.

Run with the package and a Chromium installed: `python web/scripts/preview.py`.
"""

import json
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from dalapapa.render import board_svg
from dalapapa.rules import Board, Placement, classic

WEB = Path(__file__).parents[1]
# What the services that show such pictures ask for.
WIDTH, HEIGHT = 1200, 630

PAGE = """<!doctype html><meta charset="utf-8">
<style>
  body {{ display: grid; grid-template-columns: 470px 1fr; align-items: center; width: 1200px; height: 630px;
         margin: 0; overflow: hidden; background: radial-gradient(circle at 30% 0%, #2b5849, #17362d) }}
  div {{ padding-left: 64px; color: #fff4dc; font: 700 76px/1.1 Georgia, serif }}
  p {{ margin: 12px 0 0; font: 400 34px/1.35 system-ui, sans-serif }}
  svg {{ width: 1180px; margin-left: -40px; transform: rotate(-4deg) }}
  svg > rect:first-of-type {{ fill: none }}
</style>
<div>Dalapapa<p>Lay tiles, match colours,<br>close groups.</p></div>{board}"""


def hero() -> Board:
    """The board of the home page."""
    board = Board(classic())
    for tile in json.loads((WEB / "src/gen/figures.json").read_text())["hero"]["tiles"]:
        board = board.place(Placement(tile["tile"], tile["face"], tile["rotation"], tile["x"], tile["y"]))
    return board


def main() -> None:
    """Draw and write it."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_content(PAGE.format(board=board_svg(hero())))
        page.screenshot(path=WEB / "public/preview.jpg", type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main()
