# SPDX-License-Identifier: GPL-3.0-or-later
"""Random matrices that other programs write are read with the same entries: test_matrix_formats.py ENGINE [SEED...].

SciPy, NumPy and h5py write the files of their formats. The other formats are written here, from their documents.
"""

import bz2
import gzip
import io
import json
import lzma
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import h5py
import numpy
import scipy.io
import scipy.sparse

ENGINE, SEEDS = sys.argv[1], [int(seed) for seed in sys.argv[2:]] or [1, 2, 3]


def random_matrix(seed):
    """Returns a matrix in COO format, whose first and last entry are set, because some formats have no size."""
    random = numpy.random.default_rng(seed)
    rows, cols = (int(n) for n in random.integers(2, 60, 2))
    count = int(rows * cols * random.uniform(0.02, 0.4))
    places = random.choice(rows * cols, max(1, count), replace=False)
    places = numpy.unique(numpy.concatenate([places, [0, rows * cols - 1]]))
    # All magnitudes, and values that only 17 digits identify.
    values = random.choice([-1, 1], len(places)) * random.uniform(0.1, 1, len(places)) * 10.0 ** random.integers(-30, 30, len(places))
    values[random.random(len(places)) < 0.1] = 5e-324  # the smallest double
    return scipy.sparse.coo_matrix((values, numpy.divmod(places, cols)), shape=(rows, cols))


def symmetric_of(matrix):
    """Returns a symmetric matrix of about the same number of entries."""
    n = max(matrix.shape)
    square = scipy.sparse.coo_matrix((matrix.data, (matrix.row, matrix.col)), shape=(n, n)).tocsr()
    lower = scipy.sparse.tril(square, -1)
    return (lower + lower.T + scipy.sparse.eye(n) * 3.25).tocoo()


def lines_of(matrix, base, between=" "):
    return "".join(
        f"{r + base}{between}{c + base}{between}{float(v)!r}\n" for r, c, v in zip(matrix.row, matrix.col, matrix.data)
    )


def market(matrix):
    size = "%d %d %d\n" % (*matrix.shape, matrix.nnz)
    return "%%MatrixMarket matrix coordinate real general\n" + size + lines_of(matrix, 1)


def petsc(matrix, index):
    csr = matrix.tocsr()
    numbers = [1211216, *csr.shape, csr.nnz, *numpy.diff(csr.indptr), *csr.indices]
    return struct.pack(f">{len(numbers)}{index}", *numbers) + struct.pack(f">{csr.nnz}d", *csr.data)


def boeing(matrix, kind, form, width, per):
    """Returns a Harwell-Boeing file. `form` is a Fortran format, such as "(3E25.17)"."""
    csc = matrix.tocsc()
    csc.sort_indices()

    def block(words, per, width):
        lines = [words[i : i + per] for i in range(0, len(words), per)]
        return "".join("".join(word.rjust(width) for word in line) + "\n" for line in lines), len(lines)

    pointers, p = block([str(x + 1) for x in csc.indptr], 10, 8)
    indices, i = block([str(x + 1) for x in csc.indices], 10, 8)
    values, v = block(["%.17E" % x for x in csc.data], per, width)
    counts = "".join(str(x).rjust(14) for x in (p + i + v, p, i, v, 0))
    sizes = kind.ljust(14) + "".join(str(x).rjust(14) for x in (*csc.shape, csc.nnz, 0))
    formats = "(10I8)".ljust(16) + "(10I8)".ljust(16) + form.ljust(20)
    return "random".ljust(72) + "random".ljust(8) + f"\n{counts}\n{sizes}\n{formats}\n" + pointers + indices + values


def rutherford(matrix, kind):
    """The same in Rutherford-Boeing format, which has no line for right-hand sides."""
    lines = boeing(matrix, kind, "(3E26.17)", 26, 3).splitlines(keepends=True)
    lines[1] = lines[1][:56] + "\n"
    return "".join(lines)


def metis(matrix):
    """Returns the graph of a symmetric matrix with integer weights, and the matrix without its diagonal."""
    graph = matrix.tolil()
    graph.setdiag(0)
    graph = graph.tocsr()
    graph.eliminate_zeros()
    graph.data = 1.0 + numpy.round(numpy.abs(numpy.log10(numpy.abs(graph.data))))
    graph = scipy.sparse.tril(graph, -1)
    graph = (graph + graph.T).tocsr()
    lines = [" ".join(f"{c + 1} {int(v)}" for c, v in zip(graph[r].indices, graph[r].data)) for r in range(graph.shape[0])]
    return f"{graph.shape[0]} {graph.nnz // 2} 001\n" + "".join(line + "\n" for line in lines), graph.tocoo()


