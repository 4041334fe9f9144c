#include "engine/cuda/cuda_errors.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/resident_blocks.h"
#include "kernels/cuda/gpu/attribute.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/csr.h"

#include <algorithm>
#include <array>

// Runs all iterations in a single launch of one block, of one cluster, or of one block per multiprocessor
// (kernels/cuda/cg/resident_blocks.h). Such small systems require little work, so latency dominates. Therefore:
//
//   matrix        in shared memory and, if communication between blocks is fast, in registers of the thread that owns
//                 the row, so that products do not access global memory
//   x, r, p, s    in registers of the thread that owns the row (s = A p)
//   u = M⁻¹ r     the only vector that other threads read
//   reduction     one for all dot products (Chronopoulos and Gear 1989): with w = A u, the scalars (r, u), (w, u) and
//                 (r, r) are summed together; p, s and p·Ap follow from recurrences
//
// Every block adds the sums of all blocks in the same order, so all blocks make the same decisions.
//
// s is not computed as A p but by a recurrence, in which rounding errors accumulate. The loop of kernels/cg/solve.h
// periodically compares with the true residual, and restarts if the two differ.

namespace warploom::kernels {

namespace {

/// With two rows per thread, only half as many warps take part in a dot product, and every thread can use 128
/// registers.
constexpr int most_threads = 512;
constexpr int most_rows_a_thread = 4;
constexpr int most_entries_of_row = 1024; ///< maximum row length; a single thread adds up a row while others wait

template <class T> struct ResidentView {
    int n, rows_a_block, entries_a_block;
    const int* row_pointer;
    const int* column;
    const T* value;
    const T* inverse_diagonal; ///< 1 / a_ii for Jacobi scaling; null without scaling
    T *x, *r, *p;
    T *s, *p_of_s;  ///< A p at the end of the last batch, and the vector p from which it was computed
    T* kept_scalar; ///< rz and p·Ap at the end of the last batch
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history;
    Tagged<T>* told; ///< u of all rows, read by blocks that do not own them
    Tagged<T>* sums; ///< partial sums of the blocks: 2 x 3 x blocks elements
    unsigned round;  ///< number of this launch's first round; earlier launches used smaller numbers
    int count;
};

/// Runs CG. Each thread owns `each` rows, one block size apart, and keeps their first entries in registers.
template <class T, int each, Blocks blocks, bool scaled>
__global__ void __launch_bounds__(most_threads) resident_cg(ResidentView<T> v) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const BlockMemory<T> memory(shared_bytes, v.rows_a_block, v.entries_a_block);
    const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
    const int first = min(v.n, static_cast<int>(blockIdx.x) * v.rows_a_block), rows = min(v.n - first, v.rows_a_block);
    Reach<blocks, T> reach(memory, v.rows_a_block, v.n, v.told, v.sums, v.round);

    // Load the block's rows of the matrix.
    const int first_entry = v.row_pointer[first], entries = v.row_pointer[first + rows] - first_entry;
    for (int k = thread; k < entries; k += threads) {
        memory.address[k] = reach.address_of(v.column[first_entry + k]);
        memory.value[k] = v.value[first_entry + k];
    }

