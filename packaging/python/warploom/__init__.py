# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs Warploom from Python and returns the results as pandas tables.

Every function calls `warploom-engine --json` and returns its results; nothing is computed in Python. As in the program,
times are either measured or modeled for a simulated card. A table contains only one kind of times, which is specified in
`attrs["kind"]` ("measured" or "modelled"). Tables of different kinds cannot be combined: `together` raises an error.

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
