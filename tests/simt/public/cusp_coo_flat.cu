// Each warp takes an interval of the entries and sums rows by a segmented scan.
#define CARRY_LANE 31
template <typename IndexType, typename ValueType>
__device__ ValueType segreduce_warp(const IndexType thread_lane, IndexType row, ValueType val, IndexType* rows,
                                    ValueType* vals) {
    rows[threadIdx.x] = row;
    vals[threadIdx.x] = val;
    __syncwarp();
    for (int by = 1; by < 32; by *= 2) {
        const bool adds = thread_lane >= by && row == rows[threadIdx.x - by];
        const ValueType left = adds ? vals[threadIdx.x - by] : ValueType(0);
        __syncwarp();
        vals[threadIdx.x] = val = val + left;
        __syncwarp();
    }
    return val;
}
template <typename IndexType, typename ValueType, unsigned int BLOCK_SIZE>
__launch_bounds__(BLOCK_SIZE, 1) __global__
    void coo_flat_kernel(const IndexType num_nonzeros, const IndexType interval_size, const IndexType* I,
                         const IndexType* J, const ValueType* V, const ValueType* x, ValueType* y, IndexType* temp_rows,
                         ValueType* temp_vals) {
    __shared__ IndexType rows[48 * (BLOCK_SIZE / 32)];
    __shared__ ValueType vals[BLOCK_SIZE];
    const IndexType thread_id = BLOCK_SIZE * blockIdx.x + threadIdx.x;
    const IndexType thread_lane = threadIdx.x & (32 - 1);
    const IndexType warp_id = thread_id / 32;
    const IndexType interval_begin = warp_id * interval_size;
    const IndexType interval_end = min(interval_begin + interval_size, num_nonzeros);
    if (interval_begin >= interval_end) return;
    IndexType row = I[interval_begin];
    ValueType carry = ValueType(0);
    for (IndexType n = interval_begin + thread_lane; n - thread_lane < interval_end; n += 32) {
        const bool is_there = n < interval_end;
        const IndexType here = is_there ? I[n] : I[interval_end - 1];
        ValueType val = is_there ? V[n] * x[J[n]] : ValueType(0);
        if (thread_lane == 0) {
            if (here == row) val += carry;
            else y[row] += carry;
        }
        val = segreduce_warp(thread_lane, here, val, rows, vals);
        const IndexType next = __shfl_down_sync(0xffffffff, here, 1);
        if (thread_lane < CARRY_LANE && here != next) y[here] += val;
        row = __shfl_sync(0xffffffff, here, CARRY_LANE);
        carry = __shfl_sync(0xffffffff, val, CARRY_LANE);
    }
    if (thread_lane == CARRY_LANE) {
        temp_rows[warp_id] = row;
        temp_vals[warp_id] = carry;
    }
}
// scratch: temp_rows int[1024]
// scratch: temp_vals T[1024]
template <typename T>
void run(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* temp_rows,
         T* temp_vals) {
    coo_flat_kernel<int, T, 128>
        <<<4, 128>>>(nonzeros, (nonzeros + 15) / 16, row, column, value, x, y, temp_rows, temp_vals);
}
