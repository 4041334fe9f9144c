# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python interface beside the command line: the same names, the same numbers, the same refusals."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy
import pandas

import warploom

ROOT = pathlib.Path(__file__).parents[3]


def command(*arguments):
    return subprocess.run([warploom.engine(), *arguments], capture_output=True, text=True, check=False)


class Runs(unittest.TestCase):
    def test_a_run_has_the_columns_and_numbers_of_the_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "times.csv"
            arguments = ["run", "spmv", "laplace2d:n=8", "--machine", "simulated:h200",
                         "--kernels", "csr-scalar,csr-vector", "--csv", str(file)]
            self.assertEqual(command(*arguments).returncode, 0)
            csv = pandas.read_csv(file)
        table = warploom.run("spmv", "laplace2d:n=8", kernels=["csr-scalar", "csr-vector"], machine="simulated:h200")
        self.assertEqual(list(table.columns), list(csv.columns))
        self.assertEqual(list(table["kernel"]), ["csr-scalar", "csr-vector"])
        # What is modelled is the same whoever asks; conversion is measured.
        for column in ("median_ns", "gflops", "format_bytes", "speedup"):
            self.assertEqual(list(table[column]), list(csv[column]), column)

    def test_a_run_says_whether_its_times_are_measured_or_modelled(self):
        modelled = warploom.run("spmv", "laplace2d:n=8", kernels=["csr-scalar"], machine="simulated:h200")
        measured = warploom.run("spmv", "laplace2d:n=8", kernels=["cpu-csr"], quick=True)
        self.assertEqual(modelled.attrs["kind"], "modelled")
        self.assertEqual(measured.attrs["kind"], "measured")
        self.assertGreater(len(measured.attrs["samples"]), 0)
        self.assertEqual(len(measured.attrs["samples"]), int(measured["samples"].sum()))
        self.assertEqual(measured.attrs["matrix"]["rows"], 64)
        with self.assertRaisesRegex(warploom.WarploomError, "never share a column"):
            warploom.together(modelled, measured)
        self.assertEqual(len(warploom.together(modelled, modelled)), 2)

    def test_options_are_those_of_the_command_line(self):
        table = warploom.run("spmv", "laplace2d:n=8", kernels=["csr-scalar"], machine="simulated:h200",
                             precision=["float", "double"], block=[64, 128])
        self.assertEqual(len(table), 4)
        self.assertEqual(set(table["precision"]), {"float", "double"})
        self.assertEqual(set(table["block"]), {64, 128})

    def test_a_refusal_has_its_hint(self):
        with self.assertRaises(warploom.WarploomError) as caught:
            warploom.run("spmv", "no-such-matrix", machine="cpu")
        self.assertEqual(caught.exception.code, "matrix.unknown")
        self.assertIn("laplace2d", caught.exception.hint)