    // Load this thread's rows of the vectors. Elements past the last row of the matrix are always 0.
    constexpr int kept = blocks == Blocks::grid ? 1 : 16 / each;
    T x[each], r[each], p[each], s[each], u[each], inverse[each], value[each][kept];
    unsigned address[each][kept];
    int length[each], rest[each], longest = 0; // number of entries in each row, and index of its first entry
    T changed = 0;                             // number of elements of p that differ from the p used for s
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
        longest = max(longest, length[e]);
#pragma unroll
        for (int k = 0; k < kept; ++k) {
            value[e][k] = k < length[e] ? v.value[begin + k] : T(0);
            address[e][k] = reach.address_of(k < length[e] ? v.column[begin + k] : first);
        }
        u[e] = 0;
        if (is_row && !(p[e] == v.p_of_s[i])) changed += 1;
    }
    // Computes w = A u. If communication between blocks is slow, reads all entries from shared memory, and keeps as
    // many elements of u in flight as fit in registers.
    const auto product = [&](T(&w)[each]) {
#pragma unroll
        for (int e = 0; e < each; ++e) w[e] = 0;
        if constexpr (blocks == Blocks::grid) {
            constexpr int ahead = 10 / each;
            for (int begin = 0; begin < longest; begin += ahead) {
                T number[each * ahead];
                const auto place = [&](int i) { return rest[i / ahead] + begin + i % ahead; };
                const auto is_entry = [&](int i) { return begin + i % ahead < length[i / ahead]; };
                reach.hear(
                    number, [&](int i) { return memory.address[place(i)]; }, is_entry);
#pragma unroll
                for (int i = 0; i < each * ahead; ++i)
                    if (is_entry(i)) w[i / ahead] += memory.value[place(i)] * number[i];
            }
        } else {
#pragma unroll
            for (int e = 0; e < each; ++e) {
                T number[kept]; // an array, so that all loads are issued before the first use
#pragma unroll
                for (int k = 0; k < kept; ++k) number[k] = k < length[e] ? reach.hear(address[e][k]) : T(0);
#pragma unroll
                for (int k = 0; k < kept; ++k) w[e] += value[e][k] * number[k];
                for (int k = kept; k < length[e]; ++k)
                    w[e] += memory.value[rest[e] + k] * reach.hear(memory.address[rest[e] + k]);
            }
        }
    };

    T rz = v.scalar->rz, rr = v.scalar->rr, rz_before = rz, alpha = 0;
    T p_ap = v.kept_scalar[1];
    const bool same_rz = v.kept_scalar[0] == rz;
    const T threshold = v.scalar->threshold;
    const int limit = v.flag->limit;
    int done = v.flag->done;
    bool is_running = v.flag->stopped == 0, is_broken = false;
    reach.enter();
    // A thread may write a scalar only after all threads have read it and passed a reduction.
    const bool is_new = reach.template meet<scaled>({changed, T(0), T(0)}).rz != T(0) || !same_rz;
    if (is_new) { // s must be recomputed, because it belongs to a different p
#pragma unroll
        for (int e = 0; e < each; ++e)
            if (thread + e * threads < rows) reach.tell(thread + e * threads, p[e]);
        reach.told();
        Sums<T> sum{T(0), T(0), T(0)};
        product(s);
#pragma unroll
        for (int e = 0; e < each; ++e) sum.wu += p[e] * s[e];
        p_ap = reach.template meet<scaled>(sum).wu;
    }

    for (int turn = 0; turn < v.count && is_running; ++turn) {
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
            if (row < rows) reach.tell(row, u[e]);
        }
        reach.told();

