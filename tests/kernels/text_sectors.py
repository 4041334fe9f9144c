#!/usr/bin/env python3
"""Sectors of global memory of the papers' kernels of y = A x on a real GPU, through NVRTC, beside what the simulated one counts.

    text_sectors.py WARPLOOM_ENGINE KERNEL_FOLDER [--machine cuda:0] [--card h200] [--out FOLDER] [--loops-as-written]

KERNEL_FOLDER is kernels/papers. Needs ncu (Nsight Compute) and the right to read the GPU's counters; about a minute. Each file is
launched once on each of five generated matrices: `run` checks all kernels before it measures any, and the profiler ends it when
it has seen these launches. The compiler carries out several turns of a loop at once and what is left over one by one; lanes that end
at different turns then meet later than the text says, and read other sectors together. --loops-as-written forbids it that. Prints Markdown, ours / the profiler's (ratio). Ends with 1 where a cell differs by more than 2 % or
a launch was not seen, with 77 where there is no GPU or no ncu."""

import argparse
import concurrent.futures
import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

MATRICES = ["laplace2d:n=200", "random-rows:n=1024,fraction=0.2", "reservoir:grid=8,block=8", "power-law:n=20000",
            "one-long-row:n=20000"]
# title, what our documents call it, the profiler's metric
COLUMNS = [("load sectors", "load", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
           ("store sectors", "store", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")]
CLOSE = 0.02
PATIENCE = 80  # seconds in all; matrices that are left then are named and not measured
BLOCK = "128"


def traced(engine, card, matrix, file):
    """What the simulated card counts: for each launch its kernel, its blocks and the sums; None where the file refuses."""
    command = [engine, "trace", "spmv", matrix, "--kernel", str(file), "--card", card, "--precision", "double", "--block", BLOCK,
               "--blocks", "all", "--json"]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode != 0:
        try:
            why = json.loads(answer.stdout)["error"]["message"]
        except (ValueError, KeyError):
            why = answer.stderr.strip()
        print(f"skipped {file.name} on {matrix}: {why}", file=sys.stderr)
        return None
    document = json.loads(answer.stdout)
    launches = []
    for number, launch in enumerate(document["launches"]):
        sums = {kind: sum(access["transactions"] for access in document["accesses"] if access["launch"] == number
                          and access["space"] == "global" and access["kind"] == kind) for _, kind, _ in COLUMNS}
        if launch["blocks"] > 0:
            launches.append((launch["kernel"], launch["blocks"], launch["block_size"], sums))
    return launches


def product(text):
    result = 1
    for number in re.findall(r"\d+", text):
        result *= int(number)
    return result


def profiled(arguments, matrix, files, launches, seconds):
    """The launches that the profiler saw, in their order."""
    out = arguments.out / (re.sub(r"\W+", "_", matrix) + ".csv")
    command = ["ncu", "--csv", "--page", "raw", "--print-kernel-base", "demangled", "--print-units", "base", "--metrics",
               ",".join(metric for _, _, metric in COLUMNS), "--cache-control", "none", "--clock-control", "none",
               "--launch-count", str(launches), "--kill", "yes", "--log-file", str(out), arguments.engine, "run", "spmv", matrix,
               "--kernels", ",".join(str(file) for file in files), "--machine", arguments.machine, "--precision", "double",
               "--block", BLOCK, "--quick"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        print(f"{matrix}: the profiler did not end within {seconds:.0f} s", file=sys.stderr)
        return []
    with open(out, newline="") as file:
        rows = list(csv.DictReader(line for line in file if line.startswith('"')))
    rows = [row for row in rows if (row.get("ID") or "").strip().isdigit()]
    if not rows:
        print(f"{matrix}: no launch was seen. {said.stderr.strip()[-500:]} {out.read_text()[-500:]}", file=sys.stderr)
    return rows


def fits(row, launch):
    kernel, blocks, block_size, _ = launch
    return (re.search(rf"\b{re.escape(kernel)}\b", row["Kernel Name"]) is not None and product(row["Grid Size"]) == blocks
            and product(row["Block Size"]) == block_size)


def with_loops_as_written(files, folder):
    """Copies of these files, in which the compiler leaves each loop one turn at a time."""
    copies = []
    for file in files:
        copy = folder / file.name
        copy.write_text(re.sub(r"^(\s*)(?=(for|while) \()", r"\1#pragma unroll 1\n\1", file.read_text(), flags=re.MULTILINE))
        copies.append(copy)
    return copies


def found(rows, launches):
    """The rows of these launches, one after another, taken out of `rows`; None where they are not there."""
    for start in range(len(rows) - len(launches) + 1):
        if all(fits(rows[start + n], launch) for n, launch in enumerate(launches)):
            taken = rows[start:start + len(launches)]
            del rows[start:start + len(launches)]
            return taken
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--machine", default="cuda:0")
    parser.add_argument("--card", default="h200")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("text_sectors"))
    parser.add_argument("--loops-as-written", action="store_true", help="#pragma unroll 1 before each loop")
    parser.add_argument("--counts-only", action="store_true", help="needs no GPU: prints what the simulated card counts")
    arguments = parser.parse_args()
    begin = time.monotonic()
    files = sorted(file for file in arguments.folder.glob("*.cu") if not file.name.startswith(("ata_", "cerny2011_")))
    if not files:
        sys.exit(f"There is no file of CUDA C in {arguments.folder}.")
    if not arguments.counts_only:
        if shutil.which("ncu") is None:
            print("skipped: there is no ncu")
            sys.exit(77)
        devices = subprocess.run([arguments.engine, "devices", "--json"], capture_output=True, text=True).stdout
        if f'"{arguments.machine}"' not in devices:
            print(f"skipped: there is no {arguments.machine}")
            sys.exit(77)
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.loops_as_written:
        files = with_loops_as_written(files, arguments.out)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        jobs = {(matrix, file): pool.submit(traced, arguments.engine, arguments.card, matrix, file)
                for matrix in MATRICES for file in files}
        ours = {key: job.result() for key, job in jobs.items()}
    print("| matrix | kernel | " + " | ".join(title for title, _, _ in COLUMNS) + " |")
    print("| --- | --- |" + " --: |" * len(COLUMNS))
    cells = equal = close = lost = 0
    for matrix in MATRICES:
        wanted = [file for file in files if ours[matrix, file]]
        rows = []
        if not arguments.counts_only:
            left = PATIENCE - (time.monotonic() - begin)
            if left < 5:
                print(f"{matrix} is left out: {PATIENCE} s are over", file=sys.stderr)
                lost += len(wanted)
                continue
            rows = profiled(arguments, matrix, wanted, sum(len(ours[matrix, file]) for file in wanted), left)
        for file in wanted:
            launches = ours[matrix, file]
            theirs = found(rows, launches)
            if theirs is None and not arguments.counts_only:
                lost += 1
                print(f"{file.name} on {matrix}: its launches were not seen: "
                      + ", ".join(f"{kernel} {blocks} x {size}" for kernel, blocks, size, _ in launches), file=sys.stderr)
            line = []
            for _, kind, metric in COLUMNS:
                a = sum(sums[kind] for _, _, _, sums in launches)
                if theirs is None:
                    line.append(f"{a} / -")
                    continue
                b = sum(float(row[metric].replace(",", "")) for row in theirs)
                ratio = a / b if b else float("inf") if a else 1.0
                cells, equal, close = cells + 1, equal + (a == b), close + (abs(ratio - 1) <= CLOSE)
                mark = "" if abs(ratio - 1) <= CLOSE else " **!**"
                line.append(f"{a} =" if a == b else f"{a} / {b:.0f} ({ratio:.3f}){mark}")
            print(f"| `{matrix}` | `{file.name}` | " + " | ".join(line) + " |")
    if arguments.counts_only:
        return
    print(f"\n{cells} cells, {equal} equal, {close} within {CLOSE:.0%}; {lost} not seen; {time.monotonic() - begin:.0f} s.")
    sys.exit(1 if close < cells or lost else 0)


if __name__ == "__main__":
    main()
