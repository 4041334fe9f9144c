# SPDX-License-Identifier: GPL-3.0-or-later
"""The cell magic %%warploom for JupyterLite. Runs the engine of interactive pages in the Pyodide worker.

    import warploom_lite
    await warploom_lite.load()        # engine.js and engine.wasm.gz are in the folder of the notebook

After that, cells that start with %%warploom are CUDA C kernels.
"""

import gzip
import html
import json
import pathlib
import shlex

_ask = None  # takes a line of JSON and returns a line of JSON

_start = """
return new Promise((fine, bad) => {
  const Module = {
    print() {}, printErr() {},
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(bytes, imports).then((made) => done(made.instance), bad);
      return {};
    },
    onRuntimeInitialized() {
      fine((line) => {
        const size = Module.lengthBytesUTF8(line) + 1, at = Module._malloc(size);
        Module.stringToUTF8(line, at, size);
        try { return Module.UTF8ToString(Module._warploom_answer(at)); } finally { Module._free(at); }
      });
    },
  };
  new Function('Module', glue)(Module);
});
"""


class Verdict:
    """Notebooks display the verdict, findings, counts and an image of a warp. `document` contains all of them."""

    def __init__(self, document, picture):
        self.document, self.picture = document, picture
        self.sentence = document["error"]["sentence"] if "error" in document else document["sentence"]
        self.is_right = document.get("verdict") == "right"

    def _repr_html_(self):
        told = [f"<p><strong>{html.escape(self.sentence)}</strong></p>"]
        for note in self.document.get("notes") or []:
            told.append(f"<p>Line {note['line']}: {html.escape(note['sentence'])}</p>")
        for finding in self.document.get("findings") or []:
            told.append(f"<p>{html.escape(finding['sentence'])}</p>")
        costs = self.document.get("costs") or {}
        rows = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>" for name, value in costs.items())
        return "".join(told) + (f"<table>{rows}</table>" if rows else "") + self.picture


async def load(folder="."):
    """Starts the engine, whose two files are in `folder`, and registers %%warploom if IPython is available."""
    global _ask
    import js
    from pyodide.ffi import to_js

    place = pathlib.Path(folder)
    glue = (place / "engine.js").read_text(encoding="utf-8")
    code = gzip.decompress((place / "engine.wasm.gz").read_bytes())
    _ask = await js.Function.new("glue", "bytes", _start)(glue, to_js(code))
    try:
        from IPython import get_ipython
    except ImportError:
        return
    if get_ipython() is not None:
        get_ipython().register_magic_function(_cell, magic_kind="cell", magic_name="warploom")


def check(text, matrix="laplace2d:n=20", card="h200", precision="double", block=128):
    """Checks a kernel, as on the Write page. Raises RuntimeError if load() has not been called."""
    if _ask is None:
        raise RuntimeError("The engine has not been loaded. First, call await warploom_lite.load().")
    asked = {"text": text, "matrix": matrix, "card": card, "precision": precision, "block": block}
    document = json.loads(_ask(json.dumps({"do": "check", **asked})))
    picture = ""
    if document.get("verdict") == "right":
        drawn = json.loads(_ask(json.dumps({"do": "warp", "operation": document["operation"],
                                            **asked, "matrix": document["inputs"][0]})))
        picture = drawn.get("lanes", "")
    return Verdict(document, picture)


def _cell(line, cell):
    """%%warploom [--matrix NAME] [--card NAME] [--precision float|double] [--block N]"""
    words = shlex.split(line)
    settings = {name.lstrip("-"): value for name, value in zip(words[::2], words[1::2])}
    if "block" in settings:
        settings["block"] = int(settings["block"])
    return check(cell, **settings)