        T w[each];
        product(w);
        Sums<T> sum{T(0), T(0), T(0)};
#pragma unroll
        for (int e = 0; e < each; ++e) {
            sum.rz += r[e] * u[e];
            sum.wu += w[e] * u[e];
            if (scaled) sum.rr += r[e] * r[e];
        }
        sum = reach.template meet<scaled>(sum);
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
        if (blockIdx.x == 0 && thread == 0 && done < cg_history_size) v.history[done] = rr;
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
    if (blockIdx.x == 0 && thread == 0) {
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
    reach.leave();
}

template <class T> using ResidentKernel = void (*)(ResidentView<T>);

/// Layout of a linear system on the GPU.
struct Layout {
    Blocks kind = Blocks::one;
    int blocks = 0;
    int rows_a_block = 0, entries_a_block = 0, rows_a_thread = 0, threads = 0;
    std::size_t shared_bytes = 0;
    bool is_scaled = false; ///< whether M is not the identity; u then differs from r
};

template <class T> class ResidentWay final : public CgWay {
public:
    ResidentWay(std::shared_ptr<cuda::Device> device, const std::shared_ptr<const HostFormat>& format,
                const CgVectors<T>& at, const Layout& layout)
        : device_(std::move(device)), arrays_(UploadedFormat::of(*device_, format)), layout_(layout), s_(at.n, "A p"),
          p_of_s_(at.n, "p of A p"), kept_scalar_(2, "figures"),
          told_(layout.kind == Blocks::grid ? at.n + 6 * layout.blocks : 0, "what blocks tell each other") {
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
        // NaN (all bits set, in both precisions) does not equal any p, so the first batch computes s.
        for (const auto* const buffer : {&s_, &p_of_s_, &kept_scalar_}) buffer->fill(0xff, device_->stream());
        if (layout.kind == Blocks::grid) { // tag all elements with round 0, which no launch uses
            view_.told = told_.data();
            view_.sums = told_.data() + at.n;
            told_.fill(0, device_->stream());
        }
    }

    void run(std::int64_t count) override {
        view_.count = static_cast<int>(std::min<std::int64_t>(count, cg_history_size));
        view_.round = next_round_;
        next_round_ += static_cast<unsigned>(view_.count) + 2;
        std::array<cudaLaunchAttribute, 1> attributes{};
        const cudaLaunchConfig_t config = config_of(layout_, attributes, device_->stream());
        WARPLOOM_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel_of(layout_), view_));
    }
    std::string detail() const override {
        if (layout_.kind == Blocks::one)
            return sentence("one block of {threads} threads, matrix on chip, one synchronization for all dot products",
                            {{"threads", layout_.threads}});
        if (layout_.kind == Blocks::cluster)
            return sentence(
                "a cluster of {blocks} blocks of {threads} threads, matrix on chip, one synchronization for all dot "
                "products",
                {{"blocks", layout_.blocks}, {"threads", layout_.threads}});
        return sentence(
            "{blocks} blocks of {threads} threads, matrix on chip, one synchronization for all dot products",
            {{"blocks", layout_.blocks}, {"threads", layout_.threads}});
    }

    /// Selects a single block if it has enough threads, a cluster for few rows on devices that support it, and
    /// otherwise all multiprocessors.
    static Layout layout_for(const cuda::Device& device, const Csr<T>& a, bool is_scaled) {
        for (int i = 0; i < a.rows; ++i)
            if (a.row_pointer[i + 1] - a.row_pointer[i] > most_entries_of_row) return {};
        for (int blocks = 1; blocks <= most_blocks_of_cluster; blocks *= 2) {
            const Blocks kind = blocks == 1 ? Blocks::one : Blocks::cluster;
            // More rows per thread take longer than synchronizing a cluster, so try this last.
            const int rows_a_thread = blocks == most_blocks_of_cluster && a.rows > 2 * most_threads * blocks ? 4 : 2;
            if (a.rows > rows_a_thread * most_threads * blocks) continue;
            const Layout layout = layout_of(kind, blocks, rows_a_thread, a, is_scaled);
            if (is_resident(device, layout)) return layout;
        }
        const int blocks = device.multiprocessors();
        const int rows_a_block = (a.rows + blocks - 1) / blocks;
        const int rows_a_thread = rows_a_block <= most_threads       ? 1
                                  : rows_a_block <= 2 * most_threads ? 2
                                                                     : most_rows_a_thread;
        if (rows_a_block > rows_a_thread * most_threads) return {};
        const Layout layout = layout_of(Blocks::grid, blocks, rows_a_thread, a, is_scaled);
        return is_resident(device, layout) ? layout : Layout{};
    }

