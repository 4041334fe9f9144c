#!/usr/bin/env python3
"""Writes the sample files in this folder. Needs NumPy, SciPy and h5py; the files of other programs follow their documents."""
import bz2
import gzip
import io
import json
import lzma
import os
import struct
import tarfile
import zipfile

import h5py
import numpy
import scipy.io
import scipy.sparse

os.chdir(os.path.dirname(os.path.abspath(__file__)))
A = scipy.sparse.csr_matrix(
    numpy.array([[2, 0, 1, 0, 0], [0, 0, -3.5, 0, 0], [0, 5, 0, 0, 0.25], [4, 0, 0, 6, 0]])
)
coo = A.tocoo()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


# MATLAB
scipy.io.savemat("good-sparse.mat", {"title": "a text", "dense": A.toarray() + 1, "A": A.tocsc()})
scipy.io.savemat("good-compressed.mat", {"A": A.tocsc()}, do_compression=True)
scipy.io.savemat("good-struct.mat", {"Problem": {"name": "Group/A", "A": A.tocsc()}})
scipy.io.savemat("good-dense.mat", {"A": A.toarray()})
mat = open("good-sparse.mat", "rb").read()
write("bad-cut-short.mat", mat[:-40])
write("bad-header-only.mat", mat[:60])
write("bad-empty-element.mat", mat[:128] + struct.pack("<4I", 14, 8, 0, 0))
write("bad-byte-order.mat", mat[:126] + b"XX" + mat[128:])
at = mat.rfind(struct.pack("<7i", 0, 3, 2, 0, 1, 3, 2))
write("bad-row-index.mat", mat[:at] + struct.pack("<i", 4) + mat[at + 4 :])
at = mat.rfind(struct.pack("<6i", 0, 2, 3, 5, 6, 7))
write("bad-pointers.mat", mat[:at] + struct.pack("<6i", 0, 2, 1, 5, 6, 7) + mat[at + 24 :])
write("bad-pointers-beyond.mat", mat[:at] + struct.pack("<6i", 0, 2, 3, 5, 6, 70) + mat[at + 24 :])
scipy.io.savemat("bad-no-matrix.mat", {"title": "a text"})
packed = open("good-compressed.mat", "rb").read()
write("bad-compressed-damaged.mat", packed[:160] + bytes(20) + packed[180:])

# HDF5: MATLAB 7.3 and Binsparse. The layout of the groups follows files of MATLAB R2023b and the Binsparse
# specification 0.1.
def hdf5(name, fill, **settings):
    with h5py.File(name, "w", **settings) as file:
        fill(file)


