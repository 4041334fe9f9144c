// Every thread takes an equal part of the path that merges row ends with entries.
template <typename OffsetT> struct CountingIterator {
    OffsetT first;
    __device__ __forceinline__ OffsetT operator()(OffsetT i) const { return first + i; }
};
template <int _BLOCK_THREADS, int _ITEMS_PER_THREAD> struct AgentSpmvPolicy {
    static const int BLOCK_THREADS = _BLOCK_THREADS;
    static const int ITEMS_PER_THREAD = _ITEMS_PER_THREAD;
    static const int TILE_ITEMS = BLOCK_THREADS * ITEMS_PER_THREAD;
};
template <typename CoordinateT, typename IteratorA>
__device__ __forceinline__ void MergePathSearch(int diagonal, const int* a, IteratorA b, int a_len, int b_len,
                                                CoordinateT& path_coordinate) {
    int split_min = max(diagonal - b_len, 0);
    int split_max = min(diagonal, a_len);
    while (split_min < split_max) {
        int split_pivot = (split_min + split_max) >> 1;
        if (a[split_pivot] <= b(diagonal - split_pivot - 1)) split_min = split_pivot + 1;
        else split_max = split_pivot;
    }
    path_coordinate.x = min(split_min, a_len);
    path_coordinate.y = diagonal - split_min;
}
template <typename Policy, typename ValueT>
__launch_bounds__(int(Policy::BLOCK_THREADS)) __global__
    void DeviceSpmvKernel(int num_rows, int num_nonzeros, const int* row_end_offsets, const int* column_indices,
                          const ValueT* values, const ValueT* vector_x, ValueT* vector_y) {
    const int thread = blockIdx.x * Policy::BLOCK_THREADS + threadIdx.x;
    const CountingIterator<int> nonzero_indices = {0};
    const int num_merge_items = num_rows + num_nonzeros;
    int2 begin, end;
    MergePathSearch(min(thread * Policy::ITEMS_PER_THREAD, num_merge_items), row_end_offsets, nonzero_indices, num_rows,
                    num_nonzeros, begin);
    MergePathSearch(min((thread + 1) * Policy::ITEMS_PER_THREAD, num_merge_items), row_end_offsets, nonzero_indices,
                    num_rows, num_nonzeros, end);
    ValueT running_total = 0.0;
#pragma unroll
    for (int ITEM = 0; ITEM < Policy::ITEMS_PER_THREAD; ++ITEM) {
        if (begin.x >= end.x && begin.y >= end.y) break;
        if (begin.x < num_rows && begin.y >= row_end_offsets[begin.x]) {
            atomicAdd(vector_y + begin.x, running_total);
            running_total = 0.0;
            ++begin.x;
        } else {
            running_total += values[begin.y] * vector_x[column_indices[begin.y]];
            ++begin.y;
        }
    }
    if (end.x < num_rows) atomicAdd(vector_y + end.x, running_total);
}
template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    typedef AgentSpmvPolicy<128, 7> Policy;
    const int tiles = (rows + nonzeros + Policy::TILE_ITEMS - 1) / Policy::TILE_ITEMS;
    DeviceSpmvKernel<Policy, T><<<tiles, Policy::BLOCK_THREADS>>>(rows, nonzeros, row_pointer + 1, column, value, x, y);
}