private:
    static Layout layout_of(Blocks kind, int blocks, int rows_a_thread, const Csr<T>& a, bool is_scaled) {
        Layout layout{kind, blocks, (a.rows + blocks - 1) / blocks, 0, rows_a_thread, 0, 0, is_scaled};
        const int threads = (layout.rows_a_block + rows_a_thread - 1) / rows_a_thread;
        layout.threads = (threads + 31) / 32 * 32;
        for (int first = 0; first < a.rows; first += layout.rows_a_block)
            layout.entries_a_block =
                std::max(layout.entries_a_block,
                         a.row_pointer[std::min(a.rows, first + layout.rows_a_block)] - a.row_pointer[first]);
        layout.shared_bytes = BlockMemory<T>::bytes(layout.rows_a_block, layout.entries_a_block);
        return layout;
    }
    template <bool scaled> static ResidentKernel<T> kernel_for(const Layout& layout) {
        const int each = layout.rows_a_thread;
        switch (layout.kind) {
        case Blocks::one: return resident_cg<T, 2, Blocks::one, scaled>;
        case Blocks::cluster:
            return each == 2 ? resident_cg<T, 2, Blocks::cluster, scaled> : resident_cg<T, 4, Blocks::cluster, scaled>;
        default:
            return each == 1   ? resident_cg<T, 1, Blocks::grid, scaled>
                   : each == 2 ? resident_cg<T, 2, Blocks::grid, scaled>
                               : resident_cg<T, 4, Blocks::grid, scaled>;
        }
    }
    static ResidentKernel<T> kernel_of(const Layout& layout) {
        return layout.is_scaled ? kernel_for<true>(layout) : kernel_for<false>(layout);
    }
    static cudaLaunchConfig_t config_of(const Layout& layout, std::array<cudaLaunchAttribute, 1>& attributes,
                                        cudaStream_t stream) {
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(static_cast<unsigned>(layout.blocks));
        config.blockDim = dim3(static_cast<unsigned>(layout.threads));
        config.dynamicSmemBytes = layout.shared_bytes;
        config.stream = stream;
        if (layout.kind == Blocks::one) return config;
        config.attrs = attributes.data();
        config.numAttrs = 1;
        if (layout.kind == Blocks::grid) { // all blocks must be resident, because they wait for each other
            attributes[0].id = cudaLaunchAttributeCooperative;
            attributes[0].val.cooperative = 1;
        } else {
            attributes[0].id = cudaLaunchAttributeClusterDimension;
            attributes[0].val.clusterDim.x = static_cast<unsigned>(layout.blocks);
            attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
        }
        return config;
    }
    /// Returns whether all blocks can be resident on the device at the same time. Occupancy is queried at run time,
    /// because it depends on the GPU, the build and other programs. Clusters of more than 8 blocks must be enabled
    /// explicitly.
    static bool is_resident(const cuda::Device& device, const Layout& layout) {
        int many = 0;
        const int most_shared = attribute_of(device, cudaDevAttrMaxSharedMemoryPerBlockOptin);
        if (layout.shared_bytes > static_cast<std::size_t>(most_shared)) return false;
        const ResidentKernel<T> kernel = kernel_of(layout);
        const auto refused = [](cudaError_t result) {
            if (result != cudaSuccess) cudaGetLastError();
            return result != cudaSuccess;
        };
        if (refused(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         static_cast<int>(layout.shared_bytes))))
            return false;
        if (layout.kind != Blocks::cluster)
            return !refused(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&many, kernel, layout.threads,
                                                                          layout.shared_bytes)) &&
                   many > 0;
        if (attribute_of(device, cudaDevAttrComputeCapabilityMajor) < 9 ||
            refused(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)))
            return false;
        std::array<cudaLaunchAttribute, 1> attributes{};
        const cudaLaunchConfig_t config = config_of(layout, attributes, nullptr);
        return !refused(cudaOccupancyMaxActiveClusters(&many, kernel, &config)) && many > 0;
    }

    std::shared_ptr<cuda::Device> device_;
    std::shared_ptr<const UploadedFormat> arrays_;
    Layout layout_;
    ResidentView<T> view_{};
    cuda::Buffer<T> s_, p_of_s_, kept_scalar_;
    cuda::Buffer<Tagged<T>> told_;
    unsigned next_round_ = 1;
};

} // namespace

template <class T>
std::unique_ptr<CgWay> resident_way(std::shared_ptr<cuda::Device> device,
                                    const std::shared_ptr<const HostFormat>& format, const CgVectors<T>& places) {
    const auto& a = *static_cast<const Csr<T>*>(format->object());
    const Layout layout = ResidentWay<T>::layout_for(*device, a, places.inverse_diagonal != nullptr);
    if (layout.blocks == 0)
        throw Error("kernel.refused",
                    sentence("cg-persistent keeps the system on chip. Either {rows} rows with {entries} entries do not "
                             "fit, or a row "
                             "has more than {most} entries.",
                             {{"rows", a.rows}, {"entries", a.nonzeros}, {"most", most_entries_of_row}}),
                    sentence("Use cg-fused."));
    return std::make_unique<ResidentWay<T>>(std::move(device), format, places, layout);
}
template std::unique_ptr<CgWay> resident_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                             const CgVectors<float>&);
template std::unique_ptr<CgWay> resident_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                             const CgVectors<double>&);

} // namespace warploom::kernels
