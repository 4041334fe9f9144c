#include "engine/cuda/cuda_errors.h"
#include "engine/error.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/gpu/grid_barrier.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/csr.h"

#include <algorithm>
#include <array>

// All iterations in one launch. For small systems an iteration is nothing but latency: of launches, and of the host that
// waits for a dot product. Here the blocks stay, each with a range of rows whose x, r, p and A p it keeps in shared
// memory where they fit, and meet three times an iteration: after each dot product, and when p is whole again.
// Every block adds up the partial sums of all blocks in the same order, so all of them take the same decisions and
// no block has to tell the others.

namespace warploom::kernels {

namespace {

constexpr int block_size = 1024;

template <class T> struct PersistentView {
    int n, rows_per_block;
    const int* row_pointer;
    const int* column;
    const T* value;
    const T* inverse_diagonal; ///< null: none
    T *x, *r, *p, *q;
    T *sums_pq, *sums_rr, *sums_rz; ///< an entry of each block
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history;
    unsigned* arrivals;
    int count;
    bool on_chip; ///< the rows of a block fit into its shared memory
};

/// The sum over the block, for each of its threads.
template <class T> __device__ T sum_over_block(T v) {
    __shared__ T warp_sums[block_size / 32];
    for (int distance = 16; distance > 0; distance /= 2) v += __shfl_xor_sync(0xffffffffu, v, distance);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = v;
    __syncthreads();
    T sum = warp_sums[threadIdx.x % 32];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
    __syncthreads();
    return sum;
}

/// The sums of all blocks, which others wrote before the last grid barrier.
template <class T> __device__ T sum_over_grid(const T* sums) {
    T sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < static_cast<int>(gridDim.x); i += block_size) sum += sums[i];
    return sum_over_block(sum);
}

/// `lanes` neighbouring threads take a row.
template <class T, int lanes> __global__ void __launch_bounds__(block_size) persistent_cg(PersistentView<T> v) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const int first = min(v.n, static_cast<int>(blockIdx.x) * v.rows_per_block);
    const int rows = min(v.n - first, v.rows_per_block);
    const int thread = static_cast<int>(threadIdx.x);
    unsigned goal = 0;

    // The block's own rows, counted from its first.
    T *x = v.x + first, *r = v.r + first, *q = v.q + first, *own_p = v.p + first;
    if (v.on_chip) {
        x = reinterpret_cast<T*>(shared_bytes);
        r = x + v.rows_per_block;
        q = r + v.rows_per_block;
        own_p = q + v.rows_per_block;
        for (int i = thread; i < rows; i += block_size) {
            x[i] = v.x[first + i];
            r[i] = v.r[first + i];
            own_p[i] = v.p[first + i];
        }
        __syncthreads();
    }

    T rz = v.scalar->rz;
    const T threshold = v.scalar->threshold;
    const int limit = v.flag->limit;
    int done = v.flag->done;
    bool is_running = v.flag->stopped == 0;
    T rr = v.scalar->rr, p_ap = 0, alpha = 0, rz_before = rz;
    bool is_broken = false;
    // All threads have read these figures before one may write them at the end.
    grid_barrier(v.arrivals, goal);

