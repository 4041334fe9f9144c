#include "engine/cuda/cuda_errors.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/csr.h"

#include <algorithm>
#include <array>

// All iterations of a small system in one block, or in one cluster: up to 16 blocks on neighbouring multiprocessors that
// read each other's shared memory. Such a system does no work to speak of; its time is waiting. So:
//
//   matrix        in registers of the thread that owns the row, the rest of long rows in shared memory: a product touches
//                 no global memory
//   x, r, p, s    in registers of the thread that owns the row (s = A p)
//   u = M⁻¹ r     in shared memory: the only vector that other threads read
//   one meeting   for all dot products (Chronopoulos and Gear 1989) instead of two: with w = A u the scalars
//                 (r, u), (w, u) and (r, r) are summed together, and p, s and p·Ap follow from those before
//
// so that an iteration has two barriers. Where an entry's u lies, in this block or another, is worked out once: an entry's
// column is replaced by an address in the cluster's shared memory.
//
// s is not A p but what the recurrence makes of it, and rounding errors add up. The loop of kernels/cg/solve.h compares with
// the true residual now and then, and begins anew where the two part.

namespace warploom::kernels {

namespace {

/// Two rows a thread and half the threads: what a warp does for a dot product is done by half as many warps, and every
/// thread may have 128 registers.
constexpr int most_threads = 512;
constexpr int most_rows_a_thread = 4;
constexpr int most_blocks = 16; ///< of a cluster on Hopper
constexpr int longest_row = 64; ///< one thread adds up a row; beyond this the others would wait for it

template <class T> struct ClusterView {
    int n, rows_a_block, entries_a_block;
    const int* row_pointer;
    const int* column;
    const T* value;
    const T* inverse_diagonal; ///< null: none
    T *x, *r, *p;
    T *s, *p_of_s;  ///< A p at the end of the last stretch, and the p that it belongs to
    T* kept_scalar; ///< rz and p·Ap at that time
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history;
    int count;
};

/// The sums that an iteration needs.
template <class T> struct Sums { T rz, wu, rr; };

// Cards before Hopper have no clusters: there only a block alone is launched, and these are never carried out.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define WARPLOOM_CLUSTER(what, type) what ".shared." type
#else
#define WARPLOOM_CLUSTER(what, type) what ".shared::cluster." type
#endif

/// The blocks of a cluster, or one block alone.
template <bool alone> struct Blocks {
    __device__ static int count() { return alone ? 1 : static_cast<int>(gridDim.x); }
    __device__ static int rank() { return alone ? 0 : static_cast<int>(blockIdx.x); }

    /// All threads see all earlier writes to shared memory afterwards.
    __device__ static void meet() {
        if constexpr (alone) {
            __syncthreads();
        } else {
#if __CUDA_ARCH__ >= 900
            asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
            asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
        }
    }

    /// An address with this bit lies in the block's own memory, which is nearer than by way of the cluster.
    static constexpr unsigned own = 0x80000000u;

    /// Where element i of an array that every block has lies in block `at`.
    template <class T> __device__ static unsigned address(const T* array, int i, [[maybe_unused]] int at) {
        auto place = static_cast<unsigned>(__cvta_generic_to_shared(array + i));
        if (alone || at == rank()) return place | own;
#if __CUDA_ARCH__ >= 900
        asm("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(place) : "r"(at));
#endif
        return place;
    }
    __device__ static void load(unsigned address, double& v) {
        if (alone || (address & own) != 0)
            asm volatile("ld.shared.f64 %0, [%1];" : "=d"(v) : "r"(address & ~own) : "memory");
        else asm volatile(WARPLOOM_CLUSTER("ld", "f64") " %0, [%1];" : "=d"(v) : "r"(address) : "memory");
    }
    __device__ static void load(unsigned address, float& v) {
        if (alone || (address & own) != 0)
            asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(address & ~own) : "memory");
        else asm volatile(WARPLOOM_CLUSTER("ld", "f32") " %0, [%1];" : "=f"(v) : "r"(address) : "memory");
    }
    __device__ static void store(unsigned address, double v) {
        if ((address & own) != 0) asm volatile("st.shared.f64 [%0], %1;" ::"r"(address & ~own), "d"(v) : "memory");
        else asm volatile(WARPLOOM_CLUSTER("st", "f64") " [%0], %1;" ::"r"(address), "d"(v) : "memory");
    }
    __device__ static void store(unsigned address, float v) {
        if ((address & own) != 0) asm volatile("st.shared.f32 [%0], %1;" ::"r"(address & ~own), "f"(v) : "memory");
        else asm volatile(WARPLOOM_CLUSTER("st", "f32") " [%0], %1;" ::"r"(address), "f"(v) : "memory");
    }
};

/// The shared memory of a block.
template <class T> struct Memory {
    T* u;              ///< of the block's rows
    T* value;          ///< of the block's entries
    T* sums_of_warps;  ///< 3 x 32
    T* sums_of_blocks; ///< 3 x most_blocks
    unsigned* address; ///< where each entry finds its u

    __device__ Memory(unsigned char* bytes, int rows, int entries) {
        u = reinterpret_cast<T*>(bytes);
        value = u + rows;
        sums_of_warps = value + entries;
        sums_of_blocks = sums_of_warps + 3 * 32;
        address = reinterpret_cast<unsigned*>(sums_of_blocks + 3 * most_blocks);
    }
    static std::size_t bytes(int rows, int entries) {
        return (static_cast<std::size_t>(rows) + entries + 3 * 32 + 3 * most_blocks) * sizeof(T) +
               static_cast<std::size_t>(entries) * 4;
    }
};

/// In lane 0 and those behind it, up to lane 15: the sum of v.rz over the warp; from lane 16 on: that of v.wu. The two
/// halves of the warp change over first, so that two sums cost little more than one.
template <class T> __device__ T half_sums(const Sums<T>& v) {
    const bool is_upper = (threadIdx.x & 16u) != 0;
    T sum = is_upper ? v.wu : v.rz;
    sum += __shfl_xor_sync(0xffffffffu, is_upper ? v.rz : v.wu, 16);
#pragma unroll
    for (int distance = 8; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
    return sum;
}
template <class T> __device__ T whole_sum(T v) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) v += __shfl_xor_sync(0xffffffffu, v, distance);
    return v;
}
/// All sums, in every lane. Where nothing is scaled, (r, r) is (r, u).
template <bool scaled, class T> __device__ Sums<T> sum_over_warp(const Sums<T>& v) {
    const T halves = half_sums(v);
    Sums<T> sum;
    sum.rz = __shfl_sync(0xffffffffu, halves, 0);
    sum.wu = __shfl_sync(0xffffffffu, halves, 16);
    sum.rr = scaled ? whole_sum(v.rr) : sum.rz;
    return sum;
}

/// The sums over all threads of all blocks, for each of them, always added in the same order. All threads meet in here.
template <bool alone, bool scaled, class T>
__device__ __forceinline__ Sums<T> sum_over_all(Sums<T> v, const Memory<T>& memory) {
    using All = Blocks<alone>;
    const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
    const int warps = static_cast<int>(blockDim.x) / 32;
    T* const of_warp = memory.sums_of_warps;
    const T halves = half_sums(v);
    if (lane % 16 == 0) of_warp[2 * lane + warp] = halves; // rz, and 32 places further wu
    if (scaled) {
        const T rr = whole_sum(v.rr);
        if (lane == 0) of_warp[64 + warp] = rr;
    }
    __syncthreads();
    Sums<T> sum{T(0), T(0), T(0)};
    if (alone || warp == 0) {
        if (lane < warps) sum = {of_warp[lane], of_warp[32 + lane], scaled ? of_warp[64 + lane] : T(0)};
        sum = sum_over_warp<scaled>(sum);
    }
    if constexpr (!alone) {
        const int blocks = All::count();
        if (warp == 0 && lane < blocks) { // each lane tells one block
            const int to = 3 * All::rank();
            All::store(All::address(memory.sums_of_blocks, to, lane), sum.rz);
            All::store(All::address(memory.sums_of_blocks, to + 1, lane), sum.wu);
            if (scaled) All::store(All::address(memory.sums_of_blocks, to + 2, lane), sum.rr);
        }
        All::meet();
        sum = {T(0), T(0), T(0)};
        if (lane < blocks) {
            const T* const of_block = memory.sums_of_blocks + 3 * lane;
            sum = {of_block[0], of_block[1], scaled ? of_block[2] : T(0)};
        }
        sum = sum_over_warp<scaled>(sum);
    }
    return sum;
}

/// `each` rows a thread, block_size apart; of each the first entries are kept in registers.
template <class T, int each, bool alone, bool scaled>
__global__ void __launch_bounds__(most_threads) cluster_cg(ClusterView<T> v) {
    using All = Blocks<alone>;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const Memory<T> memory(shared_bytes, v.rows_a_block, v.entries_a_block);
    const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
    const int first = min(v.n, All::rank() * v.rows_a_block), rows = min(v.n - first, v.rows_a_block);

    // The block's rows of the matrix.
    const int first_entry = v.row_pointer[first], entries = v.row_pointer[first + rows] - first_entry;
    for (int k = thread; k < entries; k += threads) {
        const int column = v.column[first_entry + k], rank = column / v.rows_a_block;
        memory.address[k] = All::address(memory.u, column - rank * v.rows_a_block, rank);
        memory.value[k] = v.value[first_entry + k];
    }

    // The thread's rows of the vectors. What lies beyond the last row is 0 throughout.
    constexpr int kept = 16 / each;
    T x[each], r[each], p[each], s[each], u[each], inverse[each], value[each][kept];
    unsigned address[each][kept];
    int length[each], rest[each]; // entries of the row, and where those beyond the kept ones stand
    T changed = 0;                // entries of p that are not those that s belongs to
#pragma unroll
    for (int e = 0; e < each; ++e) {
        const int row = thread + e * threads, i = first + row;
        const bool is_row = row < rows;
        x[e] = is_row ? v.x[i] : T(0);
        r[e] = is_row ? v.r[i] : T(0);
        p[e] = is_row ? v.p[i] : T(0);
        s[e] = is_row ? v.s[i] : T(0);
        inverse[e] = is_row && scaled ? v.inverse_diagonal[i] : T(1);
        const int begin = is_row ? v.row_pointer[i] : 0;
        length[e] = is_row ? v.row_pointer[i + 1] - begin : 0;
        rest[e] = begin - first_entry;
#pragma unroll
        for (int k = 0; k < kept; ++k) {
            value[e][k] = k < length[e] ? v.value[begin + k] : T(0);
            const int column = k < length[e] ? v.column[begin + k] : first, rank = column / v.rows_a_block;
            address[e][k] = All::address(memory.u, column - rank * v.rows_a_block, rank);
        }
        u[e] = 0;
        if (is_row) {
            if (!(p[e] == v.p_of_s[i])) changed += 1;
            memory.u[row] = p[e];
        }
    }
    const auto product = [&](int e) {
        T of_column[kept]; // all on their way before the first of them is needed
#pragma unroll
        for (int k = 0; k < kept; ++k) {
            of_column[k] = 0;
            if (k < length[e]) All::load(address[e][k], of_column[k]);
        }
        T sum = 0;
#pragma unroll
        for (int k = 0; k < kept; ++k) sum += value[e][k] * of_column[k];
        for (int k = kept; k < length[e]; ++k) {
            T one = 0;
            All::load(memory.address[rest[e] + k], one);
            sum += memory.value[rest[e] + k] * one;
        }
        return sum;
    };

    T rz = v.scalar->rz, rr = v.scalar->rr, rz_before = rz, alpha = 0;
    T p_ap = v.kept_scalar[1];
    const bool same_rz = v.kept_scalar[0] == rz;
    const T threshold = v.scalar->threshold;
    const int limit = v.flag->limit;
    int done = v.flag->done;
    bool is_running = v.flag->stopped == 0, is_broken = false;
    All::meet(); // the matrix is there, each block's p too, and no thread writes a figure before all have read it

    const Sums<T> start = sum_over_all<alone, scaled>(Sums<T>{changed, T(0), T(0)}, memory);
    if (start.rz != T(0) || !same_rz) { // a new p: its product has to be made
        All::meet();                    // or the next sum would overwrite what others still read
        Sums<T> sum{T(0), T(0), T(0)};
#pragma unroll
        for (int e = 0; e < each; ++e) {
            s[e] = product(e);
            sum.wu += p[e] * s[e];
        }
        p_ap = sum_over_all<alone, scaled>(sum, memory).wu;
    }

    for (int round = 0; round < v.count && is_running; ++round) {
        if (!(p_ap > T(0)) || !(p_ap - p_ap == T(0))) {
            is_broken = true;
            break;
        }
        alpha = rz / p_ap;
#pragma unroll
        for (int e = 0; e < each; ++e) {
            const int row = thread + e * threads;
            r[e] -= alpha * s[e];
            u[e] = inverse[e] * r[e];
            if (row < rows) memory.u[row] = u[e];
        }
        All::meet();

        T w[each];
        Sums<T> sum{T(0), T(0), T(0)};
#pragma unroll
        for (int e = 0; e < each; ++e) {
            w[e] = product(e);
            sum.rz += r[e] * u[e];
            sum.wu += w[e] * u[e];
            if (scaled) sum.rr += r[e] * r[e];
        }
        sum = sum_over_all<alone, scaled>(sum, memory);
        if (!(sum.rr - sum.rr == T(0)) || !(sum.rz - sum.rz == T(0))) {
            is_broken = true;
            break;
        }
        const T beta = sum.rz / rz;
#pragma unroll
        for (int e = 0; e < each; ++e) {
            x[e] += alpha * p[e];
            p[e] = u[e] + beta * p[e];
            s[e] = w[e] + beta * s[e];
        }
        p_ap = sum.wu - beta * (beta * p_ap);
        rz_before = rz;
        rz = sum.rz;
        rr = sum.rr;
        if (All::rank() == 0 && thread == 0 && done < cg_history_size) v.history[done] = rr;
        ++done;
        is_running = done < limit && !(rr <= threshold);
    }

#pragma unroll
    for (int e = 0; e < each; ++e) {
        const int row = thread + e * threads, i = first + row;
        if (row >= rows) continue;
        v.x[i] = x[e];
        v.r[i] = r[e];
        v.p[i] = p[e];
        v.s[i] = s[e];
        v.p_of_s[i] = p[e];
    }
    if (All::rank() == 0 && thread == 0) {
        v.kept_scalar[0] = rz;
        v.kept_scalar[1] = p_ap;
        v.scalar->rz = rz;
        v.scalar->rz_before = rz_before;
        v.scalar->rr = rr;
        v.scalar->p_ap = p_ap;
        v.scalar->alpha = alpha;
        v.flag->done = done;
        v.flag->stopped = is_running && !is_broken ? 0 : 1;
        v.flag->broken = is_broken ? 1 : 0;
    }
    All::meet(); // no block leaves while another one may still read its memory
}

template <class T> using ClusterKernel = void (*)(ClusterView<T>);

/// How a system is laid out on the device; blocks == 0: it does not fit.
struct Layout {
    int blocks = 0, rows_a_block = 0, entries_a_block = 0, rows_a_thread = 0, threads = 0;
    std::size_t shared_bytes = 0;
    bool is_scaled = false; ///< u is not r
};

template <class T> class ClusterWay final : public CgWay {
public:
    ClusterWay(std::shared_ptr<cuda::Device> device, const std::shared_ptr<const HostFormat>& format,
               const CgPlaces<T>& at, const Layout& layout)
        : device_(std::move(device)), arrays_(UploadedFormat::of(*device_, format)), layout_(layout), s_(at.n, "A p"),
          p_of_s_(at.n, "p of A p"), kept_scalar_(2, "figures") {
        view_.n = static_cast<int>(at.n);
        view_.rows_a_block = layout.rows_a_block;
        view_.entries_a_block = layout.entries_a_block;
        view_.row_pointer = static_cast<const int*>(arrays_->array(0));
        view_.column = static_cast<const int*>(arrays_->array(1));
        view_.value = static_cast<const T*>(arrays_->array(2));
        view_.inverse_diagonal = at.inverse_diagonal;
        view_.x = at.x;
        view_.r = at.r;
        view_.p = at.p;
        view_.scalar = at.scalar;
        view_.flag = at.flag;
        view_.history = at.history;
        view_.s = s_.data();
        view_.p_of_s = p_of_s_.data();
        view_.kept_scalar = kept_scalar_.data();
        // No p is like this one, so the first stretch makes its own s. All bits set is a NaN in both precisions.
        for (const auto* const buffer : {&s_, &p_of_s_, &kept_scalar_}) buffer->fill(0xff, device_->stream());
    }

    void run(std::int64_t count) override {
        view_.count = static_cast<int>(std::min<std::int64_t>(count, cg_history_size));
        std::array<cudaLaunchAttribute, 1> attributes{};
        const cudaLaunchConfig_t config = config_of(layout_, attributes, device_->stream());
        WARPLOOM_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel_of(layout_), view_));
    }
    std::string detail() const override {
        const std::string where = layout_.blocks == 1
                                      ? "one block of " + std::to_string(layout_.threads) + " threads"
                                      : "a cluster of " + std::to_string(layout_.blocks) + " blocks of " +
                                            std::to_string(layout_.threads) + " threads";
        return where + ", the matrix in shared memory, one meeting for all dot products";
    }

    /// One block where the rows fit its threads; otherwise as many of a cluster as they need. A cluster needs a device
    /// that has them, room for all of it at a time, and short rows.
    static Layout layout_for(const cuda::Device& device, const Csr<T>& a, bool is_scaled) {
        int most_shared = 0, major = 0;
        WARPLOOM_CUDA_CHECK(
            cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device.ordinal()));
        WARPLOOM_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device.ordinal()));
        if (a.rows == 0) return {};
        for (int i = 0; i < a.rows; ++i)
            if (a.row_pointer[i + 1] - a.row_pointer[i] > longest_row) return {};
        for (int blocks = 1; blocks <= (major >= 9 ? most_blocks : 1); blocks *= 2) {
            Layout layout;
            layout.blocks = blocks;
            layout.is_scaled = is_scaled;
            layout.rows_a_block = (a.rows + blocks - 1) / blocks;
            layout.rows_a_thread = layout.rows_a_block <= 2 * most_threads ? 2 : most_rows_a_thread;
            // More rows a thread take longer than meeting in a cluster, so they are the last resort.
            if (layout.rows_a_block > (blocks == most_blocks ? most_rows_a_thread : 2) * most_threads) continue;
            const int rows = (layout.rows_a_block + layout.rows_a_thread - 1) / layout.rows_a_thread;
            layout.threads = (rows + 31) / 32 * 32;
            for (int first = 0; first < a.rows; first += layout.rows_a_block)
                layout.entries_a_block =
                    std::max(layout.entries_a_block,
                             a.row_pointer[std::min(a.rows, first + layout.rows_a_block)] - a.row_pointer[first]);
            layout.shared_bytes = Memory<T>::bytes(layout.rows_a_block, layout.entries_a_block);
            if (layout.shared_bytes <= static_cast<std::size_t>(most_shared) && is_resident(layout)) return layout;
        }
        return {};
    }

