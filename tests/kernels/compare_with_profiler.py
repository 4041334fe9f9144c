#!/usr/bin/env python3
"""Puts the counts of the simulated H200 beside those of ncu.

    compare_with_profiler.py COUNTS.json PROFILER.csv [SOURCE.csv]

COUNTS.json is what counts_for_profiler --count writes, PROFILER.csv what ncu --csv --page raw makes of
counts_for_profiler --run, SOURCE.csv what ncu --csv --page source makes of it, for the lanes. Launches are matched in their order: those that prepare a matrix, which are not counted, are
left out. Prints Markdown; ends with 1 when the two lists do not fit together."""

import csv
import json
import re
import sys

# title, our counts, the profiler's metrics (added up, without .sum)
COLUMNS = [
    ("load sectors", ["load_sectors"], ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld"]),
    ("store sectors", ["store_sectors"], ["l1tex__t_sectors_pipe_lsu_mem_global_op_st"]),
    ("atomic sectors", ["atomic_passes"], ["l1tex__t_sectors_pipe_lsu_mem_global_op_red", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom"]),
    ("lanes, global", ["global_lanes"], ["source_global_lanes"]),
    ("lanes, shared", ["shared_lanes"], ["source_shared_lanes"]),
    ("shared conflicts", ["shared_conflicts"], ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st"]),
]
# The profiler also counts instructions that every lane skips, and the compiler unrolls loops.
REQUESTS = [
    ("load requests", ["load_requests"], ["smsp__inst_executed_op_global_ld"]),
    ("store requests", ["store_requests"], ["smsp__inst_executed_op_global_st"]),
    ("atomic requests", ["atomic_requests"], ["l1tex__t_requests_pipe_lsu_mem_global_op_red", "l1tex__t_requests_pipe_lsu_mem_global_op_atom"]),
    ("shared requests", ["shared_requests"], ["smsp__inst_executed_op_shared_ld", "smsp__inst_executed_op_shared_st"]),
]
# Depend on what else runs and on how the hardware places lines: shown, not held against 2 %.
MODELLED = [
    ("L1 hits", ["load_l1_hits"], ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit"]),
    ("L2 sectors", ["l2_sectors"], ["lts__t_sectors_srcunit_tex"]),
    ("memory bytes", ["dram_bytes"], ["dram__bytes_read", "dram__bytes_write"]),
]
CLOSE = 0.02


def read_profiler(path):
    """The rows of ncu's table: whatever stands before its header is left out, and so is the row of units."""
    with open(path, newline="") as file:
        lines = [line for line in file if line.startswith('"')]
    rows = list(csv.DictReader(lines))
    return [row for row in rows if row.get("ID", "").strip().isdigit()]


def read_lanes(path, launches):
    """(lanes of accesses to global memory, to shared memory) of each launch, from the tables of ncu's source page; None
    where they are not there or are not as many as the launches."""
    result, place, lanes = [], None, None
    try:
        with open(path, newline="") as file:
            for row in csv.reader(file):
                if "Source" in row:
                    place = row.index("Source")
                    titles = [n for n, title in enumerate(row)
                              if "predicated-on thread" in title.lower() and "avg" not in title.lower()
                              or title == "thread_inst_executed_true"]
                    lanes = titles[0] if titles else None
                    result.append([0.0, 0.0])
                elif place is not None and lanes is not None and len(row) > max(place, lanes):
                    opcode = re.search(r"\b(LDG|STG|RED|REDG|ATOM|ATOMG|LDS|STS|ATOMS)\b", row[place])
                    if opcode:
                        result[-1][opcode.group(1) in ("LDS", "STS", "ATOMS")] += number(row[lanes])
    except OSError:
        return None
    if len(result) == 2 * launches and result[::2] == result[1::2]:
        result = result[::2]  # some versions print every table twice
    if len(result) != launches or lanes is None:
        print(f"no lanes: {path} has {len(result)} tables for {launches} launches", file=sys.stderr)
        return None
    return result


def number(text):
    return float(text.replace(",", "")) if text not in (None, "", "n/a") else 0.0


def first_number(text):
    return int(re.findall(r"\d+", text)[0])


def struct_name(kernel):
    return "".join(word.capitalize() for word in kernel.split("-")) + "Spmv"


def matched(counts, rows):
    """(matrix, kernel, our sums, the profiler's sums) of each call."""
    result, at = [], 0
    for call in counts["rows"]:
        ours, theirs = {}, {}
        for place, launch in enumerate(call["launches"]):
            if launch["blocks"] == 0:
                continue
            while at < len(rows):
                row = rows[at]
                fits = (first_number(row["Grid Size"]) == launch["blocks"]
                        and first_number(row["Block Size"]) == launch["block_size"])
                if fits and (place > 0 or struct_name(call["kernel"]) in row["Kernel Name"]
                             or not any(struct_name(call["kernel"]) in later["Kernel Name"] for later in rows[at:])):
                    break
                at += 1
            if at == len(rows):
                sys.exit(f"The profiler has no launch for {call['kernel']} on {call['matrix']}, {launch['kernel']}: "
                         f"{launch['blocks']} blocks of {launch['block_size']}.")
            for key, value in launch.items():
                if isinstance(value, int):
                    ours[key] = ours.get(key, 0) + value
            for key, value in rows[at].items():
                if key and key.endswith(".sum"):
                    theirs[key[:-4]] = theirs.get(key[:-4], 0.0) + number(value)
            at += 1
        result.append((call["matrix"], call["kernel"], ours, theirs))
    return result


def cell(ours, theirs):
    if ours == theirs:
        return f"{ours:.0f} ="
    ratio = ours / theirs if theirs else float("inf")
    mark = "" if abs(ratio - 1) <= CLOSE else " **!**"
    return f"{ours:.0f} / {theirs:.0f} ({ratio:.3f}){mark}"


def table(calls, columns, known):
    shown = [column for column in columns if any(metric in known for metric in column[2])]
    print("| matrix | kernel | " + " | ".join(title for title, _, _ in shown) + " |")
    print("| --- | --- |" + " --: |" * len(shown))
    agreement = {title: [0, 0, 0] for title, _, _ in shown}
    for matrix, kernel, ours, theirs in calls:
        cells = []
        for title, keys, metrics in shown:
            a, b = sum(ours.get(k, 0) for k in keys), sum(theirs.get(m, 0.0) for m in metrics)
            cells.append("-" if a == b == 0 else cell(a, b))
            if a or b:
                agreement[title][0] += 1
                agreement[title][1] += a == b
                agreement[title][2] += bool(b) and abs(a / b - 1) <= CLOSE
        print(f"| `{matrix}` | `{kernel}` | " + " | ".join(cells) + " |")
    print()
    for title, (cells_of, equal, close) in agreement.items():
        print(f"- {title}: {cells_of} cells, {equal} equal, {close} within {CLOSE:.0%}")
    print()


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        counts = json.load(file)
    rows = read_profiler(sys.argv[2])
    if not rows:
        sys.exit(f"There is no table of launches in {sys.argv[2]}.")
    lanes = read_lanes(sys.argv[3], len(rows)) if len(sys.argv) == 4 else None
    for row, of_launch in zip(rows, lanes or []):
        row["source_global_lanes.sum"], row["source_shared_lanes.sum"] = (str(value) for value in of_launch)
    calls = matched(counts, rows)
    known = {key[:-4] for key in rows[0] if key and key.endswith(".sum")}
    print("Ours / the profiler's (ratio); `=`: equal; `!`: more than 2 % apart.\n")
    table(calls, COLUMNS, known)
    print("Warp instructions:\n")
    table(calls, REQUESTS, known)
    print("What the caches make of it:\n")
    table(calls, MODELLED, known)


if __name__ == "__main__":
    main()