    const int group = thread / lanes, lane = thread % lanes;
    constexpr int groups = block_size / lanes;
    for (int round = 0; round < v.count && is_running; ++round) {
        T sum = 0;
        for (int base = 0; base < rows; base += groups) {
            const int row = base + group;
            const bool is_row = row < rows;
            const int end = is_row ? __ldg(v.row_pointer + first + row + 1) : 0;
            T product = 0;
#pragma unroll 4
            for (int k = is_row ? __ldg(v.row_pointer + first + row) + lane : 0; k < end; k += lanes)
                product += __ldg(v.value + k) * v.p[__ldg(v.column + k)];
            for (int distance = lanes / 2; distance > 0; distance /= 2)
                product += __shfl_xor_sync(0xffffffffu, product, distance, lanes);
            if (is_row && lane == 0) {
                q[row] = product;
                sum += own_p[row] * product;
            }
        }
        sum = sum_over_block(sum);
        if (thread == 0) v.sums_pq[blockIdx.x] = sum;
        grid_barrier(v.arrivals, goal);

        p_ap = sum_over_grid(v.sums_pq);
        if (!(p_ap > 0) || !(p_ap - p_ap == 0)) {
            is_broken = true;
            break;
        }
        alpha = rz / p_ap;
        T sum_rr = 0, sum_rz = 0;
        for (int i = thread; i < rows; i += block_size) {
            const T residual = r[i] - alpha * q[i];
            r[i] = residual;
            sum_rr += residual * residual;
            if (v.inverse_diagonal != nullptr) sum_rz += residual * (__ldg(v.inverse_diagonal + first + i) * residual);
        }
        sum_rr = sum_over_block(sum_rr);
        if (v.inverse_diagonal != nullptr) sum_rz = sum_over_block(sum_rz);
        if (thread == 0) {
            v.sums_rr[blockIdx.x] = sum_rr;
            if (v.inverse_diagonal != nullptr) v.sums_rz[blockIdx.x] = sum_rz;
        }
        grid_barrier(v.arrivals, goal);

        const T new_rr = sum_over_grid(v.sums_rr);
        const T new_rz = v.inverse_diagonal != nullptr ? sum_over_grid(v.sums_rz) : new_rr;
        if (!(new_rr - new_rr == 0) || !(new_rz - new_rz == 0)) {
            is_broken = true;
            break;
        }
        const T beta = new_rz / rz;
        for (int i = thread; i < rows; i += block_size) {
            const T direction = own_p[i];
            x[i] += alpha * direction;
            T z = r[i];
            if (v.inverse_diagonal != nullptr) z = __ldg(v.inverse_diagonal + first + i) * z;
            const T next = z + beta * direction;
            own_p[i] = next;
            if (v.on_chip) v.p[first + i] = next; // for the other blocks
        }
        rr = new_rr;
        rz_before = rz;
        rz = new_rz;
        if (blockIdx.x == 0 && thread == 0 && done < cg_history_size) v.history[done] = rr;
        ++done;
        is_running = done < limit && !(rr <= threshold);
        grid_barrier(v.arrivals, goal);
    }

    if (v.on_chip)
        for (int i = thread; i < rows; i += block_size) {
            v.x[first + i] = x[i];
            v.r[first + i] = r[i];
        }
    if (blockIdx.x == 0 && thread == 0) {
        v.scalar->rz = rz;
        v.scalar->rz_before = rz_before;
        v.scalar->rr = rr;
        v.scalar->p_ap = p_ap;
        v.scalar->alpha = alpha;
        v.flag->done = done;
        v.flag->stopped = is_running && !is_broken ? 0 : 1;
        v.flag->broken = is_broken ? 1 : 0;
    }
}

template <class T> using Kernel = void (*)(PersistentView<T>);

template <class T> class PersistentWay final : public CgWay {
public:
    PersistentWay(std::shared_ptr<cuda::Device> device, const std::shared_ptr<const HostFormat>& format,
                  const CgPlaces<T>& at)
        : device_(std::move(device)), arrays_(UploadedFormat::of(*device_, format)) {
        const auto& a = *static_cast<const Csr<T>*>(format->object());
        view_.n = a.rows;
        view_.row_pointer = static_cast<const int*>(arrays_->array(0));
        view_.column = static_cast<const int*>(arrays_->array(1));
        view_.value = static_cast<const T*>(arrays_->array(2));
        view_.inverse_diagonal = at.inverse_diagonal;
        view_.x = at.x;
        view_.r = at.r;
        view_.p = at.p;
        view_.q = at.q;
        view_.scalar = at.scalar;
        view_.flag = at.flag;
        view_.history = at.history;
        choose_grid(a);
        sums_ = cuda::Buffer<T>(3 * blocks_, "Sums of blocks");
        arrivals_ = cuda::Buffer<unsigned>(1, "The grid barrier");
        view_.sums_pq = sums_.data();
        view_.sums_rr = sums_.data() + blocks_;
        view_.sums_rz = sums_.data() + 2 * blocks_;
        view_.arrivals = arrivals_.data();
    }

    void run(std::int64_t count) override {
        view_.count = static_cast<int>(std::min<std::int64_t>(count, cg_history_size));
        WARPLOOM_CUDA_CHECK(cudaMemsetAsync(view_.arrivals, 0, sizeof(unsigned), device_->stream()));
        std::array<void*, 1> arguments{&view_};
        WARPLOOM_CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel_), dim3(blocks_),
                                                        dim3(block_size), arguments.data(), shared_bytes_,
                                                        device_->stream()));
    }
    std::string detail() const override {
        return std::to_string(blocks_) + (blocks_ == 1 ? " block, " : " blocks, ") + std::to_string(lanes_) +
               (lanes_ == 1 ? " lane a row, " : " lanes a row, ") +
               (view_.on_chip ? "x r p and A p in shared memory" : "vectors in global memory");
    }

