// title: Cyclic reduction, middle levels in shared memory
// summary: One block solves the last 1024 rows without further launches. Bank conflicts increase with each step.
// source: cerny2011, Cyklická redukce; Zhang, Cohen, Owens 2010
// scratch: work_a T[n]
// scratch: work_b T[n]
// scratch: work_c T[n]
// scratch: work_d T[n]

#include "../headers/cyclic_reduction.cuh"
#include "../headers/shared_reduction.cuh"

// The middle steps of cyclic reduction have so little work that the launch overhead would dominate, so one block runs
// them in shared memory. Their rows are 2, 4, 8, ... words apart, so there are more and more bank conflicts. Row k of
// the `count` remaining rows is row (k + 1) distance - 1 of the system.
template <typename T>
__global__ void shared_middle(int count, long long distance, Rows<T> from, T* x, int* zero_pivot) {
    __shared__ T a[SHARED_ROWS], b[SHARED_ROWS], c[SHARED_ROWS], d[SHARED_ROWS], solution[SHARED_ROWS];
    const WorkRows<T> rows = {a, b, c, d};
    for (int k = threadIdx.x; k < count; k += blockDim.x) store_row(rows, k, load_row(from, (k + 1) * distance - 1));
    __syncthreads();

    const int step = reduce_in_shared(rows, count, 2);
    if (threadIdx.x == 0) {
        const int i = step - 1;
        const Row<T> first = load_row(read_only(rows), i);
        check_pivot(first.b, step * distance - 1, zero_pivot);
        if (count / step == 1) {
            solution[i] = first.d / first.b;
        } else {
            const SolvedPair<T> pair = solve_pair(first, load_row(read_only(rows), i + step));
            check_pivot(pair.second_pivot, 2 * step * distance - 1, zero_pivot);
            solution[i] = pair.first;
            solution[i + step] = pair.second;
        }
    }
    __syncthreads();

    substitute_in_shared(read_only(rows), solution, count, step, distance, zero_pivot);
    for (int k = threadIdx.x; k < count; k += blockDim.x) x[(k + 1) * distance - 1] = solution[k];
}

template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* work_a, T* work_b, T* work_c,
         T* work_d, int block) {
    const Rows<T> system = {a, b, c, d};
    const WorkRows<T> work = {work_a, work_b, work_c, work_d};
    const Solution<T> solution = {x};
    const int levels = cyclic_levels(n, SHARED_ROWS);
    const int count = n >> levels;
    const int threads = max(64, ((count + 1) / 2 + 31) / 32 * 32); // use one thread per row of a step
    const Rows<T> last = levels == 0 ? system : read_only(work);
    launch_forward<T>(n, levels, system, work, block);
    shared_middle<<<1, threads>>>(count, 1LL << levels, last, x, zero_pivot);
    launch_back<T>(n, levels, system, read_only(work), solution, zero_pivot, block);
}
