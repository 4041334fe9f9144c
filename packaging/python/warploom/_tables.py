# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents of the program as tables."""

import contextlib
import os
import pathlib
import tempfile

import numpy
import pandas

from ._engine import WarploomError, ask


def _options(given):
    """precision=["float", "double"] is --precision float,double; quick=True is --quick; None is left out."""
    for name, value in given.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        # --name=VALUE, because a value of its own that begins with - would be taken for an option.
        if value is True:
            yield option
        elif isinstance(value, (list, tuple)):
            yield f"{option}={','.join(map(str, value))}"
        else:
            yield f"{option}={value}"


def _one_kind(table):
    """measured, modelled, or "" where nothing came to a time; a table with both is a mistake of this module."""
    kinds = set(table["kind"].dropna()) - {""} if "kind" in table else set()
    if len(kinds) > 1:
        raise WarploomError(f"Times of different kinds in one table: {', '.join(sorted(kinds))}.")
    return next(iter(kinds), "")


@contextlib.contextmanager
def _named(matrix):
    """The name of a matrix; of one in memory that of a file which lasts as long as the block.

    A sparse matrix of SciPy in any format, or an array of NumPy with two dimensions, of which the nonzeros are taken.
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
    """The arrays that scipy.sparse.save_npz writes; SciPy itself is not needed."""
    if hasattr(matrix, "tocsr"):
        csr = matrix.tocsr()
        return {"format": numpy.array(b"csr"), "shape": numpy.array(csr.shape, dtype="i8"), "data": csr.data,
                "indices": csr.indices, "indptr": csr.indptr}
    dense = numpy.asarray(matrix)
    if dense.ndim != 2 or dense.dtype.kind not in "biuf":
        raise WarploomError("A matrix is a name, a sparse matrix of SciPy, or an array of real numbers with two dimensions.",
                            "Convert it: numpy.asarray(A, dtype=float).")
    rows, cols = numpy.nonzero(dense)
    return {"format": numpy.array(b"coo"), "shape": numpy.array(dense.shape, dtype="i8"), "data": dense[rows, cols],
            "row": rows, "col": cols}


def _label(document, matrix):
    """A matrix in memory has no name that lasts."""
    if not isinstance(matrix, (str, os.PathLike)) and isinstance(document.get("matrix"), dict):
        document["matrix"]["name"] = type(matrix).__name__
    return document


def run(operation, matrix, kernels=None, machine="cpu", **options):
    """Runs kernels on one machine: a row for each kernel, precision and block size.

    operation: spmv, cg, tridiagonal, ata, trsv or ilu. matrix: a file, a generator, a sparse matrix of SciPy or an array of
    NumPy. machine: cpu, cuda:N or simulated:CARD.
    Further options are those of `warploom-engine run OPERATION --help`, with _ for -: block, precision, cache, quick,
    baseline, tolerance, preconditioner ... The columns are those of the program's CSV file. attrs has the environment,
    the settings, the kind of the times ("measured" or "modelled") and all samples as a table.
    """
    with tempfile.TemporaryDirectory(prefix="warploom-") as folder, _named(matrix) as name:
        file = pathlib.Path(folder) / "run.csv"
        document = ask(["run", operation, *_options({"machine": machine, "csv": file, "kernels": kernels, **options})],
                       [name])
        # The same call wrote the table: names and units of its columns are the program's own.
        table = pandas.read_csv(file, keep_default_na=True)
        samples = pandas.read_csv(file.with_name("run-samples.csv"))
    if list(table["kernel"]) != [row["kernel"] for row in document["results"]]:
        raise WarploomError("The program's table and its document name other kernels.")
    _label(document, matrix)
    table.attrs.update(environment=document["environment"], settings=document["settings"], matrix=document["matrix"],
                       kind=_one_kind(table), samples=samples)
    return table


def trace(operation, matrix, kernel, card="h200", **options):
    """Counts what a kernel asks of a simulated card: a row for each line of the source and array.

    attrs has the modelled time with its terms, the card, findings (races, bank conflicts ...) and the launches.
    """
    with _named(matrix) as name:
        document = _label(ask(["trace", operation, *_options({"kernel": kernel, "card": card, **options})], [name]), matrix)
    table = pandas.json_normalize(document.pop("accesses"))
    table.attrs.update(document, kind="modelled")
    return table


def advise(matrix, machine="simulated:h200", **options):
    """Which kernel to take for a matrix, and why: a row for each kernel, the fastest first.

    matrix: a file, a generator, a sparse matrix of SciPy or an array of NumPy. Kernels of one group cannot be told apart by
    the model. Further options are those of `warploom-engine advise --help`: operation, precision, products, quick, try_ ...
    attrs has what to take ("take"), the sentence, the error of the model, and the kernels without a place ("others").
    """
    with _named(matrix) as name:
        document = _label(ask(["advise", *_options({"machine": machine, **options})], [name]), matrix)
    table = pandas.json_normalize(document.pop("kernels"))
    others = pandas.DataFrame(document.pop("others"), columns=["kernel", "reason"])
    table.attrs.update(document, others=others, kind="modelled" if document["card"] else "")
    return table


def info(matrix, **options):
    """What a matrix is like, as a series; the histogram of its rows is a table in attrs["histogram"]."""
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
    """The experiments that there are: a row each."""
    return pandas.DataFrame(ask(["experiment", "list"])["experiments"])


def experiment(name, out=None, quick=True, machine="none", **options):
    """Runs an experiment: a row for each cell, with published, modelled and measured figures in columns of their own.

    out: the folder that the result is written to (and that `resume=True` goes on with); a temporary one unless given.
    machine: where GPU series are measured, cuda:N or none. attrs has the claims, and the whole result.
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
    """The simulated cards: a row each."""
    return pandas.json_normalize(ask(["cards"])["cards"])


def devices():
    """The machines that kernels can run on here: a row each."""
    return pandas.json_normalize(ask(["devices"])["machines"])


def together(*tables):
    """Tables of run() one below the other. Refuses measured and modelled times in one table."""
    kinds = {table.attrs.get("kind", "") for table in tables} - {""}
    if len(kinds) > 1:
        raise WarploomError("Measured and modelled times never share a column.",
                            "Keep one table for each kind, and look at them side by side.")
    joined = pandas.concat(tables, ignore_index=True)
    joined.attrs = {"kind": next(iter(kinds), "")}
    return joined
