"""Draw the icons of the installed app from public/icon.svg, one of them for phones that cut it to a shape.

Run with the package and a Chromium installed: `python web/scripts/icons.py`.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "public"
# A phone keeps a circle of 80 % of a maskable icon: the tile lies inside it, on the table's green.
ICONS = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-maskable.png": (512, 0.56)}

PAGE = """<!doctype html>
<style>
  body {{ display: grid; place-items: center; width: {size}px; height: {size}px; margin: 0;
         background: {ground} }}
  svg {{ width: {tile}px; height: {tile}px }}
</style>{svg}"""


def main() -> None:
    """Draw and write them."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    svg = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for name, (size, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "#17362d" if part < 1 else "transparent"
            page.set_content(PAGE.format(size=size, tile=round(size * part), ground=ground, svg=svg))
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
