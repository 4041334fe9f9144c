#include "engine/cuda/cuda_errors.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/spmv/cuda_spmv.h"
#include "kernels/cuda/spmv/launch_carries.h"
#include "kernels/cuda/spmv/sweep_plan.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/csr.h"
#include "kernels/parts/warp_sum.cuh"

#include <algorithm>
#include <memory>
#include <string>

// Where the columns of a matrix lie anywhere, row by row each x is a sector of its own out of the L2 cache, and the L2
// cache has no more of them to give. Here a block does not go row by row, it sweeps over x: its entries stand in the order
// of their columns, so that 32 lanes ask for some 16 neighbouring lines, and hardly for a sector twice. What it cannot keep in
// order then are the rows, so all of its rows have their sums in shared memory, as propagation blocking keeps bins (Beamer,
// Asanovic and Patterson 2017), but of y.
//
//   rounds   1024 entries, one for each thread, each adds its product to the slot of its row. No two of a round have the same
//            slot, and a barrier stands between rounds: no atomics, and sums are the same each time
//   sums     rows that have more than one slot
//   carries  rows that more than one block has had a piece of
//
// The plan (sweep_plan.h) says what stands where. It holds the values too, in its order: 12 bytes an entry in double, 8 in
// float, as CSR itself, which is not read any more.

namespace warploom::kernels {

namespace {

template <class T> struct SweepView {
    SweepPlan<T> plan;
    int rows;
    const T* x;
    T* y;
    T* piece_sum;
};

/// Rounds that a thread is ahead with words and values (a multiple of the next one, and more than it), and with x.
constexpr int far = 8, near = 2;

/// One block for each share. No branch stands between the loads, so that the compiler may move them before barriers.
template <class T> __global__ void __launch_bounds__(sweep_threads, 1) sweep(SweepView<T> v) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    T* const slot = reinterpret_cast<T*>(shared_bytes);
    const int thread = static_cast<int>(threadIdx.x), share = static_cast<int>(blockIdx.x), lane = thread % 32;
    for (int i = thread; i < v.plan.slots; i += sweep_threads) slot[i] = 0;
    __syncthreads();

    const int first = v.plan.first_round[share], rounds = v.plan.first_round[share + 1] - first;
    // Blocks begin at different columns, so that not all ask for the same ones at a time.
    const int start = static_cast<int>(static_cast<std::int64_t>(rounds) * share / v.plan.shares);
    const auto place_of = [&](int round) { // behind the last one that one again, for nobody
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

    const int last_sum = v.plan.first_sum[share + 1], last_piece = v.plan.first_piece[share + 1];
    for (int i = v.plan.first_sum[share] + thread; i < last_sum; i += sweep_threads) {
        const SweepLayout::Sum sum = v.plan.sum[i];
        T all = 0;
        for (int k = 0; k < sum.count; ++k) all += slot[sum.first + k];
        slot[sum.target] += all;
    }
    for (int i = v.plan.first_piece[share] + thread / 32; i < last_piece; i += sweep_threads / 32) {
        const SweepLayout::Piece piece = v.plan.piece[i];
        T all = 0;
        for (int k = lane; k < piece.slot_count; k += 32) all += slot[piece.first_slot + k];
        all = warp_sum(all);
        if (lane == 0) v.piece_sum[i] = all;
    }
    __syncthreads();
    const std::int64_t first_row = static_cast<std::int64_t>(share) * v.plan.rows_of_share;
    for (int i = thread; i < v.plan.rows_of_share && first_row + i < v.rows; i += sweep_threads)
        v.y[first_row + i] = slot[i];
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
        if (host.nonzeros == 0) return;
        require_bits(host.cols, this->device_->multiprocessors());
        const std::shared_ptr<const UploadedFormat> arrays = UploadedFormat::of(*this->device_, this->format_);
        this->transfer_ns += arrays->transfer_ns();
        const DeviceCsr<T> a{host, static_cast<const int*>(arrays->array(0)), static_cast<const int*>(arrays->array(1)),
                             static_cast<const T*>(arrays->array(2))};
        this->preprocess_ns = elapsed_ns([&] {
            const SweepLayout layout = lay_out(host);
            plan_ = std::make_unique<SweepArrays<T>>(*this->device_, a, layout);
        });
        view_.plan = plan_->plan();
        piece_sum_ = cuda::Buffer<T>(view_.plan.pieces, "Sums of pieces");
        view_.piece_sum = piece_sum_.data();
        shared_bytes_ = static_cast<std::size_t>(view_.plan.slots) * sizeof(T);
        const int of_system = 1024, all = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
        shared_percent_ =
            std::min(100, static_cast<int>((shared_bytes_ + of_system) * 100 / static_cast<std::size_t>(all)) + 1);
        this->detail = std::to_string(view_.plan.shares) + " blocks of " + std::to_string(view_.plan.rows_of_share) +
                       " rows sweep over x";
    }