class Names(unittest.TestCase):
    """A name is a name, whatever it begins with."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_a_file_may_begin_with_a_hyphen(self):
        for name in ("-x.mtx", "--json", "--machine=cuda:0", "-h"):
            pathlib.Path(name).write_text("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 3\n")
            self.assertEqual(warploom.info(name)["rows"], 2, name)
            table = warploom.run("spmv", name, kernels=["cpu-csr"], quick=True, cache="warm")
            self.assertEqual(list(table["status"]), ["ok"], name)
            self.assertEqual(table.attrs["matrix"]["rows"], 2)
            self.assertEqual(warploom.trace("spmv", name, "csr-scalar").attrs["kind"], "modelled", name)

    def test_a_kernel_and_a_machine_may_begin_with_a_hyphen(self):
        for arguments in ({"kernels": ["-no-kernel"]}, {"kernels": ["cpu-csr"], "machine": "--no-machine"}):
            with self.assertRaises(warploom.WarploomError) as caught:
                warploom.run("spmv", "laplace2d:n=8", **arguments)
            self.assertIn(caught.exception.code, ("kernel.unknown", "machine.unknown"))

    def test_an_experiment_may_begin_with_a_hyphen(self):
        with self.assertRaises(warploom.WarploomError) as caught:
            warploom.experiment("--help")
        self.assertEqual(caught.exception.code, "experiment.unknown")


class Advice(unittest.TestCase):
    def test_advice_is_a_row_for_each_kernel_and_what_to_take(self):
        table = warploom.advise("laplace2d:n=40")
        self.assertIn(table.attrs["take"], set(table["kernel"]))
        self.assertTrue(table.attrs["sentence"].startswith("Take " + table.attrs["take"]))
        self.assertEqual(table["group"].iloc[0], 1)
        self.assertTrue(all(table["reason"]))
        self.assertEqual(table.attrs["kind"], "modelled")

    def test_an_array_in_memory_is_taken_as_a_name_is(self):
        dense = numpy.array([[2.0, 0, 1], [0, 3, 0], [0, 0, 4]])
        self.assertEqual(warploom.info(dense)["nonzeros"], 4)
        table = warploom.run("spmv", dense, kernels=["cpu-csr"], quick=True)
        self.assertEqual(list(table["status"]), ["ok"])
        self.assertEqual(table.attrs["matrix"]["nonzeros"], 4)
        self.assertEqual(table.attrs["matrix"]["name"], "ndarray")
        self.assertEqual(warploom.trace("spmv", dense, "csr-scalar").attrs["matrix"]["rows"], 3)
        self.assertIn("csr-vector", set(warploom.advise(dense)["kernel"]))
        with self.assertRaisesRegex(warploom.WarploomError, "two dimensions"):
            warploom.advise(numpy.zeros(3))

    def test_every_format_of_scipy_is_the_same_matrix(self):
        try:
            import scipy.sparse
        except ImportError:
            self.skipTest("There is no SciPy.")
        random = numpy.random.default_rng(5)
        dense = random.integers(-3, 4, (12, 8)) * (random.random((12, 8)) < 0.3) + numpy.eye(12, 8)
        hashes = {warploom.info(dense)["hash"]}
        with tempfile.TemporaryDirectory() as folder:
            for format_name in ("csr", "csc", "coo", "bsr", "dia"):
                matrix = scipy.sparse.csr_matrix(dense).asformat(format_name)
                hashes.add(warploom.info(matrix)["hash"])
                for compressed in (True, False):
                    file = pathlib.Path(folder) / f"{format_name}.npz"
                    scipy.sparse.save_npz(file, matrix, compressed=compressed)
                    hashes.add(warploom.info(file)["hash"])
        self.assertEqual(len(hashes), 1)


class Others(unittest.TestCase):
    def test_a_trace_counts_each_line(self):
        table = warploom.trace("spmv", "laplace2d:n=8", "csr-scalar", card="gtx295")
        document = json.loads(command("trace", "spmv", "laplace2d:n=8", "--kernel", "csr-scalar", "--card", "gtx295",
                                      "--json").stdout)
        self.assertEqual(int(table["transactions"].sum()), sum(row["transactions"] for row in document["accesses"]))
        self.assertEqual(table.attrs["modelled_ns"], document["modelled_ns"])
        self.assertEqual(table.attrs["kind"], "modelled")

    def test_a_matrix_is_described(self):
        series = warploom.info("laplace2d:n=8")
        self.assertEqual(series["rows"], 64)
        self.assertEqual(series["nonzeros"], 288)
        self.assertEqual(series.attrs["histogram"]["rows"].sum(), 64)

    def test_an_experiment_keeps_three_kinds_of_figures_apart(self):
        tiny = ROOT / "tests" / "app" / "data" / "experiments" / "tiny.json"
        with tempfile.TemporaryDirectory() as folder:
            table = warploom.experiment(tiny, out=folder)
            csv = pandas.read_csv(pathlib.Path(folder) / "tiny.csv")
        self.assertEqual(list(table.columns), list(csv.columns))
        for column in ("published", "modelled", "measured"):
            self.assertIn(column, table.columns)
        self.assertEqual(table.attrs["result"]["experiment"]["id"], "tiny")

    def test_lists_are_tables(self):
        self.assertIn("h200", set(warploom.cards()["id"]))
        self.assertIn("cpu", set(warploom.devices()["id"]))
        self.assertIn("ata-table-1", set(warploom.experiments()["id"]))

    def test_versions_agree(self):
        self.assertEqual(warploom.engine_version(), warploom.__version__)


class Notebook(unittest.TestCase):
    def test_every_cell_runs_in_its_order(self):
        notebook = json.loads((ROOT / "docs" / "python.ipynb").read_text(encoding="utf-8"))
        names = {}
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(cells), 4)
        for number, cell in enumerate(cells):
            with self.subTest(cell=number):
                exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)  # pylint: disable=exec-used
        self.assertIn("times", names)


if __name__ == "__main__":
    unittest.main()
