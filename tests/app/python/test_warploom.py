# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python interface beside the command line: the same names, the same numbers, the same refusals."""

import importlib.util
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.dom.minidom

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
        self.assertTrue(table.attrs["sentence"].startswith("Use " + table.attrs["take"]))
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
        with self.assertRaisesRegex(warploom.WarploomError, "two-dimensional array"):
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


BY_ROWS = """
template <class T>
__global__ void product(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <class T>
void run(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows, int block) {
    product<<<(rows + block - 1) / block, block>>>(row_pointer, column, value, x, y, rows);
}
"""


class Kernels(unittest.TestCase):
    def test_a_right_kernel_has_counts_beside_the_built_in_one_and_a_picture(self):
        found = warploom.check(BY_ROWS, matrix="diagonal:n=64")
        self.assertEqual(found.attrs["verdict"], "right")
        self.assertEqual(list(found.index), ["this kernel", "csr-scalar"])
        # The built-in one keeps where a row ends from the row before.
        self.assertGreater(found.loc["this kernel", "transactions"], found.loc["csr-scalar", "transactions"])
        self.assertTrue(found.picture.startswith("<svg ") and found.picture.rstrip().endswith("</svg>"))
        xml.dom.minidom.parseString(found.picture)
        shown = found._repr_html_()  # pylint: disable=protected-access
        self.assertIn("Correct on diagonal:n=64", shown)
        self.assertIn("<svg ", shown)

    def test_a_mistake_of_writing_is_said_with_its_line(self):
        found = warploom.check(BY_ROWS.replace("T sum = 0", "T sum = nought"))
        self.assertEqual(found.attrs["verdict"], "refused")
        self.assertTrue(found.attrs["notes"][0].startswith("Line 6: "), found.attrs["notes"])
        self.assertEqual((len(found), found.picture), (0, ""))
        self.assertIn("nought", found._repr_html_())  # pylint: disable=protected-access

    def test_an_answer_has_its_points_gate_by_gate(self):
        found = warploom.judge(BY_ROWS, exercise="warp-a-row", seed=7)
        self.assertEqual(found.attrs["points"], 0)
        self.assertEqual(found["out_of"].sum(), found.attrs["out_of"])
        self.assertEqual(list(found["state"])[:2], ["met", "met"])

    def test_a_cell_is_judged_and_keeps_its_name(self):
        magic = warploom._kernels._magic  # pylint: disable=protected-access
        found = magic("--name mine --matrix diagonal:n=64 --block 32", BY_ROWS)
        self.assertEqual(found.attrs["document"]["block"], 32)
        self.assertEqual(warploom.judge("mine", exercise="warp-a-row").attrs["points"], 0)
        self.assertEqual(magic("--exercise warp-a-row", BY_ROWS).attrs["points"], 0)

    def test_what_a_cell_cannot_mean_is_refused_with_a_hint(self):
        magic = warploom._kernels._magic  # pylint: disable=protected-access
        for line in ("--fly", "--block many", "--name \"mine"):
            with self.assertRaises(warploom.WarploomError) as caught:
                magic(line, BY_ROWS)
            self.assertTrue(caught.exception.hint, line)
        with self.assertRaises(warploom.WarploomError):
            warploom.check("nowhere")

    def test_the_cell_for_nbgrader_asserts(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "cell.py"
            self.assertEqual(command("grader", "notebook", "--exercise", "warp-a-row", "--out", str(file)).returncode, 0)
            cell = file.read_text(encoding="utf-8")
        warploom._kernels._texts["answer"] = BY_ROWS  # pylint: disable=protected-access
        with self.assertRaises(AssertionError):
            exec(compile(cell, "cell", "exec"), {})  # pylint: disable=exec-used


def run_cell(source, names):
    """As a notebook does: %load_ext brings what %%warploom asks."""
    if source.startswith("%%warploom"):
        line, text = source.split("\n", 1)
        names["_"] = warploom._kernels._magic(line.removeprefix("%%warploom"), text)  # pylint: disable=protected-access
    elif not source.startswith("%load_ext"):
        exec(compile(source, "cell", "exec"), names)  # pylint: disable=exec-used


class Notebook(unittest.TestCase):
    def test_every_cell_runs_in_its_order(self):
        notebook = json.loads((ROOT / "docs" / "python.ipynb").read_text(encoding="utf-8"))
        names = {}
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(cells), 4)
        for number, cell in enumerate(cells):
            with self.subTest(cell=number):
                run_cell("".join(cell["source"]), names)
        self.assertIn("times", names)
        self.assertEqual(names["_"].attrs["verdict"], "right")

    def test_the_cells_of_an_older_notebook_run(self):
        file = ROOT / "tests" / "data" / "old_files" / "0.1.0" / "python_calls.py"
        names = {}
        exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)  # pylint: disable=exec-used
        self.assertEqual(names["times"].attrs["kind"], "modelled")
        self.assertEqual(set(names["measured"]["kernel"]), {"cpu-csr", "cpu-ell"})
        self.assertGreater(int(names["counts"]["transactions"].sum()), 0)
        self.assertTrue(names["cells"]["modelled"].notna().any())

    @unittest.skipUnless(importlib.util.find_spec("IPython"), "IPython is not there")
    def test_a_shell_of_IPython_takes_the_cell(self):
        from IPython.core.interactiveshell import InteractiveShell

        shell = InteractiveShell.instance()
        self.assertTrue(shell.run_cell("%load_ext warploom").success)
        result = shell.run_cell("%%warploom --matrix diagonal:n=64\n" + BY_ROWS)
        self.assertTrue(result.success)
        self.assertEqual(result.result.attrs["verdict"], "right")


if __name__ == "__main__":
    unittest.main()
