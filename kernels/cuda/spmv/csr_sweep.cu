#include "engine/cuda/cuda_errors.h"
#include "engine/sentence.h"
#include "kernels/cuda/gpu/attribute.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/spmv/cuda_spmv.h"
#include "kernels/cuda/spmv/sweep_plan.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/csr.h"
#include "kernels/headers/warp_sum.cuh"

#include <algorithm>
#include <memory>
#include <string>

// If columns are scattered, a kernel that works row by row reads a separate sector of x from the L2 cache for each
// entry. L2 bandwidth is then the limit. In this kernel, each block sweeps over x: its entries are sorted by column, so
// that 32 lanes request about 16 adjacent lines, and hardly any sector is read twice. The rows of these entries are in
// no particular order, so a block keeps the sums of all its rows in shared memory. This resembles propagation blocking
// (Beamer, Asanovic and Patterson 2017).
//
//   rounds   1024 entries, one per thread. Each thread adds its product to a sum in shared memory (slot). The entries
//            of a round have distinct slots, and barriers separate rounds, so no atomics are needed
//   sums     the slots of rows that have more than one are added
//   pieces   long rows are split; the last block to finish a piece of a row adds all pieces in a fixed order
//
// A product is a single launch, and so is y = alpha A x + beta z, which reads z where it writes y.
//
// The plan (sweep_plan.h) defines the layout. It also contains a reordered copy of the values, so the CSR arrays are
// not read. It takes as much memory as CSR: 12 bytes per entry in double, 8 bytes in float.

namespace warploom::kernels {

namespace {

template <class T> struct SweepView {
    SweepPlan<T> plan;
    int rows;
    const T* x;
    T* y;
    T* piece_sum;
    unsigned* arrived; ///< arrival counter of each split row, at the index of its first piece; 0 between launches
    T alpha, beta;
    const T* z; ///< vector to be scaled by beta; not read if beta is 0
};

template <bool is_update, class T> __device__ void write_row(const SweepView<T>& v, std::int64_t row, T sum) {
    if constexpr (is_update) {
        sum *= v.alpha;
        if (v.beta != T(0)) sum += v.beta * v.z[row];
    }
    v.y[row] = sum;
}

/// Completes piece i of a row. Its sum is in the first lane. The last piece to finish adds the sums of all pieces,
/// which fences make visible, and writes the row.
template <bool is_update, class T>
__device__ void end_piece(const SweepView<T>& v, int i, const SweepLayout::Piece& piece, T sum) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if (piece.of_row == 1) {
        if (lane == 0) write_row<is_update>(v, piece.row, sum);
        return;
    }
    const unsigned last = static_cast<unsigned>(piece.of_row) - 1u;
    bool is_last = false;
    if (lane == 0) {
        v.piece_sum[i] = sum;
        __threadfence();
        is_last = atomicInc(v.arrived + piece.first_of_row, last) == last;
        __threadfence();
    }
    if (!__shfl_sync(0xffffffff, static_cast<int>(is_last), 0)) return;
    T all = 0;
    for (int k = lane; k < piece.of_row; k += 32) all += __ldcg(v.piece_sum + piece.first_of_row + k);
    all = warp_sum(all);
    if (lane == 0) write_row<is_update>(v, piece.row, all);
}

/// Prefetch distances in rounds: `far` for words and values, `near` for x. `far` must be a larger multiple of `near`.
constexpr int far = 8, near = 2;

/// Computes a product, one block per share. Loads are branch-free, so the compiler can hoist them above barriers.
template <bool is_update, class T> __global__ void __launch_bounds__(sweep_threads, 1) sweep(SweepView<T> v) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    T* const slot = reinterpret_cast<T*>(shared_bytes);
    const int thread = static_cast<int>(threadIdx.x), share = static_cast<int>(blockIdx.x), lane = thread % 32;
    for (int i = thread; i < v.plan.slots; i += sweep_threads) slot[i] = 0;
    __syncthreads();

