// Tiles of 32 columns of entries; a flag of each entry begins a row, and warps sum segments.
#define CSR5_OMEGA 32
#define CSR5_SIGMA 4
typedef struct {
    unsigned int bit_flag, y_offset;
} tile_descriptor;
template <typename vT> __device__ __forceinline__ vT sum_32_shfl(vT sum) {
#pragma unroll
    for (int mask = CSR5_OMEGA / 2; mask > 0; mask >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, mask);
    return sum;
}
template <typename vT> __device__ __forceinline__ vT scan_32_shfl(vT x, const int lane_id) {
    for (int by = 1; by < CSR5_OMEGA; by *= 2) {
        const vT y = __shfl_up_sync(0xffffffff, x, by);
        x = lane_id >= by ? x + y : x;
    }
    return x;
}
template <typename iT, typename uiT, typename vT, int ANONYMOUSLIB_CSR5_SIGMA>
__global__ void spmv_csr5_compute_kernel(const iT* d_column_index, const vT* d_value, const iT* d_row, const vT* d_x,
                                         vT* d_y, const iT num_tiles) {
    const int lane_id = threadIdx.x & (CSR5_OMEGA - 1);
    const iT tile = (blockIdx.x * blockDim.x + threadIdx.x) / CSR5_OMEGA;
    if (tile >= num_tiles) return;
    const iT first = tile * CSR5_OMEGA * ANONYMOUSLIB_CSR5_SIGMA + lane_id * ANONYMOUSLIB_CSR5_SIGMA;
    tile_descriptor descriptor = {0u, 0u};
    for (int i = 0; i < ANONYMOUSLIB_CSR5_SIGMA; ++i)
        descriptor.bit_flag |= (uiT)(first + i == 0 || d_row[first + i] != d_row[first + i - 1]) << i;
    descriptor.y_offset = scan_32_shfl(__popc(descriptor.bit_flag), lane_id);
    const bool any_row_begins = __ballot_sync(0xffffffff, descriptor.bit_flag != 0) != 0;
    if (!any_row_begins) {
        vT sum = 0;
        for (int i = 0; i < ANONYMOUSLIB_CSR5_SIGMA; ++i)
            sum += d_value[first + i] * __ldg(&d_x[d_column_index[first + i]]);
        sum = sum_32_shfl<vT>(sum);
        if (!lane_id) atomicAdd(&d_y[d_row[first]], sum);
        return;
    }
    vT sum = 0;
    for (int i = 0; i < ANONYMOUSLIB_CSR5_SIGMA; ++i) {
        if (i > 0 && (descriptor.bit_flag >> i & 0x1)) {
            atomicAdd(&d_y[d_row[first + i - 1]], sum);
            sum = 0;
        }
        sum += d_value[first + i] * __ldg(&d_x[d_column_index[first + i]]);
    }
    atomicAdd(&d_y[d_row[first + ANONYMOUSLIB_CSR5_SIGMA - 1]], sum);
}
template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int tiles = nonzeros / (CSR5_OMEGA * CSR5_SIGMA);
    spmv_csr5_compute_kernel<int, unsigned int, T, CSR5_SIGMA>
        <<<(tiles + 3) / 4, 128>>>(column, value, row, x, y, tiles);
}
