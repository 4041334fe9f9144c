// A thread per row, with an invalid index where a row ends.
namespace detail {
template <typename T> struct ell_traits {
    static const T invalid_index = static_cast<T>(-1);
    static constexpr unsigned int block_size = 256;
};
} // namespace detail
template <typename IndexType, typename ValueType>
__global__ void ell_kernel(const IndexType num_rows, const IndexType num_entries_per_row, const IndexType pitch,
                           const IndexType* Aj, const ValueType* Ax, const ValueType* x, ValueType* y) {
    const IndexType thread_id = detail::ell_traits<IndexType>::block_size * blockIdx.x + threadIdx.x;
    const IndexType grid_size = detail::ell_traits<IndexType>::block_size * gridDim.x;
    for (IndexType row = thread_id; row < num_rows; row += grid_size) {
        ValueType sum = ValueType(0);
        IndexType offset = row;
        for (IndexType n = 0; n < num_entries_per_row; n++) {
            const IndexType col = Aj[offset];
            if (col != detail::ell_traits<IndexType>::invalid_index) {
                const ValueType A_ij = Ax[offset];
                sum += A_ij * __ldg(x + col);
            }
            offset += pitch;
        }
        y[row] = sum;
    }
}
template <typename T>
void run(int rows, int width, long long leading_dimension, const int* column, const T* value, const T* x, T* y) {
    const unsigned threads = detail::ell_traits<int>::block_size;
    ell_kernel<int, T>
        <<<(rows + threads - 1) / threads, threads>>>(rows, width, (int)leading_dimension, column, value, x, y);
}