def libsvm(matrix):
    csr = matrix.tocsr()
    rows = ((csr.indices[a:b], csr.data[a:b]) for a, b in zip(csr.indptr, csr.indptr[1:]))
    return "".join("+1 " + " ".join(f"{c + 1}:{float(v)!r}" for c, v in zip(*row)) + "\n" for row in rows)


def matlab_73(path, matrix):
    csc = matrix.tocsc()
    with h5py.File(path, "w", userblock_size=512) as file:
        group = file.create_group("A")
        group.attrs["MATLAB_sparse"] = numpy.uint64(csc.shape[0])
        group.attrs["MATLAB_class"] = numpy.bytes_("double")
        for key, values in {"data": csc.data, "ir": csc.indices.astype("u8"), "jc": csc.indptr.astype("u8")}.items():
            group.create_dataset(key, data=values, chunks=(7,), compression="gzip")
    with open(path, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64, HDF5 schema 1.00 .".ljust(116) + bytes(8) + b"\0\2IM")


def binsparse(path, matrix, form):
    compressed = {"CSR": matrix.tocsr(), "CSC": matrix.tocsc()}.get(form)
    with h5py.File(path, "w") as file:
        about = {"version": "0.1", "format": form, "shape": list(matrix.shape), "number_of_stored_values": matrix.nnz}
        file.attrs["binsparse"] = json.dumps({"binsparse": about})
        if compressed is None:
            file.create_dataset("indices_0", data=matrix.row)
            file.create_dataset("indices_1", data=matrix.col)
        else:
            file.create_dataset("pointers_to_1", data=compressed.indptr)
            file.create_dataset("indices_1", data=compressed.indices)
        file.create_dataset("values", data=(matrix if compressed is None else compressed).data)


def archive(name, text):
    packed = io.BytesIO()
    if name.endswith(".zip"):
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("A/A.mtx", text)
    else:
        with tarfile.open(fileobj=packed, mode="w:gz") as file:
            entry = tarfile.TarInfo("A/A.mtx")
            entry.size = len(text)
            file.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()


def banded_of(matrix):
    """The same entries near the diagonal only: the DIA format pads each diagonal."""
    near = numpy.abs(matrix.row - matrix.col) < 4
    return scipy.sparse.coo_matrix((matrix.data[near], (matrix.row[near], matrix.col[near])), shape=matrix.shape)


def files_of(matrix, folder):
    """Writes the matrix in every format, and yields each file with the entries that it must have."""
    random = numpy.random.default_rng(matrix.nnz)

    def path(name):
        return folder / name

    def plain(name, data, entries=matrix):
        path(name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return path(name), entries

    integers = scipy.sparse.coo_matrix((random.integers(-9, 9, matrix.nnz) * 2 + 1, (matrix.row, matrix.col)), matrix.shape)
    ones = scipy.sparse.coo_matrix((numpy.ones(matrix.nnz), (matrix.row, matrix.col)), matrix.shape)
    symmetric = symmetric_of(matrix)
    shuffled = random.permutation(matrix.nnz)
    any_order = scipy.sparse.coo_matrix(
        (matrix.data[shuffled], (matrix.row[shuffled], matrix.col[shuffled])), shape=matrix.shape
    )
    # scipy.io.mmwrite writes 17 digits only on request.
    for name, entries, options in (
        ("general.mtx", matrix, {"symmetry": "general"}),
        ("any-order.mtx", any_order, {"symmetry": "general"}),
        ("symmetric.mtx", symmetric, {"symmetry": "symmetric"}),
        ("integer.mtx", integers, {"symmetry": "general"}),
        ("pattern.mtx", ones, {"symmetry": "general", "field": "pattern"}),
    ):
        scipy.io.mmwrite(path(name), entries, precision=17, **options)
        yield path(name), entries
    scipy.io.mmwrite(path("array.mtx"), matrix.toarray(), precision=17, symmetry="general")
    yield path("array.mtx"), matrix
    yield plain("packed.mtx.gz", gzip.compress(market(matrix).encode()))
    yield plain("packed.mtx.bz2", bz2.compress(market(matrix).encode()))
    yield plain("packed.mtx.xz", lzma.compress(market(matrix).encode()))
    yield plain("no-banner.mtx", "%d %d %d\n" % (*matrix.shape, matrix.nnz) + lines_of(matrix, 1))
    for form in ("csr", "csc", "coo"):
        scipy.sparse.save_npz(path(form + ".npz"), any_order.asformat(form))
        yield path(form + ".npz"), matrix
    block = next(n for n in (4, 3, 2, 1) if matrix.shape[0] % n == 0), next(n for n in (3, 2, 1) if matrix.shape[1] % n == 0)
    scipy.sparse.save_npz(path("bsr.npz"), matrix.tobsr(blocksize=block), compressed=False)
    yield path("bsr.npz"), matrix
    scipy.sparse.save_npz(path("dia.npz"), banded_of(matrix).todia())
    yield path("dia.npz"), banded_of(matrix)
    # Duplicate entries are summed. The sum of two halves is exact.
    twice = scipy.sparse.coo_matrix(
        (numpy.tile(ones.data / 2, 2), (numpy.tile(matrix.row, 2), numpy.tile(matrix.col, 2))), shape=matrix.shape
    )
    scipy.sparse.save_npz(path("duplicates.npz"), twice)
    yield path("duplicates.npz"), ones
    numpy.save(path("rows.npy"), matrix.toarray())
    yield path("rows.npy"), matrix
    numpy.save(path("columns.npy"), numpy.asfortranarray(integers.toarray().astype("i2")))
    yield path("columns.npy"), integers
    scipy.io.savemat(path("version-5.mat"), {"A": matrix.tocsc()})
    yield path("version-5.mat"), matrix
    scipy.io.savemat(path("version-7.mat"), {"Problem": {"A": matrix.tocsc()}}, do_compression=True)
    yield path("version-7.mat"), matrix
    matlab_73(path("version-7.3.mat"), matrix)
    yield path("version-7.3.mat"), matrix
    for form in ("CSR", "CSC", "COO"):
        binsparse(path(form + ".h5"), any_order, form)
        yield path(form + ".h5"), matrix
    with h5py.File(path("dense.h5"), "w") as file:
        file.create_dataset("A", data=matrix.toarray())
    yield path("dense.h5"), matrix
    scipy.io.hb_write(path("scipy.hb"), integers.astype(float).tocsc())
    yield path("scipy.hb"), integers
    yield plain("general.rua", boeing(matrix, "RUA", "(3E26.17)", 26, 3))
    yield plain("symmetric.rsa", boeing(scipy.sparse.tril(symmetric), "RSA", "(1P,2E30.17)", 30, 2), symmetric)
    yield plain("general.rb", rutherford(matrix, "rua"))
    yield plain("indices-of-4-bytes.petsc", petsc(matrix, "i"))
    yield plain("indices-of-8-bytes.petsc", petsc(matrix, "q"))
    yield plain("weighted.graph", *metis(symmetric))
    yield plain("edges.el", lines_of(matrix, 1, "\t"))
    yield plain("entries.csv", "row,col,value\n" + lines_of(matrix, 0, ","))
    yield plain("rows.libsvm", libsvm(matrix))
    yield plain("archive.tar.gz", archive("archive.tar.gz", market(matrix)))
    yield plain("archive.zip", archive("archive.zip", market(matrix)))


def canonical(matrix):
    matrix = matrix.tocsr().astype(float)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    matrix.sort_indices()
    return matrix


def difference(read, expected):
    """Returns a sentence if two matrices are not the same to the last bit."""
    read, expected = canonical(read), canonical(expected)
    if read.shape != expected.shape:
        return f"its size is {read.shape}, not {expected.shape}"
    if read.nnz != expected.nnz or not (numpy.array_equal(read.indptr, expected.indptr) and numpy.array_equal(read.indices, expected.indices)):
        return f"it has {read.nnz} entries in other places than the {expected.nnz} that were written"
    wrong = numpy.flatnonzero(read.data.view("i8") != expected.data.view("i8"))
    return f"value {wrong[0]} is {read.data[wrong[0]]!r}, not {expected.data[wrong[0]]!r}" if len(wrong) else ""


def main():
    failures, count = [], 0
    for seed in SEEDS:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "written.mtx"
            for file, expected in files_of(random_matrix(seed), pathlib.Path(folder)):
                done = subprocess.run([ENGINE, "write", file, out], capture_output=True, text=True, check=False)
                why = done.stderr if done.returncode else difference(scipy.io.mmread(out), expected)
                out.unlink(missing_ok=True)
                count += 1
                if why:
                    failures.append(f"seed {seed}, {file.name}: {why.strip()}")
    for failure in failures:
        print(failure)
    print(f"{count - len(failures)} of {count} files were read with the same entries")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
