"""Configuration of the website, which tools/make-site builds with Sphinx."""
import pathlib
import re

root = pathlib.Path(__file__).resolve().parent.parent.parent
project = "Warploom"
author = "The Warploom authors"
project_copyright = "2026 The Warploom authors"
release = re.search(r"project\(Warploom VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"))[1]

extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["extra"]
# The anchors of headings are those of the repository's pages.
myst_heading_anchors = 6
myst_enable_extensions = ["tasklist"]
highlight_language = "none"
# Documents belong to several reading paths, and some are JSON with comments or omissions.
suppress_warnings = ["toc.multiple_toc_parents", "misc.highlighting_failure"]

html_theme = "furo"
html_title = f"Warploom {release}"
html_logo = html_favicon = str(root / "packaging/warploom.svg")
html_static_path = [str(root / "packaging/site/site.css")]
html_css_files = ["site.css"]
html_extra_path = [str(root / "build/site-sources/extra")]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": False}