    const SweepLayout::Share of = v.plan.share[share];
    const int first = of.first_round, rounds = of.rounds;
    // Blocks start at different columns, so that they do not all request the same columns at once.
    const int start = static_cast<int>(static_cast<std::int64_t>(rounds) * share / v.plan.shares);
    const auto place_of = [&](int round) { // past the end, load the last round again and ignore it
        const int turned = min(round, rounds - 1) + start;
        return first + (turned < rounds ? turned : turned - rounds);
    };
    if (rounds > 0) {
        unsigned word[far];
        T value[far], x[near];
        const auto ask_for_entry = [&](int i, int round) {
            const std::int64_t at = static_cast<std::int64_t>(place_of(round)) * sweep_threads + thread;
            word[i] = __ldcs(v.plan.word + at);
            value[i] = __ldcs(v.plan.value + at);
        };
        const auto x_at = [&](unsigned w, int first_column) {
            return __ldg(v.x + (first_column + static_cast<int>(w >> v.plan.slot_bits)));
        };
#pragma unroll
        for (int i = 0; i < far; ++i) ask_for_entry(i, i);
#pragma unroll
        for (int i = 0; i < near; ++i) x[i] = x_at(word[i], __ldg(v.plan.first_column + place_of(i)));
        int first_column = __ldg(v.plan.first_column + place_of(near));
        for (int round = 0; round < rounds; round += far) {
#pragma unroll
            for (int i = 0; i < far; ++i) {
                const T product = value[i] * x[i % near];
                const unsigned to = round + i < rounds ? word[i] & v.plan.no_slot : v.plan.no_slot;
                x[i % near] = x_at(word[(i + near) % far], first_column);
                first_column = __ldg(v.plan.first_column + place_of(round + i + near + 1));
                ask_for_entry(i, round + i + far);
                __syncthreads();
                if (to != v.plan.no_slot) slot[to] += product;
            }
        }
    }
    __syncthreads();

    for (int i = of.first_sum + thread; i < of.first_sum + of.sums; i += sweep_threads) {
        const SweepLayout::Sum sum = v.plan.sum[i];
        T all = 0;
        for (int k = 0; k < sum.count; ++k) all += slot[sum.first + k];
        slot[sum.target] += all;
    }
    for (int i = of.first_piece + thread / 32; i < of.first_piece + of.pieces; i += sweep_threads / 32) {
        const SweepLayout::Piece piece = v.plan.piece[i];
        T all = 0;
        for (int k = lane; k < piece.slot_count; k += 32) all += slot[piece.first_slot + k];
        end_piece<is_update>(v, i, piece, warp_sum(all));
    }
    __syncthreads();
    const bool are_cut = v.plan.is_cut != nullptr; // split rows are written by the blocks of the pieces
    for (int i = thread; i < v.plan.rows_of_share; i += sweep_threads) {
        const std::int64_t row = row_of_slot(v.plan, share, i);
        if (row < v.rows && (!are_cut || (__ldg(v.plan.is_cut + row / 32) >> row % 32 & 1u) == 0))
            write_row<is_update>(v, row, slot[i]);
    }
}

/// Computes y = beta z for a matrix without entries.
template <class T> __global__ void __launch_bounds__(sweep_threads) write_nothing(SweepView<T> v) {
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * sweep_threads + threadIdx.x;
    if (row < v.rows) write_row<true>(v, row, T(0));
}

