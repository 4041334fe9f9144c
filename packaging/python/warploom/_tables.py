# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the commands of warploom-engine and converts the resulting documents to tables."""

import contextlib
import os
import pathlib
import tempfile

import numpy
import pandas

from ._engine import WarploomError, ask


def _options(given):
    """Converts precision=["float", "double"] to --precision=float,double, and quick=True to --quick. Omits None."""
    for name, value in given.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        # Use --name=VALUE, because a separate value that starts with - would be interpreted as an option.
        if value is True:
            yield option
        elif isinstance(value, (list, tuple)):
            yield f"{option}={','.join(map(str, value))}"
        else:
            yield f"{option}={value}"


def _one_kind(table):
    """Returns "measured", "modelled", or "" if there are no times. A table with both kinds is a bug in this module."""
    kinds = set(table["kind"].dropna()) - {""} if "kind" in table else set()
    if len(kinds) > 1:
        raise WarploomError(f"The table contains different kinds of times: {', '.join(sorted(kinds))}.")
    return next(iter(kinds), "")


@contextlib.contextmanager
def _named(matrix):
    """Returns the name of a matrix. A matrix in memory is written to a temporary file, which is deleted after the block.

    A matrix in memory is a SciPy sparse matrix in any format, or a two-dimensional NumPy array, whose nonzeros are used.
    """
    if isinstance(matrix, (str, os.PathLike)):
        yield matrix
        return
    arrays = _arrays(matrix)
    with tempfile.TemporaryDirectory(prefix="warploom-") as folder:
        file = pathlib.Path(folder) / "A.npz"
        numpy.savez(file, **arrays)
        yield file


def _arrays(matrix):
    """Returns the arrays that scipy.sparse.save_npz would write. Does not require SciPy."""
    if hasattr(matrix, "tocsr"):
        csr = matrix.tocsr()
        return {"format": numpy.array(b"csr"), "shape": numpy.array(csr.shape, dtype="i8"), "data": csr.data,
                "indices": csr.indices, "indptr": csr.indptr}
    dense = numpy.asarray(matrix)
    if dense.ndim != 2 or dense.dtype.kind not in "biuf":
        raise WarploomError("A matrix must be a name, a SciPy sparse matrix, or a two-dimensional array of real numbers.",
                            "Convert it with numpy.asarray(A, dtype=float).")
    rows, cols = numpy.nonzero(dense)
    return {"format": numpy.array(b"coo"), "shape": numpy.array(dense.shape, dtype="i8"), "data": dense[rows, cols],
            "row": rows, "col": cols}


def _label(document, matrix):
    """Replaces the name of a temporary file by the type of the matrix."""
    if not isinstance(matrix, (str, os.PathLike)) and isinstance(document.get("matrix"), dict):
        document["matrix"]["name"] = type(matrix).__name__
    return document


def run(operation, matrix, kernels=None, machine="cpu", **options):
    """Runs kernels on a machine. Returns one row per kernel, precision and block size.

    operation: spmv, cg, tridiagonal, ata, trsv or ilu. matrix: a file, a generator, a SciPy sparse matrix or a NumPy array.
    machine: cpu, cuda:N or simulated:CARD. For more options, see `warploom-engine run OPERATION --help`, and write _ instead
    of -: for example, block, precision, cache, quick, baseline, tolerance and preconditioner. The columns are those of the
    program's CSV file. `attrs` contains the environment, the settings, the kind of times ("measured" or "modelled") and
    a table of all samples.
    """
    with tempfile.TemporaryDirectory(prefix="warploom-") as folder, _named(matrix) as name:
        file = pathlib.Path(folder) / "run.csv"
        document = ask(["run", operation, *_options({"machine": machine, "csv": file, "kernels": kernels, **options})],
                       [name])
        # The same call wrote the table, so its column names and units are those of the program.
        table = pandas.read_csv(file, keep_default_na=True)
        samples = pandas.read_csv(file.with_name("run-samples.csv"))
    if list(table["kernel"]) != [row["kernel"] for row in document["results"]]:
        raise WarploomError("The table and the document that the program wrote list different kernels.")
    _label(document, matrix)
    table.attrs.update(environment=document["environment"], settings=document["settings"], matrix=document["matrix"],
                       kind=_one_kind(table), samples=samples)
    return table


