# SPDX-License-Identifier: GPL-3.0-or-later
"""Warploom from Python: how the warps of a GPU weave through a matrix, as tables of pandas.

Every function asks `warploom-engine --json` and gives what it says; nothing is computed here. Times are what they are in
the program: measured by a clock, or modelled for a simulated card. A table has times of one kind only, and its
`attrs["kind"]` says which; tables of both kinds are not joined (`together` refuses).

    import warploom
    times = warploom.run("spmv", "laplace2d:n=200", kernels=["csr-scalar", "csr-vector"], machine="simulated:h200")
    times[["kernel", "median_ns", "gflops"]]
"""

from ._engine import WarploomError, engine, engine_version
from ._kernels import Verdict, check, judge, load_ipython_extension
from ._tables import advise, cards, devices, experiment, experiments, info, run, together, trace
from ._version import version

__all__ = [
    "Verdict", "WarploomError", "advise", "cards", "check", "devices", "engine", "engine_version", "experiment", "experiments",
    "info", "judge", "load_ipython_extension", "run", "together", "trace",
]
__version__ = version
