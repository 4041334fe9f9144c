# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks CUDA C kernels, counts their memory accesses and draws them, from a string or from a notebook cell."""

import html
import pathlib
import tempfile

import pandas

from ._engine import WarploomError, ask

_texts = {}  # sources of named notebook cells


def _text_of(kernel):
    """Returns the source of a kernel, which is specified by the name of a cell, the path of a file, or the source itself."""
    if kernel in _texts:
        return _texts[kernel]
    if "\n" not in kernel:
        path = pathlib.Path(kernel if kernel.endswith(".cu") else f"{kernel}.cu")
        if path.exists():
            return path.read_text(encoding="utf-8")
        raise WarploomError(f"There is no kernel named '{kernel}'.",
                            "To name a cell, use %%warploom --name. You can also specify the path of a .cu file, or the "
                            "kernel source.")
    return kernel


class Verdict(pandas.DataFrame):
    """The verdict and the counts of a kernel. Notebooks display the verdict, a table and an image."""

    _metadata = ["picture"]
    picture = ""

    @property
    def _constructor(self):
        return pandas.DataFrame

    def _repr_html_(self):
        told = [f"<p><strong>{html.escape(self.attrs['sentence'])}</strong></p>"]
        told += [f"<p>{html.escape(note)}</p>" for note in self.attrs["notes"]]
        counts = pandas.DataFrame(self).to_html(border=0) if len(self) else ""
        return "".join(told) + counts + self.picture


def check(kernel, matrix="laplace2d:n=20", card="h200", precision="double", block=128, step=1, picture=True):
    """Checks a CUDA C kernel, as on the Write page. Returns the counts of the kernel and of the built-in kernel of the
    same format, one per row.

    kernel: the source, the path of a .cu file, or the name of a notebook cell. `attrs` contains the verdict ("right",
    "doubtful", "wrong" or "refused"), its sentence, the notes (a list of lines) and the complete document. `picture` is an
    SVG image of the first warp that shows the lanes over time and highlights `step`.
    """
    with tempfile.TemporaryDirectory(prefix="warploom-") as folder:
        file, drawn = pathlib.Path(folder) / "kernel.cu", pathlib.Path(folder) / "warp.svg"
        file.write_text(_text_of(kernel), encoding="utf-8")
        words = ["check", "--matrix", matrix, "--card", card, "--precision", precision, "--block", block]
        if picture:
            words += ["--picture", drawn, "--step", step]
        document = ask(words, [file])
        svg = drawn.read_text(encoding="utf-8") if drawn.exists() else ""
    rows = [costs for costs in (document.get("costs"), document.get("twin")) if costs]
    if rows:
        rows[0] = {**rows[0], "kernel": "this kernel"}
    notes = [(f"Line {note['line']}: " if note.get("line") else "") + note["sentence"] +
             (f" {note['hint']}" if note.get("hint") else "") for note in document.get("notes", [])]
    notes += [finding["sentence"] for finding in document.get("findings", [])]
    table = Verdict(rows)
    if rows:
        table = Verdict(table.set_index("kernel"))
    table.attrs.update(verdict=document["verdict"], sentence=document["sentence"], notes=notes, document=document,
                       kind="modelled")
    table.picture = svg
    return table


def judge(kernel, exercise, seed=1):
    """Grades a solution to an exercise. Returns one row per gate. `attrs` contains points, out_of and a sentence.

    kernel: the source, the path of a .cu file, or the name of a notebook cell.
    """
    with tempfile.TemporaryDirectory(prefix="warploom-") as folder:
        file = pathlib.Path(folder) / "answer.cu"
        file.write_text(_text_of(kernel), encoding="utf-8")
        document = ask(["exercise", "check", "--exercise", exercise, "--seed", seed], [file])
    table = pandas.DataFrame(document["gates"]).reindex(columns=["title", "state", "points", "out_of", "value", "sentence"])
    missed = [f"{gate['title']}: {gate.get('sentence', '')}" for gate in document["gates"]
              if gate["state"] in ("missed", "not_understood")]
    sentence = f"{document['points']:g} of {document['out_of']:g} points. " + (document.get("sentence") or " ".join(missed) or
                                                                            "All gates passed.")
    table.attrs.update(points=document["points"], out_of=document["out_of"], sentence=sentence, document=document)
    return table


def _magic(line, cell):
    """%%warploom [--name NAME] [--matrix NAME] [--card ID] [--precision float] [--block N] [--step N] [--exercise ID]"""
    import argparse
    import shlex

    parser = argparse.ArgumentParser(prog="%%warploom", add_help=False, exit_on_error=False)
    parser.add_argument("--name")
    parser.add_argument("--matrix", default="laplace2d:n=20")
    parser.add_argument("--card", default="h200")
    parser.add_argument("--precision", default="double")
    parser.add_argument("--block", type=int, default=128)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--exercise")
    try:
        asked, strange = parser.parse_known_args(shlex.split(line))
    except (argparse.ArgumentError, ValueError) as error:
        raise WarploomError(f"The options of %%warploom are invalid: {error}.", _magic.__doc__) from None
    if strange:
        raise WarploomError(f"%%warploom does not support the options {' '.join(strange)}.", _magic.__doc__)
    if asked.name:
        _texts[asked.name] = cell
    if asked.exercise:
        return judge(cell, asked.exercise)
    return check(cell, asked.matrix, asked.card, asked.precision, asked.block, asked.step)


def load_ipython_extension(shell):
    """Registers the cell magic `%%warploom`. Called by `%load_ext warploom`."""
    shell.register_magic_function(_magic, "cell", "warploom")