def trace(operation, matrix, kernel, card="h200", **options):
    """Counts the memory accesses of a kernel on a simulated card. Returns one row per source line and array.

    `attrs` contains the modeled time and its terms, the card, the findings (such as races) and the launches.
    """
    with _named(matrix) as name:
        document = _label(ask(["trace", operation, *_options({"kernel": kernel, "card": card, **options})], [name]), matrix)
    table = pandas.json_normalize(document.pop("accesses"))
    table.attrs.update(document, kind="modelled")
    return table


def advise(matrix, machine="simulated:h200", **options):
    """Recommends a kernel for a matrix and explains why. Returns one row per kernel, fastest first.

    matrix: a file, a generator, a SciPy sparse matrix or a NumPy array. The model cannot distinguish kernels of the same
    group. For more options, see `warploom-engine advise --help`: for example, operation, precision, products, quick and
    try_. `attrs` contains the recommended kernel ("take"), the sentence, the error of the model, and the kernels that were
    not ranked ("others").
    """
    with _named(matrix) as name:
        document = _label(ask(["advise", *_options({"machine": machine, **options})], [name]), matrix)
    table = pandas.json_normalize(document.pop("kernels"))
    others = pandas.DataFrame(document.pop("others"), columns=["kernel", "reason"])
    table.attrs.update(document, others=others, kind="modelled" if document["card"] else "")
    return table


def info(matrix, **options):
    """Returns the properties of a matrix as a series. attrs["histogram"] is a table of its row lengths."""
    with _named(matrix) as name:
        document = ask(["info", *_options(options)], [name])
    lists = {name: pandas.DataFrame(value) for name, value in document.items()
             if isinstance(value, list) and value and isinstance(value[0], dict)}
    plain = {name: value for name, value in document.items() if not isinstance(value, list)}
    series = pandas.json_normalize(plain).iloc[0]
    series.name = document.get("name", matrix)
    series.attrs.update(lists)
    return series


def experiments():
    """Returns the available experiments, one per row."""
    return pandas.DataFrame(ask(["experiment", "list"])["experiments"])


def experiment(name, out=None, quick=True, machine="none", **options):
    """Runs an experiment. Returns one row per cell, with separate columns for published, modeled and measured values.

    out: the folder for the result, from which `resume=True` continues. Default: a temporary folder.
    machine: the GPU on which GPU series are measured (cuda:N), or none. attrs["result"] is the complete result, including
    the claims.
    """
    with tempfile.TemporaryDirectory(prefix="warploom-") as temporary:
        folder = pathlib.Path(out or temporary)
        document = ask(["experiment", "run",
                        *_options({"out": folder, "machine": machine, "quick": quick, **options})], [name])
        files = [file for file in sorted(folder.glob("*.csv")) if not file.stem.endswith("-samples")]
        own = [file for file in files if file.stem == pathlib.Path(str(name)).stem]
        table = pandas.read_csv((own or files)[0])
    table.attrs.update(result=document)
    return table


def cards():
    """Returns the cards that can be simulated, one per row."""
    return pandas.json_normalize(ask(["cards"])["cards"])


def devices():
    """Returns the machines on which kernels can run, one per row."""
    return pandas.json_normalize(ask(["devices"])["machines"])


def together(*tables):
    """Concatenates tables that run() returned. Raises an error if they contain both measured and modeled times."""
    kinds = {table.attrs.get("kind", "") for table in tables} - {""}
    if len(kinds) > 1:
        raise WarploomError("Measured and modeled times never share a column.",
                            "Use a separate table for each kind of times.")
    joined = pandas.concat(tables, ignore_index=True)
    joined.attrs = {"kind": next(iter(kinds), "")}
    return joined