    void enqueue() override {
        this->device_->use();
        const cudaStream_t stream = this->device_->stream();
        if (!plan_) {
            if (rows_ > 0)
                WARPLOOM_CUDA_CHECK(cudaMemsetAsync(view_.y, 0, static_cast<std::size_t>(rows_) * sizeof(T), stream));
            return;
        }
        set_shared_memory();
        sweep<<<static_cast<unsigned>(view_.plan.shares), sweep_threads, shared_bytes_, stream>>>(view_);
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
        if (view_.plan.pieces > 0)
            launch_carries<T>(*this->device_, view_.plan.pieces, plan_->piece_row(), view_.piece_sum, rows_, view_.y);
    }

    bool use_places(const VectorPlaces& places) override {
        this->give_vectors_back();
        view_.x = static_cast<const T*>(places.x);
        view_.y = static_cast<T*>(places.y);
        return true;
    }

private:
    static void require_bits(int cols, int shares) {
        const int most = 32 - bits_for(shares);
        if (bits_for(cols) > most)
            refuse_sweep("x has " + std::to_string(cols) + " columns, and this kernel counts them up to " +
                         std::to_string(std::int64_t{1} << most) + ".");
    }
    int attribute(cudaDeviceAttr which) const {
        int value = 0;
        WARPLOOM_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, this->device_->ordinal()));
        return value;
    }

    /// As many shares as there are multiprocessors, or some times as many, so that the slots of each have room.
    SweepLayout lay_out(const Csr<T>& a) const {
        const std::int64_t room = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - most_beside;
        const int slots = static_cast<int>(std::min<std::int64_t>(room / static_cast<std::int64_t>(sizeof(T)), 49152));
        for (int shares = this->device_->multiprocessors();; shares *= 2) {
            require_bits(a.cols, shares);
            if ((a.rows + shares - 1) / shares > slots) continue;
            SweepLayout layout = lay_out_sweep(a.row_pointer.data(), a.rows, shares, sweep_threads);
            if (layout.most_slots() <= slots) return layout;
        }
    }
    /// At each launch: other products have set the same for theirs. What L1 and shared memory have in common beside it is for
    /// lines of x on their way.
    void set_shared_memory() {
        WARPLOOM_CUDA_CHECK(cudaFuncSetAttribute(sweep<T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                 static_cast<int>(shared_bytes_)));
        WARPLOOM_CUDA_CHECK(
            cudaFuncSetAttribute(sweep<T>, cudaFuncAttributePreferredSharedMemoryCarveout, shared_percent_));
    }

    /// Shared memory that the plan needs beside a claim for each slot, when it is made.
    static constexpr int most_beside = 26 * 1024;

    int rows_ = 0;
    std::unique_ptr<SweepArrays<T>> plan_;
    SweepView<T> view_{};
    std::size_t shared_bytes_ = 0;
    int shared_percent_ = 0;
    cuda::Buffer<T> piece_sum_;
};

} // namespace

std::unique_ptr<Bound> bind_csr_sweep(const CudaPlace& place, const BindRequest& request) {
    const auto& format = request.as<SpmvInput>().format;
    if (format->precision == Precision::float32) return std::make_unique<CsrSweep<float>>(place.device, format);
    return std::make_unique<CsrSweep<double>>(place.device, format);
}

} // namespace warploom::kernels
