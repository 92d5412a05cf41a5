"""How Sphinx builds the documentation site: `make docs` puts it into docs/_build/html."""

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from dalapapa import __version__, bots, kernel, rules
from dalapapa.render.palette import FELT

project = "Dalapapa"
author = "The Dalapapa founders"
project_copyright = "2026, The Dalapapa founders. The game is by François Haffner"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

# Pages are Markdown that reads well without Sphinx too.
myst_heading_anchors = 3
# JSON with an ellipsis in it stays uncoloured; nothing else may be wrong.
suppress_warnings = ["misc.highlighting_failure"]

# Every name of ours that a page or a signature refers to must be documented; docstrings write `names`
# without saying whether they are links, and those that are none are shown as code.
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(collections|enum|numpy|np|pathlib|random|threading|types|typing)\..*|array"),
    ("py:obj", ".*"),
]
default_role = "py:obj"

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 140
toc_object_entries_show_parents = "hide"

# What these packages offer (`__all__`) stands in the API reference, all of it.
PUBLIC = (rules, bots, kernel)

html_theme = "furo"
pygments_dark_style = "a11y-high-contrast-dark"
html_title = f"Dalapapa {version}"
html_logo = html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["home.css"]
html_copy_source = False
html_show_sphinx = False

# The game's own themes, wood by day and dark by night (web/src/style); text has a contrast of 4.5 or more.
_FONTS = {
    "font-stack": "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif",
    "font-stack--headings": "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif",
}
html_theme_options = {
    "light_css_variables": {
        **_FONTS,
        "color-background-primary": "#fff8ea",
        "color-background-secondary": "#dcbd8d",
        "color-background-hover": "#f6e9cf",
        "color-background-hover--transparent": "#f6e9cf00",
        "color-background-border": "#cdb184",
        "color-foreground-primary": "#2b2118",
        "color-foreground-secondary": "#54452f",
        "color-foreground-muted": "#655747",
        "color-foreground-border": "#8d6230",
        "color-brand-primary": "#74390f",
        "color-brand-content": "#74390f",
        "color-brand-visited": "#5a2f5f",
        "color-highlight-on-target": "#ffedc4",
        "color-inline-code-background": "#f6e9cf",
        "color-code-background": "#faf0dc",
        "color-code-foreground": "#2b2118",
        "color-header-background": FELT,
        "color-header-border": FELT,
        "color-header-text": "#fff8ea",
        "color-sidebar-link-text": "#2b2118",
        "color-sidebar-link-text--top-level": "#5c2c0a",
        "color-sidebar-caption-text": "#4a3b26",
        "color-sidebar-item-background--current": "#efd9b4",
        "color-sidebar-item-background--hover": "#efd9b4",
        "color-sidebar-search-background": "#fff8ea",
        "color-sidebar-search-background--focus": "#fffdf8",
        "color-api-background": "#f6e9cf",
        "color-api-keyword": "#54452f",
        "color-api-name": "#74390f",
        "color-api-pre-name": "#74390f",
    },
    "dark_css_variables": {
        "color-background-primary": "#1c1713",
        "color-background-secondary": "#2a231b",
        "color-background-hover": "#362d23",
        "color-background-hover--transparent": "#362d2300",
        "color-background-border": "#54483a",
        "color-foreground-primary": "#f4eadb",
        "color-foreground-secondary": "#c3b39d",
        "color-foreground-muted": "#b3a28b",
        "color-foreground-border": "#8a7860",
        "color-brand-primary": "#e0a468",
        "color-brand-content": "#e0a468",
        "color-brand-visited": "#d0a6dc",
        "color-highlight-on-target": "#4a3413",
        "color-inline-code-background": "#2a231b",
        "color-code-background": "#2a231b",
        "color-code-foreground": "#f4eadb",
        "color-header-background": FELT,
        "color-header-border": FELT,
        "color-header-text": "#fff8ea",
        "color-sidebar-link-text": "#f4eadb",
        "color-sidebar-link-text--top-level": "#e9b885",
        "color-sidebar-caption-text": "#c3b39d",
        "color-sidebar-item-background--current": "#43382b",
        "color-sidebar-item-background--hover": "#43382b",
        "color-sidebar-search-background": "#1c1713",
        "color-sidebar-search-background--focus": "#1c1713",
        "color-api-background": "#2a231b",
        "color-api-keyword": "#c3b39d",
        "color-api-name": "#e0a468",
        "color-api-pre-name": "#e0a468",
    },
}

logger = logging.getLogger(__name__)


def check_all_documented(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of every public name that no page of the API reference describes."""
    described = {name for name, *_ in env.get_domain("py").get_objects()}
    for package in PUBLIC:
        for name in package.__all__:
            if f"{package.__name__}.{name}" not in described:
                logger.warning("%s.%s is not in the API reference", package.__name__, name)


def setup(app: Sphinx) -> None:
    """Sphinx calls this."""
    app.connect("env-check-consistency", check_all_documented)