def matlab(name, fill):
    hdf5(name, fill, userblock_size=512)
    with open(name, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64, HDF5 schema 1.00 .".ljust(116) + bytes(8) + b"\0\2IM")


def sparse_of_matlab(file, name="A", rows=4, **changes):
    group = file.create_group(name)
    group.attrs["MATLAB_sparse"] = numpy.uint64(rows)
    group.attrs["MATLAB_class"] = numpy.bytes_("double")
    csc = A.tocsc()
    arrays = {"data": csc.data, "ir": csc.indices.astype("u8"), "jc": csc.indptr.astype("u8"), **changes}
    for key, values in arrays.items():
        if values is not None:
            group.create_dataset(key, data=values, chunks=(3,), compression="gzip")


def dense_of_matlab(file, name, values):
    file.create_dataset(name, data=values.T, chunks=(2, 3), compression="gzip", shuffle=True, fletcher32=True)
    file[name].attrs["MATLAB_class"] = numpy.bytes_("double")


def sparse_and_dense(file):
    dense_of_matlab(file, "A0", A.toarray() + 1)
    sparse_of_matlab(file)


def binsparse(file, form="CSR", changes={}, **more):
    description = {"version": "0.1", "format": form, "shape": [4, 5], "number_of_stored_values": 7, **more}
    file.attrs["binsparse"] = json.dumps({"binsparse": description})
    matrix = {"CSR": A, "CSC": A.tocsc()}.get(form, coo)
    arrays = {"values": matrix.data}
    if form in ("CSR", "CSC"):
        arrays.update(pointers_to_1=matrix.indptr, indices_1=matrix.indices)
    else:
        arrays.update(indices_0=matrix.row, indices_1=matrix.col)
    for key, values in {**arrays, **changes}.items():
        if values is not None:
            file.create_dataset(key, data=values)


matlab("good-sparse-73.mat", sparse_and_dense)
matlab("good-struct-73.mat", lambda file: sparse_of_matlab(file.create_group("Problem")))
matlab("good-dense-73.mat", lambda file: dense_of_matlab(file, "A", A.toarray()))
for form in ("CSR", "CSC", "COO"):
    hdf5("good-%s.h5" % form.lower(), lambda file: binsparse(file, form))
hdf5("good-in-order.h5", binsparse, track_order=True)
hdf5("good-big-endian.h5", lambda file: binsparse(file, changes={"values": A.data.astype(">f4")}))
hdf5("good-plain.h5", lambda file: file.create_dataset("A", data=A.toarray()))
matlab("bad-size-73.mat", lambda file: sparse_of_matlab(file, rows=3))
matlab("bad-pointers-73.mat", lambda file: sparse_of_matlab(file, jc=numpy.array([0, 2, 1, 5, 6, 7])))
matlab("bad-no-values-73.mat", lambda file: sparse_of_matlab(file, data=None))
hdf5("bad-no-matrix.h5", lambda file: file.create_dataset("x", data=[1.0, 2]))
hdf5("bad-description.h5", lambda file: binsparse(file, shape=[4]))
hdf5("bad-format.h5", lambda file: binsparse(file, "DMATR"))
hdf5("bad-structure.h5", lambda file: binsparse(file, structure="circulant"))
hdf5("bad-start.h5", lambda file: binsparse(file, changes={"pointers_to_1": A.indptr + 1}))
hdf5("bad-lengths.h5", lambda file: binsparse(file, "COO", changes={"indices_0": coo.row[:6]}))
hdf5("bad-entry.h5", lambda file: binsparse(file, "COO", changes={"indices_0": coo.row + 1}))
hdf5("bad-texts.h5", lambda file: binsparse(file, changes={"values": ["one"] * 7}))
hdf5("bad-filter.h5", lambda file: file.create_dataset("A", data=A.toarray(), compression="lzf"))
hdf5("bad-new.h5", lambda file: [file.create_group("G%d" % i) for i in range(20)], libver="latest")
csr = open("good-csr.h5", "rb").read()
write("bad-cut-short.h5", csr[: len(csr) // 2])
write("bad-superblock.h5", csr[:8] + b"\x09" + csr[9:])
at = csr.index(b"TREE") + 32
write("bad-circle.h5", csr[:at] + struct.pack("<Q", csr.index(b"TREE")) + csr[at + 8 :])
packed = open("good-dense-73.mat", "rb").read()
at = packed.index(b"\x78\x5e" if b"\x78\x5e" in packed else b"\x78\x9c") + 8
write("bad-chunk-73.mat", packed[:at] + bytes(8) + packed[at + 8 :])

# Harwell-Boeing
csc = A.tocsc()


def boeing(kind, pointers, indices, values, rows, cols, formats="(6I5)           (4I5)           (3E14.6)            "):
    def lines(items, per, width):
        rows_of = [items[i : i + per] for i in range(0, len(items), per)]
        return "".join("".join(item.rjust(width) for item in row) + "\n" for row in rows_of), len(rows_of)

    p, np_ = lines([str(x) for x in pointers], 6, 5)
    i, ni = lines([str(x) for x in indices], 4, 5)
    v, nv = lines(["%.6E" % x for x in values], 3, 14)
    return (
        "A matrix of 4 rows".ljust(72) + "A".ljust(8) + "\n"
        + "".join(str(x).rjust(14) for x in (np_ + ni + nv, np_, ni, nv)) + "\n"
        + kind.ljust(14) + "".join(str(x).rjust(14) for x in (rows, cols, len(indices), 0)) + "\n"
        + formats + "\n" + p + i + v
    )


good = boeing("RUA", csc.indptr + 1, csc.indices + 1, csc.data, 4, 5)
write("good.rua", good)
write("good-crlf.rua", good.replace("\n", "\r\n"))
with gzip.GzipFile("good.rua.gz", "wb", mtime=0) as file:
    file.write(good.encode())
scipy.io.hb_write("good-scipy.hb", csc)
# SciPy declares wider fields than it writes.
write("good-narrow.rua", good.replace("(3E14.6)", "(3E16.6)"))
write("bad-element.rua", good.replace("RUA", "RUE"))
write("bad-format.rua", good.replace("(6I5) ", "(A8)  "))
write("bad-pointers.rua", boeing("RUA", [1, 3, 2, 6, 7, 8], csc.indices + 1, csc.data, 4, 5))
write("bad-last-pointer.rua", boeing("RUA", [1, 3, 4, 6, 7, 7], csc.indices + 1, csc.data, 4, 5))
write("bad-row-index.rua", boeing("RUA", csc.indptr + 1, [1, 4, 3, 1, 2, 5, 3], csc.data, 4, 5))
write("bad-cut-short.rua", good[: good.rfind("\n", 0, -1) + 1])
write("bad-value.rua", good.replace("2.000000E+00", "2.00000OE+00"))
write("bad-short-line.rua", good[:-8])
write("bad-not-square.rua", good.replace("RUA", "RSA"))
write("bad-no-size.rua", good.replace("RUA                        4", "RUA                        x"))
# Symmetric, with a Fortran scale factor, D exponents without a letter, and implied decimals.
write(
    "symmetric.rsa",
    "Symmetric".ljust(72) + "S".ljust(8) + "\n"
    + "".join(str(x).rjust(14) for x in (4, 1, 1, 2, 0)) + "\n"
    + "RSA".ljust(14) + "".join(str(x).rjust(14) for x in (3, 3, 4, 0)) + "\n"
    + "(4I3)           (4I3)           (1P,2D12.4)         \n"
    + "  1  3  4  5\n  1  2  2  3\n  2.0000D+00 -1.0000D-01\n 1.2500+002       35000\n",
)

# Graphs and lists
write("good-1.el", "".join("%d %d %r\n" % (r + 1, c + 1, float(v)) for r, c, v in zip(coo.row, coo.col, coo.data)))
write("good-0.csv", "row,col,value\n" + "".join("%d,%d,%r\n" % (r, c, float(v)) for r, c, v in zip(coo.row, coo.col, coo.data)))
write("good-no-banner.mtx", "4 5 7\n" + "".join("%d %d %r\n" % (r + 1, c + 1, float(v)) for r, c, v in zip(coo.row, coo.col, coo.data)))
write("snap.txt", "# Directed graph\n# Nodes: 4 Edges: 3\n# FromNodeId\tToNodeId\n0\t1\n1\t3\n3\t0\n")
write("bad-fields.el", "1 1 2\n1 3\n")
write("bad-word.el", "1 1 2\n2 2 1\n2 3 4\n3 3 1\n2 3 x\n")
write("bad-negative.el", "1 2\n2 3\n3 1\n-1 2\n")
write("bad-large.el", "1 2\n2 3\n3 1\n1 2147483647\n")
write("good.libsvm", "+1 1:2 3:1\n-1 3:-3.5 # a comment\n+1 2:5 5:0.25\n-1 1:4 4:6\n")
write("bad-pair.libsvm", "+1 1:2 3:1\n-1 3:-3.5\n+1 2:5 5:0.25\n-1 1:4 4\n")
write("good.graph", "% a comment\n4 3 1\n2 5 4 7\n1 5\n4 2\n1 7 3 2\n")
write("bad-vertex.graph", "4 3 1\n2 5 4 7\n1 5\n4 2\n1 7 5 2\n")
write("bad-edges.graph", "4 4 1\n2 5 4 7\n1 5\n4 2\n1 7 3 2\n")
write("bad-cut-short.graph", "4 3 1\n2 5 4 7\n1 5\n")
write("bad-format.graph", "4 3 7\n2 5 4 7\n1 5\n4 2\n1 7 3 2\n")
write("bad-odd.graph", "4 3 1\n2 5 4\n1 5\n4 2\n1 7 3 2\n")
write("weighted-vertices.graph", "3 2 10 2\n7 7 2\n8 8 1 3\n9 9 2\n")

# PETSc
lengths = numpy.diff(A.indptr)
head = struct.pack(">4i", 1211216, 4, 5, 7)
petsc = head + struct.pack(">4i", *lengths) + struct.pack(">7i", *A.indices) + struct.pack(">7d", *A.data)
write("good.petsc", petsc)
write("good-64.petsc", struct.pack(">4q", 1211216, 4, 5, 7) + struct.pack(">4q", *lengths) + struct.pack(">7q", *A.indices) + struct.pack(">7d", *A.data))
write("good-dense.petsc", struct.pack(">4i", 1211216, 4, 5, -1) + struct.pack(">20d", *A.toarray().ravel()))
write("bad-cut-short.petsc", petsc[:-1])
write("bad-column.petsc", petsc[:32] + struct.pack(">i", 5) + petsc[36:])
write("bad-lengths.petsc", petsc[:16] + struct.pack(">i", 3) + petsc[20:])
write("bad-huge.petsc", struct.pack(">4i", 1211216, 2147483647, 5, 7) + petsc[16:])
write("bad-negative.petsc", struct.pack(">4i", 1211216, -4, 5, 7) + petsc[16:])

# NumPy
numpy.save("good.npy", A.toarray())
numpy.save("good-fortran.npy", numpy.asfortranarray(A.toarray()))
numpy.save("bad-three-dimensions.npy", numpy.zeros((2, 2, 2)))
numpy.savez("good-by-hand.npz", data=A.data, indices=A.indices, indptr=A.indptr, shape=A.shape)
numpy.savez("good-by-hand-csc.npz", data=csc.data, indices=csc.indices, indptr=csc.indptr, shape=csc.shape)
numpy.savez("good-coords.npz", data=coo.data, coords=numpy.array([coo.row, coo.col]), shape=coo.shape, fill_value=0.0)
numpy.savez("bad-fill.npz", data=coo.data, coords=numpy.array([coo.row, coo.col]), shape=coo.shape, fill_value=1.0)
numpy.savez("bad-square.npz", data=A.data[:2], indices=A.indices[:2], indptr=[0, 1, 1, 1, 2], shape=(4, 4))
numpy.savez("bad-coords.npz", data=coo.data, coords=numpy.array([coo.row, coo.col])[:, :-1], shape=coo.shape)

# Archives
market = "%%MatrixMarket matrix coordinate real general\n4 5 7\n" + "".join(
    "%d %d %r\n" % (r + 1, c + 1, float(v)) for r, c, v in zip(coo.row, coo.col, coo.data)
)
vector = "%%MatrixMarket matrix array real general\n4 1\n1\n-2\n0\n0.5\n"


def tar(members, form=tarfile.USTAR_FORMAT):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form) as archive:
        for name, text in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()


def write_gz(name, data):
    with gzip.GzipFile(name, "wb", mtime=0) as file:
        file.write(data)


def zipped(name, members):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in members:
            archive.writestr(zipfile.ZipInfo(member), text, zipfile.ZIP_DEFLATED)


suite = [("A/A.mtx", market), ("A/A_b.mtx", vector), ("A/A_x.mtx", vector)]
long_name = "a" * 60 + "/" + "b" * 60 + "/" + "c" * 60 + "/A.mtx"
write_gz("good-suite.tar.gz", tar(suite))
write_gz("good-pax.tar.gz", tar([(long_name, market), ("readme.txt", "no matrix")], tarfile.PAX_FORMAT))
write_gz("good-gnu.tar.gz", tar([(long_name, market)], tarfile.GNU_FORMAT))
write_gz("good-boeing.tar.gz", tar([("A/A.rb", good)]))
zipped("good-zip.zip", [("A/", ""), ("A/A.mtx", market), ("A/A_b.mtx", vector)])
write_gz("bad-two.tar.gz", tar([("A/A.mtx", market), ("B/B.mtx", market)]))
write_gz("bad-none.tar.gz", tar([("readme.txt", "no matrix")]))
write_gz("bad-cut-short.tar.gz", tar(suite)[:560])
write_gz("bad-checksum.tar.gz", tar(suite).replace(b"A/A.mtx", b"A/B.mtx", 1))
write_gz("bad-member.tar.gz", tar([("A/A.mtx", market.replace("4 5 7", "4 5 8"))]))
zipped("bad-none.zip", [("readme.txt", "no matrix")])
zipped("bad-member.zip", [("A.mtx", market.replace("4 5 7", "4 5 8"))])

# Files compressed with bzip2 and xz
for extension, compress in (("bz2", bz2.compress), ("xz", lzma.compress)):
    whole = compress(market.encode())
    write("good-market.mtx." + extension, whole)
    write("good-two-members.mtx." + extension, compress(market[:60].encode()) + compress(market[60:].encode()))
    write("good-suite.tar." + extension, compress(tar(suite)))
    write("bad-truncated.mtx." + extension, whole[:-12])
    middle = len(whole) // 2
    write("bad-damaged.mtx." + extension, whole[:middle] + bytes([whole[middle] ^ 16]) + whole[middle + 1 :])
    write("bad-trailing.mtx." + extension, whole + b"This is not compressed.")
    write("bad-text.mtx." + extension, compress(market.replace("4 5 7", "4 5 8").encode()))
    write("bad-two.tar." + extension, compress(tar([("A/A.mtx", market), ("B/B.mtx", market)])))
    many = market.split("\n", 1)[0] + "\n4 5 4000000\n" + "1 1 1\n" * 4000000
    write("../compressed/expands.mtx." + extension, compress(many.encode()))
write(
    "right-side.rsa",
    "Symmetric".ljust(72) + "S".ljust(8) + "\n"
    + "".join(str(x).rjust(14) for x in (4, 1, 1, 1, 1)) + "\n"
    + "RSA".ljust(14) + "".join(str(x).rjust(14) for x in (3, 3, 3, 0)) + "\n"
    + "(4I3)           (4I3)           (3F6.2)             (3F6.2)             \n"
    + "F".ljust(14) + "             1             0\n"
    + "  1  2  3  4\n  1  2  3\n  2.00  3.00  4.00\n  1.50 -2.00  0.25\n",
)