private:
    /// The kernel for so many lanes a row.
    static Kernel<T> kernel_of(int lanes) {
        switch (lanes) {
        case 1: return persistent_cg<T, 1>;
        case 2: return persistent_cg<T, 2>;
        case 4: return persistent_cg<T, 4>;
        case 8: return persistent_cg<T, 8>;
        case 16: return persistent_cg<T, 16>;
        default: return persistent_cg<T, 32>;
        }
    }

    /// Asked anew at run time: how many blocks can be resident differs with the card, the build and other programs on it.
    int resident_blocks(std::size_t shared_bytes) const {
        int per_multiprocessor = 0;
        WARPLOOM_CUDA_CHECK(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel_, block_size, shared_bytes));
        return per_multiprocessor * device_->multiprocessors();
    }

    void choose_grid(const Csr<T>& a) {
        // So many lanes that a mean row is one turn, and a long row few, as long as there are threads for it.
        const double mean = a.rows > 0 ? static_cast<double>(a.nonzeros) / a.rows : 0;
        int longest = 0;
        for (int i = 0; i < a.rows; ++i) longest = std::max(longest, a.row_pointer[i + 1] - a.row_pointer[i]);
        const std::int64_t threads = static_cast<std::int64_t>(device_->multiprocessors()) * block_size;
        while (lanes_ < 32 && (mean > 2.0 * lanes_ || (longest > 8 * lanes_ && 2LL * lanes_ * a.rows <= threads)))
            lanes_ *= 2;
        kernel_ = kernel_of(lanes_);

        int most_shared = 0;
        WARPLOOM_CUDA_CHECK(
            cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device_->ordinal()));
        most_shared -= 2048; // the static part, and what the system takes
        const int most_blocks = resident_blocks(0);
        if (most_blocks == 0)
            throw Error("kernel.refused", "This device cannot hold a block of 1024 threads of cg-persistent.",
                        "Take cg-fused.");
        const auto blocks_for = [&](int at_most) {
            const std::int64_t wanted = (static_cast<std::int64_t>(a.rows) * lanes_ + block_size - 1) / block_size;
            return static_cast<int>(std::clamp<std::int64_t>(wanted, 1, at_most));
        };
        const auto shared_for = [&](int blocks) {
            view_.rows_per_block = (a.rows + blocks - 1) / blocks;
            return 4 * static_cast<std::size_t>(view_.rows_per_block) * sizeof(T);
        };
        blocks_ = blocks_for(std::min(most_blocks, device_->multiprocessors()));
        shared_bytes_ = shared_for(blocks_);
        view_.on_chip = shared_bytes_ <= static_cast<std::size_t>(std::max(0, most_shared));
        if (view_.on_chip) {
            WARPLOOM_CUDA_CHECK(
                cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, most_shared));
            view_.on_chip = resident_blocks(shared_bytes_) >= blocks_;
        }
        if (!view_.on_chip) {
            blocks_ = blocks_for(most_blocks);
            shared_for(blocks_);
            shared_bytes_ = 0;
        }
    }

    std::shared_ptr<cuda::Device> device_;
    std::shared_ptr<const UploadedFormat> arrays_;
    PersistentView<T> view_{};
    Kernel<T> kernel_ = nullptr;
    int lanes_ = 1, blocks_ = 1;
    std::size_t shared_bytes_ = 0;
    cuda::Buffer<T> sums_;
    cuda::Buffer<unsigned> arrivals_;
};

} // namespace

template <class T>
std::unique_ptr<CgWay> persistent_way(std::shared_ptr<cuda::Device> device,
                                      const std::shared_ptr<const HostFormat>& format, const CgPlaces<T>& places) {
    return std::make_unique<PersistentWay<T>>(std::move(device), format, places);
}
template std::unique_ptr<CgWay> persistent_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                               const CgPlaces<float>&);
template std::unique_ptr<CgWay> persistent_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                               const CgPlaces<double>&);

} // namespace warploom::kernels
