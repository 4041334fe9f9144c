#!/bin/sh
# What a machine with a GPU adds to the tests: correctness, compute-sanitizer, and the table of docs/results.
#     tests/kernels/gpu_check.sh BUILD_FOLDER OUTPUT_FOLDER
# The build folder holds tests/ and lib/ as CMake makes them. Ends with 1 when anything is wrong.
build=$1 out=$2
mkdir -p "$out"
failed=0
step() {
    name=$1
    shift
    if "$@" >"$out/$name.txt" 2>&1; then echo "ok      $name"; else echo "FAILED  $name ($?)"; failed=1; fi
}
small="laplace3d:n=9 power-law:n=1500 reservoir:grid=3,block=5 one-long-row:n=700 empty-rows:n=333 random-rows:n=200,fraction=0.4,cols=77"

for class in conformance ata_conformance cg_conformance tridiagonal_conformance trsv_conformance text_conformance partition; do
    step "$class" "$build/tests/kernel_tests" "${class}_test" --machine cuda:0
done
step large-arrays "$build/tests/kernel_tests" cuda_large_arrays_test
step sweep "$build/tests/kernel_tests" cuda_sweep_test
step fault "$build/tests/kernel_tests" cuda_fault_test
# memcheck: accesses outside, misaligned, leaks; racecheck: shared memory; synccheck: barriers that not all reach;
# initcheck: reads of memory that nothing wrote. The vendor's kernels are the vendor's.
own=coo-serial,coo-atomic,coo-segmented,csr-scalar,csr-scalar-sorted,csr-vector,csr-merge,csr-adaptive,csr-sweep,csc,ell,ell-sorted,jad,hyb,bcsr,bcsr-wide,bcsr-blocks-wide,dia,sell
for tool in memcheck racecheck synccheck initcheck; do
    step "$tool" compute-sanitizer --tool "$tool" --error-exitcode 9 "$build/tests/cuda_floors" --samples 0 --blocks 32,128,1024 \
        --matrices "$small" --kernels "$own"
    step "ata-$tool" compute-sanitizer --tool "$tool" --error-exitcode 9 "$build/tests/cuda_floors_ata" --samples 0 \
        --kernels naive,tiled,tiled@none,tiled@registers,tensor-core,ozaki
    # What tensor-core receives in boxes on an H200, with tiles of every size.
    step "ata-boxes-$tool" compute-sanitizer --tool "$tool" --error-exitcode 9 "$build/tests/cuda_floors_ata" --samples 0 \
        --sizes "130x600 90x1000 400x1500 900x2046" --kernels tensor-core
    step "tridiagonal-$tool" compute-sanitizer --tool "$tool" --error-exitcode 9 "$build/tests/cuda_floors_tridiagonal" --samples 0 \
        --kernels thomas-gpu,cr,pcr,cr-records,pcr-records,cr-shared,pcr-shared,cr-pcr,partition,nested-partitions
    for preconditioner in none jacobi ic0; do
        step "cg-$preconditioner-$tool" compute-sanitizer --tool "$tool" --error-exitcode 9 "$build/tests/cuda_floors_cg" --samples 0 \
            --matrices "laplace2d:n=12 water-network:n=200" --preconditioner "$preconditioner" \
            --kernels cg:csr-vector,cg-fused:ell,cg-fused:dia,cg-fused:csr-vector,cg-persistent
    done
done
step floors "$build/tests/cuda_floors" --csv "$out/floors.csv"
step ata-floors "$build/tests/cuda_floors_ata" --csv "$out/ata-floors.csv"
step tridiagonal-floors "$build/tests/cuda_floors_tridiagonal" --csv "$out/tridiagonal-floors.csv"
step tridiagonal-accuracy "$build/tests/cuda_floors_tridiagonal" --accuracy 1
step cg-floors "$build/tests/cuda_floors_cg" --csv "$out/cg-floors.csv"
# What is to be reached beside the vendor, all lines in one table, as it stands in docs/results/h200-goals.md.
step cg-while "$build/tests/cuda_cg_goals"
step goals "$build/tests/cuda_goals" --data "${WARPLOOM_EXTRA_DATA:-}"
sed -n '/^| work |/,$p' "$out/goals.txt"
exit $failed
