// title: Parallel cyclic reduction, rows as records
// summary: Like pcr, but the elements of a row are stored together, in a record of eight numbers.
// source: cerny2011, Paralelní cyklická redukce; Ulítlé časy: 8 x double
// format: records
// scratch: records T[n * 8]
// scratch: odd T[n * 8]
// scratch: even T[n * 8]

#include "../headers/cyclic_doubling.cuh"
#include "../headers/lay_out_records.cuh"

template <typename T> void prepare(int n, const T* a, const T* b, const T* c, T* records, int block) {
    lay_out_records<<<(n + block - 1) / block, block>>>(n, a, b, c, records);
}

// Parallel cyclic reduction over rows stored as records of eight elements, as in the paper's host code. Neighboring
// threads always read neighboring rows, so half of each record is loaded unnecessarily. To read one element of each
// row, a warp accesses 32 sectors.
template <typename T> void run(int n, const T* records, const T* d, T* odd, T* even, T* x, int* zero_pivot, int block) {
    const int steps = max(1, doubling_steps(n, 1)); // at least one step, because the last one also divides
    const int grid = (n + block - 1) / block;
    Records<T> from = {records, d, 1};
    for (int step = 0; step < steps; ++step) {
        const long long distance = 1LL << step;
        const WorkRecords<T> to = {step % 2 == 0 ? even : odd};
        if (step < steps - 1) doubling_step<false><<<grid, block>>>(n, distance, from, to, x, zero_pivot);
        else doubling_step<true><<<grid, block>>>(n, distance, from, to, x, zero_pivot);
        from = read_only(to);
    }
}
