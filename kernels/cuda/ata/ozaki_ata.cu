#include "kernels/cuda/ata/ata_mirror.h"
#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/ozaki_plan.h"
#include "kernels/cuda/gpu/cublas_check.h"
#include "kernels/cuda/gpu/registry.h"

#include <algorithm>
#include <cstdio>
#include <string>

// Computes C = AᵀA in double precision on the integer units. The columns of A are scaled to integers and reduced modulo
// a dozen 8-bit moduli. cuBLAS multiplies the residues exactly in int32, and the residues of a sum determine the sum.

namespace warploom::kernels {

namespace {

using namespace ozaki;

constexpr int strip_rows = 512; ///< number of rows of C whose residue products are in memory at once
constexpr int tile_rows = 128, tile_columns = 32, threads = 256, warps = threads / 32;
constexpr std::uint64_t infinity_bits = 0x7ff0000000000000;

/// Computes largest[j], the bit pattern of max_k |a_kj| for column j. The bit patterns of nonnegative doubles have the
/// same order as their values. Infinity and NaN have the largest ones. `largest` must be zero before the launch. A
/// block processes tile_rows x tile_columns elements.
__global__ void find_largest(const double* a, int m, int n, unsigned long long* largest) {
    const int j = static_cast<int>(blockIdx.x) * tile_columns + static_cast<int>(threadIdx.x % 32);
    if (j >= n) return;
    const int begin = static_cast<int>(blockIdx.y) * tile_rows, end = min(m, begin + tile_rows);
    unsigned long long most = 0;
    for (int k = begin + static_cast<int>(threadIdx.x / 32); k < end; k += warps)
        most = max(
            most, static_cast<unsigned long long>(__double_as_longlong(fabs(a[static_cast<std::int64_t>(k) * n + j]))));
    atomicMax(&largest[j], most);
}

/// Returns the exponent of the smallest power of two above the value.
__device__ int exponent_above(unsigned long long bits) {
    int exponent = 0;
    if (bits != 0) frexp(__longlong_as_double(static_cast<long long>(bits)), &exponent);
    return exponent;
}

template <int l>
__device__ void store_remainders(const double (&x)[4], int count, std::int8_t* to, std::int64_t stride) {
    if constexpr (l < most_moduli) {
        if (l == count) return;
        *reinterpret_cast<char4*>(to) =
            make_char4(remainder_of<l>(x[0]), remainder_of<l>(x[1]), remainder_of<l>(x[2]), remainder_of<l>(x[3]));
        store_remainders<l + 1>(x, count, to + stride, stride);
    }
}

/// Computes residues in column-major order: residue l of a_kj is at remainders[l * stride + j * length + k]. They are 0
/// in columns with NaN or infinity. Each block transposes a tile of A in shared memory; each lane stores the residues
/// of 4 rows.
__global__ void take_remainders(const double* a, int m, int n, int length, int bits, const unsigned long long* largest,
                                int count, std::int8_t* remainders, std::int64_t stride) {
    __shared__ double tile[tile_columns][tile_rows + 1]; // the odd stride puts the columns in different banks
    const int first_row = static_cast<int>(blockIdx.y) * tile_rows,
              first_column = static_cast<int>(blockIdx.x) * tile_columns;
    const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
    for (int k = warp; k < tile_rows; k += warps) {
        const int row = first_row + k, column = first_column + lane;
        tile[lane][k] = row < m && column < n ? a[static_cast<std::int64_t>(row) * n + column] : 0;
    }
    __syncthreads();
    const int row = first_row + 4 * lane;
    if (row >= length) return;
    for (int j = warp; j < tile_columns; j += warps) {
        const int column = first_column + j;
        if (column >= n) break;
        const unsigned long long top = largest[column];
        const int scale = bits - exponent_above(top);
        double x[4];
        for (int k = 0; k < 4; ++k) x[k] = top < infinity_bits ? rint(ldexp(tile[j][4 * lane + k], scale)) : 0;
        store_remainders<0>(x, count, remainders + static_cast<std::int64_t>(column) * length + row, stride);
    }
}

/// Reconstructs row i of a strip of C from its residue products: product l of rows i and j is at products[l * stride +
/// (i - first) * width + j - first]. For columns with NaN or infinity, the sum is computed in double, as in other
/// kernels.
__global__ void give_back(const double* a, int m, int n, int first, int width, int bits,
                          const unsigned long long* largest, const __grid_constant__ Parts parts, const int* products,
                          std::int64_t stride, double* c) {
    const int i = first + static_cast<int>(blockIdx.y),
              j = first + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (j < i || j >= n) return;
    const unsigned long long left = largest[i], right = largest[j];
    double value = 0;
    if (max(left, right) >= infinity_bits) {
        for (int k = 0; k < m; ++k)
            value += a[static_cast<std::int64_t>(k) * n + i] * a[static_cast<std::int64_t>(k) * n + j];
    } else {
        const int* const at = products + static_cast<std::int64_t>(i - first) * width + (j - first);
        const Wide whole = whole_number(parts, [&](int l) { return at[l * stride]; });
        value = ldexp(nearest(whole), exponent_above(left) + exponent_above(right) - 2 * bits);
    }
    c[static_cast<std::int64_t>(i) * n + j] = value;
}

int up_to(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }
unsigned blocks(int n, int each) { return static_cast<unsigned>((n + each - 1) / each); }

class OzakiAta final : public CudaAta<double> {
public:
    OzakiAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<double>(std::move(device), input), plan_(plan_for(*input.a)), parts_(parts_of(plan_.moduli)),
          length_(up_to(m_, 16)), width_(up_to(n_, 16)) {
        handle_ = cublas_on(*device_);
        // cuBLAS is fast only for multiples of 16, so pad A with zeros once.
        largest_ = cuda::Buffer<unsigned long long>(n_, "The largest value of each column");
        remainders_ = cuda::Buffer<std::int8_t>(plan_.moduli * column_stride(), "The remainders of A");
        products_ = cuda::Buffer<int>(plan_.moduli * strip_stride(), "The products of remainders");
        zero(remainders_.data(), remainders_.bytes());
        char text[160];
        std::snprintf(text, sizeof text,
                      ", %d products of 8 bits, %d bits of each column; c(i, j) is off by at most %.2g |a_i| |a_j|"
                      " (sums in double: %.2g)",
                      plan_.moduli, plan_.bits, plan_.error, m_ * 0x1p-53);
        detail = cublas_version(handle_.get()) + text;
    }

