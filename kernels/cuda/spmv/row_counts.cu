#include "kernels/cuda/spmv/row_counts.h"

#include "engine/cuda/buffer.h"
#include "engine/cuda/cuda_errors.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace warploom::kernels {

namespace {

constexpr int threads = 256;
constexpr std::int64_t most_blocks = 1024;

/// 32 bits are sufficient, because there are fewer than 2^31 entries.
struct Counts {
    unsigned rows[row_length_classes], entries[row_length_classes], longest, sectors;
};

/// Static memory on each device. Allocating memory instead would take longer than counting.
__device__ Counts counted;

/// Counts the rows of each length class, and the sectors of x that each sample of entries needs. One warp per sample.
__global__ void __launch_bounds__(threads) count(FormatOnGpu csr, int numbers_of_sector) {
    __shared__ Counts here;
    const int thread = static_cast<int>(threadIdx.x);
    for (int i = thread; i < row_length_classes; i += threads) here.rows[i] = here.entries[i] = 0;
    if (thread == 0) here.longest = here.sectors = 0;
    __syncthreads();
    const std::int64_t first = std::int64_t{blockIdx.x} * threads + thread;
    unsigned longest = 0;
    for (std::int64_t row = first; row < csr.rows; row += std::int64_t{gridDim.x} * threads) {
        const auto length = static_cast<unsigned>(csr.row_pointer[row + 1] - csr.row_pointer[row]);
        const int of_length = 32 - __clz(static_cast<int>(length));
        atomicAdd(&here.rows[of_length], 1u);
        if (length > 0) atomicAdd(&here.entries[of_length], length);
        longest = max(longest, length);
    }
    atomicMax(&here.longest, longest);
    if (csr.nonzeros >= scatter_samples * entries_of_sample) {
        const std::int64_t apart = (csr.nonzeros - entries_of_sample) / scatter_samples;
        const int lane = thread % 32;
        for (std::int64_t sample = first / 32; sample < scatter_samples;
             sample += std::int64_t{gridDim.x} * threads / 32) {
            const int sector = csr.column[apart * sample + lane] / numbers_of_sector;
            const unsigned same = __match_any_sync(0xffffffffu, sector);
            if ((same & ((1u << lane) - 1u)) == 0) atomicAdd(&here.sectors, 1u);
        }
    }
    __syncthreads();
    for (int i = thread; i < row_length_classes; i += threads)
        if (here.rows[i] > 0) {
            atomicAdd(&counted.rows[i], here.rows[i]);
            atomicAdd(&counted.entries[i], here.entries[i]);
        }
    if (thread == 0) {
        atomicMax(&counted.longest, here.longest);
        if (here.sectors > 0) atomicAdd(&counted.sectors, here.sectors);
    }
}

/// Sets a bit for each row with more than `cut` entries.
__global__ void __launch_bounds__(threads)
    mark_longer(const int* row_pointer, std::int64_t rows, int cut, unsigned* bits) {
    const std::int64_t row = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    const bool is_longer = row < rows && row_pointer[row + 1] - row_pointer[row] > cut;
    const unsigned of_warp = __ballot_sync(0xffffffffu, is_longer);
    if (threadIdx.x % 32 == 0 && row < rows) bits[row / 32] = of_warp;
}

class LookedAtRows final : public RowsOnGpu {
public:
    LookedAtRows(const FormatOnGpu& csr, cudaStream_t stream) : csr_(csr), stream_(stream) {}

    Look look(int bytes_of_number) const override {
        static std::mutex counting; // locked during a call, because all calls share the device memory
        const std::lock_guard lock(counting);
        Counts counts{};
        WARPLOOM_CUDA_CHECK(
            cudaMemcpyToSymbolAsync(counted, &counts, sizeof counts, 0, cudaMemcpyHostToDevice, stream_));
        const auto blocks = static_cast<unsigned>(std::min(most_blocks, (csr_.rows + threads - 1) / threads));
        count<<<blocks, threads, 0, stream_>>>(csr_, 32 / bytes_of_number);
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
        WARPLOOM_CUDA_CHECK(
            cudaMemcpyFromSymbolAsync(&counts, counted, sizeof counts, 0, cudaMemcpyDeviceToHost, stream_));
        WARPLOOM_CUDA_CHECK(cudaStreamSynchronize(stream_));
        Look look;
        std::copy(std::begin(counts.rows), std::end(counts.rows), look.lengths.rows.begin());
        std::copy(std::begin(counts.entries), std::end(counts.entries), look.lengths.entries.begin());
        look.lengths.longest = static_cast<int>(counts.longest);
        look.scatter = static_cast<double>(counts.sectors) / (scatter_samples * entries_of_sample);
        return look;
    }
    std::vector<int> longer_than(int cut) const override {
        std::vector<unsigned> bits(static_cast<std::size_t>((csr_.rows + 31) / 32));
        const cuda::Buffer<unsigned> on_gpu(static_cast<std::int64_t>(bits.size()), "Long rows");
        mark_longer<<<static_cast<unsigned>((csr_.rows + threads - 1) / threads), threads, 0, stream_>>>(
            csr_.row_pointer, csr_.rows, cut, on_gpu.data());
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
        on_gpu.download(bits.data(), on_gpu.size(), stream_);
        std::vector<int> rows;
        for (std::size_t word = 0; word < bits.size(); ++word)
            for (unsigned left = bits[word]; left != 0; left &= left - 1)
                rows.push_back(static_cast<int>(32 * word) + std::countr_zero(left));
        return rows;
    }

private:
    FormatOnGpu csr_;
    cudaStream_t stream_;
};

} // namespace

std::unique_ptr<RowsOnGpu> rows_on_gpu(const FormatOnGpu& csr, cudaStream_t stream) {
    return std::make_unique<LookedAtRows>(csr, stream);
}

} // namespace warploom::kernels
