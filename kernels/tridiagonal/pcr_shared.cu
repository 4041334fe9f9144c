// title: Parallel cyclic reduction, last steps in shared memory
// summary: Once the system has split into systems of at most 1024 rows, a block solves each of them in shared memory.
// source: cerny2011, Paralelní cyklická redukce; Zhang, Cohen, Owens 2010
// scratch: odd_a T[n]
// scratch: odd_b T[n]
// scratch: odd_c T[n]
// scratch: odd_d T[n]
// scratch: even_a T[n]
// scratch: even_b T[n]
// scratch: even_c T[n]
// scratch: even_d T[n]

#include "../headers/doubling_chains.cuh"
#include "../headers/shared_reduction.cuh"

// Uses parallel cyclic reduction in global memory until the system is split into systems of at most 1024 rows. One
// block per system then reads its rows once and runs the remaining ten steps in shared memory. The read is not
// coalesced, because the rows of a block are far apart, but it saves ten passes over all rows.
//
// Block s has the rows s, s + distance, s + 2 distance, ... < n, with one thread per row.
template <typename T>
__global__ void __maxnreg__(64) shared_doubling(int n, long long distance, Rows<T> from, T* x, int* zero_pivot) {
    __shared__ T a[SHARED_ROWS], b[SHARED_ROWS], c[SHARED_ROWS], d[SHARED_ROWS];
    const WorkRows<T> rows = {a, b, c, d};
    const long long i = blockIdx.x + threadIdx.x * distance;
    const int count = (n - blockIdx.x + distance - 1) / distance;
    Row<T> row = no_row<T>();
    if (i < n) row = load_row(from, i);
    row = double_in_shared(row, rows, count, i, zero_pivot);
    if (i < n) x[i] = row.d / row.b;
}

template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* odd_a, T* odd_b, T* odd_c,
         T* odd_d, T* even_a, T* even_b, T* even_c, T* even_d, int block) {
    const Rows<T> system = {a, b, c, d};
    const WorkRows<T> odd = {odd_a, odd_b, odd_c, odd_d}, even = {even_a, even_b, even_c, even_d};
    const int steps = doubling_steps(n, SHARED_ROWS);
    const int distance = 1 << steps;
    const int longest = (n + distance - 1) / distance;
    const Rows<T> rows = launch_doubling(n, steps, false, system, even, odd, x, zero_pivot, block);
    shared_doubling<<<min(distance, n), (longest + 31) / 32 * 32>>>(n, distance, rows, x, zero_pivot);
}
