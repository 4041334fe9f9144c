// title: Cyclic reduction with a parallel middle
// summary: Like cr-shared, but pcr solves the last 33 to 64 rows: no idle lanes, and half the steps.
// source: Zhang, Cohen, Owens 2010
// scratch: work_a T[n]
// scratch: work_b T[n]
// scratch: work_c T[n]
// scratch: work_d T[n]

#include "../headers/cyclic_reduction.cuh"
#include "../headers/shared_reduction.cuh"

#define PARALLEL_ROWS 64 // enough rows to keep two warps fully busy

// Uses cyclic reduction while there are many rows, and parallel cyclic reduction for the last 33 to 64 rows. There,
// cyclic reduction would have idle lanes and bank conflicts, and take twice as many steps. Row k of the block's `count`
// remaining rows is row (k + 1) distance - 1 of the system.
template <typename T>
__global__ void shared_middle(int count, long long distance, Rows<T> from, T* x, int* zero_pivot) {
    __shared__ T a[SHARED_ROWS], b[SHARED_ROWS], c[SHARED_ROWS], d[SHARED_ROWS], solution[SHARED_ROWS];
    // Copy to contiguous arrays. With a stride of `step`, the rows would share few banks.
    __shared__ T middle_a[PARALLEL_ROWS], middle_b[PARALLEL_ROWS], middle_c[PARALLEL_ROWS], middle_d[PARALLEL_ROWS];
    const WorkRows<T> rows = {a, b, c, d}, middle = {middle_a, middle_b, middle_c, middle_d};
    for (int k = threadIdx.x; k < count; k += blockDim.x) store_row(rows, k, load_row(from, (k + 1) * distance - 1));
    __syncthreads();

    const int step = reduce_in_shared(rows, count, PARALLEL_ROWS);
    const int left = count / step;
    const int i = (threadIdx.x + 1) * step - 1;
    Row<T> row = no_row<T>();
    if (threadIdx.x < left) row = load_row(read_only(rows), i);
    row = double_in_shared(row, middle, left, (i + 1) * distance - 1, zero_pivot);
    if (threadIdx.x < left) solution[i] = row.d / row.b;
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
