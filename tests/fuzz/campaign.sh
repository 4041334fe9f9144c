#!/usr/bin/env bash
# Runs every fuzz target on CORES cores for SECONDS seconds each, says of each in one line what came of it, and writes these
# lines as rows of a table (docs/results/fuzzing.md) to PROGRAMS/campaign.md. Then compares a million random programs with
# compilers (differential.cpp) on CORES cores, for SECONDS seconds at most.
# Usage, from the root of the sources: tests/fuzz/campaign.sh CORES SECONDS [PROGRAMS [differential]]
# The last word leaves out everything else.
set -euo pipefail
cores=$1 seconds=$2 programs=${3:-build/fuzz/fuzz} only=${4:-}
export OMP_NUM_THREADS=1
# Carried to another computer, the programs bring their libraries along.
export LD_LIBRARY_PATH=$programs/lib:${LD_LIBRARY_PATH:-}
# What takes time and finds nothing: traces of every allocation (an input that was found shows them when it is run again), and (below) libFuzzer's account of rare features.
# Leaks are not looked for: lists of fields live as long as the program, and some of what they hold is found at its end.
options=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=0:quarantine_size_mb=8

targets=()
if [[ $only != differential ]]; then
    for file in "$programs"/fuzz_*.arguments; do targets+=("$(basename "${file%.arguments}")"); done
fi

# One process of a target: run_one NUMBER TARGET
# shellcheck disable=SC2317 # called by name
run_one() {
    mapfile -t arguments <"$programs/$2.arguments"
    mkdir -p "$programs/$2.found"
    if [[ -x $programs/fuzz_corpus ]]; then
        "$programs/fuzz_corpus" "${2#fuzz_}" -seconds="$seconds" -first="${1}000000000" "${arguments[@]}"
    else
        ASAN_OPTIONS=$options UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 "$programs/$2" -entropic=0 -max_total_time="$seconds" -timeout=30 \
            -rss_limit_mb=3000 -seed="$1" -artifact_prefix="$programs/$2.fault-" -print_final_stats=1 -reload=30 \
            "${arguments[0]}" "$programs/$2.found" "${arguments[@]:1}"
    fi >"$programs/$2.$1.log" 2>&1 || true
}
# One share of the random programs: compare NUMBER
# shellcheck disable=SC2317 # called by name
compare() {
    local share=$((1000000 / cores))
    ASAN_OPTIONS=$options "$programs/differential" -programs="$share" -first=$((1 + share * ($1 - 1))) -seconds="$seconds" \
        -folder="$programs/differential.found/$1" >"$programs/differential.$1.log" 2>&1
}
export -f run_one compare
export cores programs seconds options

rm -f "$programs"/fuzz_*.log "$programs"/differential.*.log
# With more cores than targets some get two; with fewer they take turns.
processes=$((cores > ${#targets[@]} ? cores : ${#targets[@]}))
for ((i = 0; i < processes && ${#targets[@]} > 0; ++i)); do echo "$((i + 1)) ${targets[i % ${#targets[@]}]}"; done |
    xargs -r -P "$cores" -L 1 bash -c 'run_one "$@"' campaign

: >"$programs/campaign.md"
status=0
for target in "${targets[@]}"; do
    read -r executions rate <<<"$(cat "$programs/$target".*.log | awk '
        /stat::number_of_executed_units/ { n += $2; ++k }
        /stat::average_exec_per_sec/ { r += $2 }
        /changed inputs in/ { n += $4; r += $(NF - 4); ++k }
        END { printf "%.0f %.0f", n, k ? r / k : 0 }')"
    kept=$(find "$programs/$target.found" -type f | wc -l)
    faults=$( (grep -lE 'SUMMARY|^fault|ERROR: ' "$programs/$target".*.log || true) | wc -l)
    [[ $faults == 0 && $executions != 0 ]] || status=1
    printf '%-22s %12d executions, %7d a second and core, %6d inputs kept, %d faults\n' \
        "${target#fuzz_}" "$executions" "$rate" "$kept" "$faults"
    echo "| ${target#fuzz_} | $executions | $rate | $kept | $faults |" >>"$programs/campaign.md"
done
seq "$cores" | xargs -P "$cores" -I{} bash -c 'compare {}' || true
logs=("$programs"/differential.*.log)
if grep -q '^Skipped' "${logs[@]}"; then
    grep -h '^Skipped' "${logs[@]}" | head -1
    exit $status
fi
grep -hE '^(differs|refused|none|disagree) ' "${logs[@]}" || true
read -r compared rate faults <<<"$(awk '/ programs from / { n += $1; r += $9; ++k; f += $12 + $14 + $21 }
    END { printf "%d %.0f %d", n, k ? r / k : 0, f }' "${logs[@]}")"
[[ $faults == 0 && $compared != 0 ]] || status=1
printf '%-22s %12d programs, %7d a second and core, %d faults\n' differential "$compared" "$rate" "$faults"
echo "| differential | $compared | $rate | - | $faults |" >>"$programs/campaign.md"
exit $status
