#!/bin/sh
# Files in CUDA C that NVRTC compiles, beside the same kernels as nvcc built them: one table, microseconds by the GPU's clock.
#     tests/kernels/text_speed.sh WARPLOOM_ENGINE kernels/spmv [MACHINE]
# A file may be 3 % slower; ends with 1 where one is.
engine=$1 folder=$2 machine=${3:-cuda:0}
pairs="csr-scalar=$folder/csr_scalar.cu ell=$folder/ell.cu"
kernels=$(echo "$pairs" | tr ' =' ',,')
out=$(mktemp -d) failed=0
trap 'rm -rf "$out"' EXIT
printf '%-34s %-9s %-12s %12s %12s %8s\n' matrix precision kernel 'nvcc (us)' 'NVRTC (us)' ratio
for matrix in laplace3d:n=100 random-rows:n=20000,fraction=0.005 banded:n=400000,lower=16,upper=16; do
    for precision in double float; do
        "$engine" run spmv "$matrix" --kernels "$kernels" --machine "$machine" --precision "$precision" \
            --csv "$out/table.csv" >"$out/said" 2>&1 || { cat "$out/said"; exit 2; }
        sed 's/"[^"]*"//g' "$out/table.csv" >"$out/plain.csv" # texts with commas
        for pair in $pairs; do
            awk -F, -v matrix="$matrix" -v precision="$precision" -v built="${pair%%=*}" -v file="${pair#*=}" '
                NR == 1 { for (i = 1; i <= NF; ++i) { if ($i == "kernel") k = i; if ($i == "median_ns") m = i } next }
                $k == built { a = $m / 1000 }
                $k == file { b = $m / 1000 }
                END { if (a <= 0 || b <= 0) { print matrix, precision, built, "was not measured"; exit 1 }
                      printf "%-34s %-9s %-12s %12.2f %12.2f %8.3f\n", matrix, precision, built, a, b, b / a
                      exit b > 1.03 * a }' "$out/plain.csv" || failed=1
        done
    done
done
exit $failed