template <class T> class CsrSweep final : public CudaSpmv<T> {
public:
    CsrSweep(std::shared_ptr<cuda::Device> device, std::shared_ptr<const HostFormat> format)
        : CudaSpmv<T>(std::move(device), std::move(format)) {
        const auto& host = *static_cast<const Csr<T>*>(this->format_->object());
        rows_ = host.rows;
        view_.rows = host.rows;
        view_.x = this->x_.data();
        view_.y = this->y_.data();
        view_.alpha = 1;
        if (host.nonzeros == 0) return;
        const std::shared_ptr<const UploadedFormat> arrays = UploadedFormat::of(*this->device_, this->format_);
        this->transfer_ns += arrays->transfer_ns();
        const DeviceCsr<T> a{host, static_cast<const int*>(arrays->array(0)), static_cast<const int*>(arrays->array(1)),
                             static_cast<const T*>(arrays->array(2))};
        this->preprocess_ns = elapsed_ns([&] {
            const int room = attribute_of(*this->device_, cudaDevAttrMaxSharedMemoryPerBlockOptin);
            plan_ = std::make_unique<SweepArrays<T>>(*this->device_, a, most_sweep_slots<T>(room));
        });
        view_.plan = plan_->plan();
        piece_sum_ = cuda::Buffer<T>(view_.plan.pieces, "Sums of pieces");
        view_.piece_sum = piece_sum_.data();
        arrived_ = cuda::Buffer<unsigned>(view_.plan.pieces, "Counters of pieces");
        view_.arrived = arrived_.data();
        arrived_.fill(0, this->device_->stream());
        shared_bytes_ = static_cast<std::size_t>(view_.plan.slots) * sizeof(T);
        const int of_system = 1024, all = attribute_of(*this->device_, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
        // Round down, because the driver selects the next larger supported size.
        shared_percent_ =
            std::min(100, static_cast<int>((shared_bytes_ + of_system) * 100 / static_cast<std::size_t>(all)));
        this->detail = view_.plan.hand < view_.plan.rows_of_share
                           ? sentence("{blocks} blocks of {rows} interleaved rows sweep over x",
                                      {{"blocks", view_.plan.shares}, {"rows", view_.plan.rows_of_share}})
                           : sentence("{blocks} blocks of {rows} rows sweep over x",
                                      {{"blocks", view_.plan.shares}, {"rows", view_.plan.rows_of_share}});
    }

    void enqueue() override {
        this->device_->use();
        if (plan_) {
            if (is_update_) launch(sweep<true, T>);
            else launch(sweep<false, T>);
        } else if (rows_ > 0) { // the matrix has no entries
            const unsigned blocks = static_cast<unsigned>((rows_ - 1) / sweep_threads + 1);
            write_nothing<<<blocks, sweep_threads, 0, this->device_->stream()>>>(view_);
            WARPLOOM_CUDA_CHECK(cudaGetLastError());
        }
    }

    bool use_update(const SpmvUpdate& update) override {
        is_update_ = update.alpha != 1 || update.beta != 0;
        view_.alpha = static_cast<T>(update.alpha);
        view_.beta = static_cast<T>(update.beta);
        view_.z = static_cast<const T*>(update.z);
        return true;
    }
    bool use_places(const VectorPlaces& places) override {
        this->give_vectors_back();
        view_.x = static_cast<const T*>(places.x);
        view_.y = static_cast<T*>(places.y);
        return true;
    }

private:
    /// Launches a kernel. Sets the shared memory carveout each time, because other products also change it. The
    /// remaining memory is L1 cache for lines of x.
    void launch(void (*kernel)(SweepView<T>)) {
        WARPLOOM_CUDA_CHECK(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes_)));
        WARPLOOM_CUDA_CHECK(
            cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, shared_percent_));
        kernel<<<static_cast<unsigned>(view_.plan.shares), sweep_threads, shared_bytes_, this->device_->stream()>>>(
            view_);
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
    }

    int rows_ = 0;
    std::unique_ptr<SweepArrays<T>> plan_;
    SweepView<T> view_{};
    std::size_t shared_bytes_ = 0;
    int shared_percent_ = 0;
    bool is_update_ = false; ///< whether to compute y = alpha A x + beta z instead of A x
    cuda::Buffer<T> piece_sum_;
    cuda::Buffer<unsigned> arrived_;
};

} // namespace

std::unique_ptr<Bound> bind_csr_sweep(const CudaPlace& place, const BindRequest& request) {
    const auto& format = request.as<SpmvInput>().format;
    return made_in<Bound, CsrSweep>(format->precision, place.device, format);
}

} // namespace warploom::kernels
