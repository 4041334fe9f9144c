#!/bin/sh
# Compares what the simulated H200 counts with the counters of a real one.
#     tests/kernels/compare_with_profiler.sh BUILD_FOLDER OUTPUT_FOLDER [options of counts_for_profiler]
# Needs ncu (Nsight Compute), python3, and the right to read the GPU's counters. Leaves counts.json, profiler.csv, source.csv
# and table.md in the output folder; ends with 1 when a step fails, with 77 where there is no GPU.
build=$1 out=$2
shift 2
mkdir -p "$out" || exit 1
here=$(dirname "$0")
program=$(cd "$build" && pwd)/tests/counts_for_profiler || exit 1

"$program" --count "$out/counts.json" "$@" || exit 1

# The names that this ncu knows; asking for an unknown one would end it.
wanted="smsp__inst_executed_op_global_ld smsp__inst_executed_op_global_st smsp__inst_executed_op_global_red
l1tex__t_requests_pipe_lsu_mem_global_op_ld l1tex__t_sectors_pipe_lsu_mem_global_op_ld
l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit l1tex__t_requests_pipe_lsu_mem_global_op_st
l1tex__t_sectors_pipe_lsu_mem_global_op_st l1tex__t_requests_pipe_lsu_mem_global_op_red l1tex__t_sectors_pipe_lsu_mem_global_op_red
l1tex__t_requests_pipe_lsu_mem_global_op_atom l1tex__t_sectors_pipe_lsu_mem_global_op_atom
smsp__inst_executed_op_shared_ld smsp__inst_executed_op_shared_st
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st
l1tex__data_pipe_lsu_wavefronts_mem_shared lts__t_sectors_srcunit_tex dram__bytes_read dram__bytes_write"
ncu --query-metrics >"$out/known_metrics.txt" 2>&1
metrics=
for name in $wanted; do
    if grep -q "^${name}[[:space:]]" "$out/known_metrics.txt"; then metrics=$metrics${metrics:+,}$name.sum
    else echo "this ncu has no $name" >&2; fi
done
if [ -z "$metrics" ]; then echo "ncu lists no metric; see $out/known_metrics.txt" >&2; exit 1; fi

# All launches of the one __global__ function of this project; caches are emptied before each of its replays.
ncu --csv --page raw --print-kernel-base demangled --print-units base --metrics "$metrics" --kernel-name regex:entry \
    --cache-control all --clock-control none --log-file "$out/profiler.csv" "$program" --run "$@" >"$out/run.txt" 2>&1
status=$?
if [ $status -eq 77 ]; then cat "$out/run.txt"; exit 77; fi
if [ $status -ne 0 ]; then tail -5 "$out/run.txt" "$out/profiler.csv"; exit 1; fi

# Lanes, instruction by instruction: no counter tells loads of data from those of constants. Whoever has no such page
# does without the column.
ncu --section SourceCounters --kernel-name regex:entry --cache-control none --clock-control none --force-overwrite \
    --export "$out/source" "$program" --run "$@" >"$out/source_run.txt" 2>&1 &&
    ncu --import "$out/source.ncu-rep" --page source --print-source sass --csv >"$out/source.csv" 2>>"$out/source_run.txt" ||
    echo "no counts of single instructions; see $out/source_run.txt" >&2
python3 "$here/compare_with_profiler.py" "$out/counts.json" "$out/profiler.csv" "$out/source.csv" >"$out/table.md" || exit 1
cat "$out/table.md"