private:
    template <bool scaled> static ClusterKernel<T> kernel_for(const Layout& layout) {
        if (layout.blocks == 1)
            return layout.rows_a_thread == 4 ? cluster_cg<T, 4, true, scaled> : cluster_cg<T, 2, true, scaled>;
        return layout.rows_a_thread == 2 ? cluster_cg<T, 2, false, scaled> : cluster_cg<T, 4, false, scaled>;
    }
    static ClusterKernel<T> kernel_of(const Layout& layout) {
        return layout.is_scaled ? kernel_for<true>(layout) : kernel_for<false>(layout);
    }
    static cudaLaunchConfig_t config_of(const Layout& layout, std::array<cudaLaunchAttribute, 1>& attributes,
                                        cudaStream_t stream) {
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(static_cast<unsigned>(layout.blocks));
        config.blockDim = dim3(static_cast<unsigned>(layout.threads));
        config.dynamicSmemBytes = layout.shared_bytes;
        config.stream = stream;
        if (layout.blocks > 1) {
            attributes[0].id = cudaLaunchAttributeClusterDimension;
            attributes[0].val.clusterDim.x = static_cast<unsigned>(layout.blocks);
            attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
            config.attrs = attributes.data();
            config.numAttrs = 1;
        }
        return config;
    }
    /// Whether the device can hold all blocks at a time. Clusters of more than 8 have to be asked for.
    static bool is_resident(const Layout& layout) {
        const ClusterKernel<T> kernel = kernel_of(layout);
        const auto refused = [](cudaError_t result) {
            if (result != cudaSuccess) cudaGetLastError();
            return result != cudaSuccess;
        };
        if (refused(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         static_cast<int>(layout.shared_bytes))))
            return false;
        if (layout.blocks == 1) return true;
        if (refused(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1))) return false;
        std::array<cudaLaunchAttribute, 1> attributes{};
        const cudaLaunchConfig_t config = config_of(layout, attributes, nullptr);
        int clusters = 0;
        return !refused(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config)) && clusters > 0;
    }

    std::shared_ptr<cuda::Device> device_;
    std::shared_ptr<const UploadedFormat> arrays_;
    Layout layout_;
    ClusterView<T> view_{};
    cuda::Buffer<T> s_, p_of_s_, kept_scalar_;
};

} // namespace

template <class T>
std::unique_ptr<CgWay> cluster_way(std::shared_ptr<cuda::Device> device,
                                   const std::shared_ptr<const HostFormat>& format, const CgPlaces<T>& places) {
    const auto& a = *static_cast<const Csr<T>*>(format->object());
    const Layout layout = ClusterWay<T>::layout_for(*device, a, places.inverse_diagonal != nullptr);
    if (layout.blocks == 0) return nullptr;
    return std::make_unique<ClusterWay<T>>(std::move(device), format, places, layout);
}
template std::unique_ptr<CgWay> cluster_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                            const CgPlaces<float>&);
template std::unique_ptr<CgWay> cluster_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                            const CgPlaces<double>&);

} // namespace warploom::kernels