    void enqueue() override {
        device_->use();
        cudaStream_t const stream = device_->stream();
        if (m_ == 0 || n_ == 0) return zero(c_.data(), c_.bytes());
        zero(largest_.data(), largest_.bytes());
        const dim3 tiles(blocks(n_, tile_columns), blocks(length_, tile_rows));
        find_largest<<<tiles, threads, 0, stream>>>(a_.data(), m_, n_, largest_.data());
        take_remainders<<<tiles, threads, 0, stream>>>(a_.data(), m_, n_, length_, plan_.bits, largest_.data(),
                                                       plan_.moduli, remainders_.data(), column_stride());
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
        for (int first = 0; first < n_; first += strip_rows) strip(first);
        enqueue_mirror(c_.data(), n_, stream);
    }

private:
    std::int64_t column_stride() const { return std::int64_t{width_} * length_; }
    std::int64_t strip_stride() const { return std::int64_t{std::min(width_, strip_rows)} * width_; }
    void zero(void* data, std::int64_t bytes) {
        if (bytes > 0)
            WARPLOOM_CUDA_CHECK(cudaMemsetAsync(data, 0, static_cast<std::size_t>(bytes), device_->stream()));
    }

    /// Computes the strip of C that starts at row `first` and column `first`. cuBLAS treats each row of C as a column,
    /// so j is an index within a column.
    void strip(int first) {
        const int rows = std::min(strip_rows, width_ - first), columns = width_ - first;
        const std::int8_t* const from = remainders_.data() + std::int64_t{first} * length_;
        const int one = 1, zero = 0;
        WARPLOOM_CUBLAS_CHECK(cublasGemmStridedBatchedEx(
            handle_.get(), CUBLAS_OP_T, CUBLAS_OP_N, columns, rows, length_, &one, from, CUDA_R_8I, length_,
            column_stride(), from, CUDA_R_8I, length_, column_stride(), &zero, products_.data(), CUDA_R_32I, width_,
            strip_stride(), plan_.moduli, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
        const dim3 grid(blocks(n_ - first, threads), static_cast<unsigned>(std::min(strip_rows, n_ - first)));
        give_back<<<grid, threads, 0, device_->stream()>>>(a_.data(), m_, n_, first, width_, plan_.bits,
                                                           largest_.data(), parts_, products_.data(), strip_stride(),
                                                           c_.data());
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
    }

    ozaki::Plan plan_;
    Parts parts_;
    int length_, width_; ///< numbers of rows and columns of A, rounded up to multiples of 16
    CublasHandle handle_;
    cuda::Buffer<unsigned long long> largest_;
    cuda::Buffer<std::int8_t> remainders_;
    cuda::Buffer<int> products_;
};

} // namespace

std::unique_ptr<Bound> bind_ozaki_ata(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<AtaInput>();
    const bool is_float = input.precision == Precision::float32;
    if (!is_float && input.a->rows <= most_rows) return std::make_unique<OzakiAta>(place.device, input);
    auto bound = bind_tensor_core_ata(place, request);
    bound->detail = "tensor-core in its place, " +
                    (is_float ? std::string("in float") : "beyond " + std::to_string(most_rows) + " rows") + ": " +
                    bound->detail;
    return bound;
}

} // namespace warploom::kernels
