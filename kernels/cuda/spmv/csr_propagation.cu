#include "engine/cuda/cuda_errors.h"
#include "engine/error.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/spmv/cuda_spmv.h"
#include "kernels/cuda/spmv/launch_carries.h"
#include "kernels/cuda/spmv/propagation_plan.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/csr.h"
#include "kernels/parts/segmented_sum.cuh"

#include <algorithm>
#include <array>
#include <cuda/atomic>
#include <memory>
#include <string>

// Where the columns of a matrix lie anywhere, every x that a row asks for is 4 or 8 bytes out of a sector of 32: no sharing
// out of rows helps, the way from the L2 cache is full of unused bytes. Here x is not asked for, it is brought
// (propagation blocking, after Beamer, Asanovic and Patterson 2017). A card's shared memories together hold all of x:
//
//   owner       each multiprocessor has one block for the whole product. It reads its slice of x once, into shared memory
//   producers   some of its warps hand out: for each entry of the step they read where in the slice its x is (2 bytes), and
//               write the x into a ring that stays in the L2 cache, packed for the tile that needs it
//   consumers   the others take a tile of the matrix each step: what has been brought for it goes to its places in shared
//               memory, is multiplied by the values, and added up row by row, as in csr-merge
//   watch       a warp of each group of consumers waits for the producers of all blocks, and tells them when the ring's
//               place is free again
//
// The plan (propagation_plan.h) says where everything goes. It costs 6 bytes an entry beside the matrix, and some passes
// over it; that is preprocessing. Sums are the same each time: only the way of x is left to chance, not the order of adding.

namespace warploom::kernels {

namespace {

using DeviceCounter = ::cuda::atomic_ref<int, ::cuda::thread_scope_device>;

/// `threads` threads, whole warps, wait for each other at barrier `id` of the block (0 is that of all of them). They may
/// come from different places of the text: `bar.sync` would promise that they do not.
__device__ __forceinline__ void meet(int id, int threads) {
    __syncwarp(); // a lane that did something alone is back
    asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

/// Asks for memory that a thread will read soon.
__device__ __forceinline__ void bring_to_l2([[maybe_unused]] const void* from, [[maybe_unused]] std::int64_t bytes) {
#if __CUDA_ARCH__ >= 900
    const std::size_t begin = reinterpret_cast<std::size_t>(from) / 16 * 16;
    const std::size_t size = (reinterpret_cast<std::size_t>(from) + bytes - begin) / 16 * 16;
    if (size > 0)
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(begin), "r"(static_cast<unsigned>(size))
                     : "memory");
#endif
}

/// Numbers in shared memory. A double is two words in two arrays: 32 lanes that look for words anywhere meet on a bank less
/// often than 16 that look for pairs of words, twice.
template <class T> struct SharedNumbers;
template <> struct SharedNumbers<float> {
    float* word;
    __device__ SharedNumbers(void* memory, int) : word(static_cast<float*>(memory)) {}
    __device__ float get(int i) const { return word[i]; }
    __device__ void put(int i, float v) const { word[i] = v; }
};
template <> struct SharedNumbers<double> {
    int *low, *high;
    __device__ SharedNumbers(void* memory, int n) : low(static_cast<int*>(memory)), high(low + n) {}
    __device__ double get(int i) const { return __hiloint2double(high[i], low[i]); }
    __device__ void put(int i, double v) const {
        low[i] = __double2loint(v);
        high[i] = __double2hiint(v);
    }
};

/// 16 bytes of the ring, the most that a lane reads or writes at once, and where their numbers come from or go to.
template <class T> struct Travelling;
template <> struct Travelling<float> {
    using Places = uint2;
    static constexpr int numbers = 4;
    __device__ static Places none() { return make_uint2(0, 0); }
    template <class Visit> __device__ static void each(Places p, Visit visit) {
        visit(0, static_cast<int>(p.x & 0xffffu));
        visit(1, static_cast<int>(p.x >> 16));
        visit(2, static_cast<int>(p.y & 0xffffu));
        visit(3, static_cast<int>(p.y >> 16));
    }
    __device__ static void write(float* to, const float (&v)[4]) {
        __stcg(reinterpret_cast<float4*>(to), make_float4(v[0], v[1], v[2], v[3]));
    }
    /// From the L2 cache: another multiprocessor wrote it.
    __device__ static void read(const float* from, float (&v)[4]) {
        const float4 four = __ldcg(reinterpret_cast<const float4*>(from));
        v[0] = four.x;
        v[1] = four.y;
        v[2] = four.z;
        v[3] = four.w;
    }
};
template <> struct Travelling<double> {
    using Places = unsigned;
    static constexpr int numbers = 2;
    __device__ static Places none() { return 0; }
    template <class Visit> __device__ static void each(Places p, Visit visit) {
        visit(0, static_cast<int>(p & 0xffffu));
        visit(1, static_cast<int>(p >> 16));
    }
    __device__ static void write(double* to, const double (&v)[2]) {
        __stcg(reinterpret_cast<double2*>(to), make_double2(v[0], v[1]));
    }
    __device__ static void read(const double* from, double (&v)[2]) {
        const double2 two = __ldcg(reinterpret_cast<const double2*>(from));
        v[0] = two.x;
        v[1] = two.y;
    }
};

template <class T> struct PropagationView {
    DeviceCsr<T> a;
    PropagationPlan plan;
    const T* x;
    T* y;
    T* ring;       ///< depth times what a step brings to all tiles
    int* produced; ///< of each step: blocks whose part is in the ring
    int* consumed; ///< of each step: blocks that have taken theirs
    int* carry_row;
    T* carry_sum;
};

template <class T> struct Propagation {
    using Shape = PropagationShape<T>;
    using Places = typename Travelling<T>::Places;
    static constexpr int numbers = Travelling<T>::numbers;
    static constexpr int parts = 4 / numbers; ///< of a four
    static constexpr int ahead = 8;           ///< parts that a producer reads before it hands out the first
    static constexpr int taken_ahead = 4;     ///< the same of a consumer
    static constexpr int most_owners = 160;   ///< whose roundings up a consumer's registers have room for
    static constexpr int consumer_parts =
        ((Shape::tile_entries / 4 + most_owners) * parts + Shape::consumers - 1) / Shape::consumers;

    // Barriers of the block: 0 is that of all warps.
    __device__ static int of_producers(int group) { return 1 + group; }
    __device__ static int brought(int group) { return 1 + Shape::producer_groups + 3 * group; }
    __device__ static int taken(int group) { return brought(group) + 1; }
    __device__ static int of_consumers(int group) { return brought(group) + 2; }
    static constexpr int with_watch = Shape::consumers + 32;

    static std::int64_t shared_bytes(int slice) {
        return (slice + static_cast<std::int64_t>(Shape::consumer_groups) * Shape::tile_entries) *
               static_cast<std::int64_t>(sizeof(T));
    }
    __host__ __device__ static std::int64_t step_numbers(const PropagationPlan& plan) {
        return static_cast<std::int64_t>(plan.owners) * plan.most_fours * 4;
    }
    __device__ static T* place_of_step(const PropagationView<T>& v, int step) {
        return v.ring + step % Shape::depth * step_numbers(v.plan);
    }

    __device__ static void read_slice(const PropagationView<T>& v, const SharedNumbers<T>& slice) {
#pragma unroll 4
        for (int i = static_cast<int>(threadIdx.x); i < v.plan.slice; i += Shape::threads) {
            const int column = (i / 4 * v.plan.owners + static_cast<int>(blockIdx.x)) * 4 + i % 4;
            slice.put(i, column < v.a.cols ? v.x[column] : T(0));
        }
    }

    /// Groups take steps in turn, so that one writes while another waits.
    __device__ static void produce(const PropagationView<T>& v, const SharedNumbers<T>& slice) {
        const int group = static_cast<int>(threadIdx.x) / Shape::producers;
        const int thread = static_cast<int>(threadIdx.x) % Shape::producers;
        const int owners = v.plan.owners, owner = static_cast<int>(blockIdx.x);
        const Places* const local = reinterpret_cast<const Places*>(v.plan.local);
        for (int step = group; step < v.plan.steps; step += Shape::producer_groups) {
            const std::int64_t bundle = static_cast<std::int64_t>(step) * owners + owner;
            const std::int64_t end = static_cast<std::int64_t>(v.plan.first_four[bundle + 1]) * parts;
            std::int64_t next = static_cast<std::int64_t>(v.plan.first_four[bundle]) * parts + thread;
            T* const ring = place_of_step(v, step);
            bool may_write = step < Shape::depth;
            while (__any_sync(0xffffffffu, next < end) || !may_write) {
                Places from[ahead];
                int to[ahead];
#pragma unroll 8
                for (int i = 0; i < ahead; ++i) {
                    const std::int64_t part = next + i * Shape::producers;
                    from[i] = part < end ? __ldcs(local + part) : Travelling<T>::none();
                    to[i] = part < end ? __ldcs(v.plan.to + part / parts) : 0;
                }
                if (!may_write) {
                    if (thread == 0) wait_for(v.consumed[step - Shape::depth], tiles_of(v.plan, step - Shape::depth));
                    meet(of_producers(group), Shape::producers);
                    may_write = true;
                }
#pragma unroll 8
                for (int i = 0; i < ahead; ++i) {
                    const std::int64_t part = next + i * Shape::producers;
                    if (part >= end) continue;
                    T values[numbers];
                    Travelling<T>::each(from[i], [&](int n, int place) { values[n] = slice.get(place); });
                    Travelling<T>::write(ring + to[i] * std::int64_t{4} + part % parts * numbers, values);
                }
                next += ahead * Shape::producers;
            }
            meet(of_producers(group), Shape::producers);
            if (thread == 0) {
                DeviceCounter(v.produced[step]).fetch_add(1, ::cuda::memory_order_release);
                ask_for_bundle(v, step + Shape::producer_groups, owner);
            }
        }
    }
    __device__ static void ask_for_bundle(const PropagationView<T>& v, int step, int owner) {
        if (step >= v.plan.steps) return;
        const std::int64_t bundle = static_cast<std::int64_t>(step) * v.plan.owners + owner;
        const std::int64_t first = v.plan.first_four[bundle], fours = v.plan.first_four[bundle + 1] - first;
        bring_to_l2(v.plan.local + first * 4, fours * 8);
        bring_to_l2(v.plan.to + first, fours * 4);
    }
    __device__ static int tiles_of(const PropagationPlan& plan, int step) {
        return min(plan.owners, plan.tiles - step * plan.owners);
    }
    __device__ static void wait_for(int& counter, int goal) {
        while (DeviceCounter(counter).load(::cuda::memory_order_acquire) < goal) {}
    }

    __device__ static void watch(const PropagationView<T>& v) {
        const int group = (static_cast<int>(threadIdx.x) - Shape::watches_from) / 32;
        const bool speaks = threadIdx.x % 32 == 0;
        for (int step = group;; step += Shape::consumer_groups) {
            const int tile = step * v.plan.owners + static_cast<int>(blockIdx.x);
            if (tile >= v.plan.tiles) return;
            if (speaks) {
                ask_for_tile(v, tile + 2 * Shape::consumer_groups * v.plan.owners);
                wait_for(v.produced[step], v.plan.owners);
            }
            meet(brought(group), with_watch);
            meet(taken(group), with_watch);
            if (speaks) DeviceCounter(v.consumed[step]).fetch_add(1, ::cuda::memory_order_release);
        }
    }
    __device__ static void ask_for_tile(const PropagationView<T>& v, int tile) {
        if (tile >= v.plan.tiles) return;
        const std::int64_t t = tile, first = t * Shape::tile_entries;
        bring_to_l2(v.a.value + first,
                    min(static_cast<std::int64_t>(Shape::tile_entries), v.a.nonzeros - first) * sizeof(T));
        bring_to_l2(v.plan.place + t * v.plan.most_fours * 4, v.plan.fours[tile] * std::int64_t{8});
        bring_to_l2(v.plan.ends + t * Shape::consumers, Shape::consumers * std::int64_t{4});
    }

    __device__ static void consume(const PropagationView<T>& v, void* shared, T* warp_open, int* warp_ended) {
        const int thread_of_all = static_cast<int>(threadIdx.x) - Shape::producers * Shape::producer_groups;
        const int group = thread_of_all / Shape::consumers, thread = thread_of_all % Shape::consumers;
        const SharedNumbers<T> product(static_cast<T*>(shared) + group * Shape::tile_entries, Shape::tile_entries);
        for (int step = group;; step += Shape::consumer_groups) {
            const int tile = step * v.plan.owners + static_cast<int>(blockIdx.x);
            if (tile >= v.plan.tiles) return;
            take(v, product, step, tile, group, thread);
            add_up(v, product, tile, group, thread, warp_open + group * 32, warp_ended + group * 32);
        }
    }

    /// What has been brought goes to its places, and is multiplied by the values.
    __device__ static void take(const PropagationView<T>& v, const SharedNumbers<T>& product, int step,
                                std::int64_t tile, int group, int thread) {
        const int left = v.plan.fours[tile] * parts - thread; // parts from this thread's first one on
        const Places* const places =
            reinterpret_cast<const Places*>(v.plan.place + tile * v.plan.most_fours * 4) + thread;
        Places to[consumer_parts];
#pragma unroll 16
        for (int i = 0; i < consumer_parts; ++i)
            to[i] = i * Shape::consumers < left ? __ldcs(places + i * Shape::consumers) : Travelling<T>::none();
        meet(brought(group), with_watch);
        const T* const from =
            place_of_step(v, step) + (static_cast<std::int64_t>(blockIdx.x) * v.plan.most_fours * 4 + thread * numbers);
#pragma unroll 16
        for (int first = 0; first < consumer_parts; first += taken_ahead) {
            T values[taken_ahead][numbers] = {};
#pragma unroll 4
            for (int i = 0; i < taken_ahead; ++i)
                if (first + i < consumer_parts && (first + i) * Shape::consumers < left)
                    Travelling<T>::read(from + (first + i) * Shape::consumers * numbers, values[i]);
#pragma unroll 4
            for (int i = 0; i < taken_ahead; ++i)
                if (first + i < consumer_parts && (first + i) * Shape::consumers < left)
                    Travelling<T>::each(to[first + i], [&](int n, int place) {
                        if (place < Shape::tile_entries) product.put(place, values[i][n]); // or it only fills up a four
                    });
        }
        const std::int64_t first_entry = tile * Shape::tile_entries;
        const std::int64_t rest = v.a.nonzeros - first_entry - thread;
        T value[Shape::items];
#pragma unroll 16
        for (int i = 0; i < Shape::items; ++i)
            value[i] =
                i * Shape::consumers < rest ? __ldcs(v.a.value + first_entry + thread + i * Shape::consumers) : T(0);
        meet(taken(group), with_watch);
#pragma unroll 16
        for (int i = 0; i < Shape::items; ++i) {
            const int k = thread + i * Shape::consumers;
            product.put(k, i * Shape::consumers < rest ? product.get(k) * value[i] : T(0));
        }
        meet(of_consumers(group), Shape::consumers);
    }

    /// Each thread has `items` neighbouring products. The bits of `ends` say where rows end, so nothing is searched for.
    __device__ static void add_up(const PropagationView<T>& v, const SharedNumbers<T>& product, std::int64_t tile,
                                  int group, int thread, T* warp_open, int* warp_ended) {
        const unsigned ends = __ldcs(v.plan.ends + tile * Shape::consumers + thread);
        const int first_end = v.plan.first_end[tile], rows = v.plan.first_end[tile + 1] - first_end;
        const int lane = thread % 32, warp = thread / 32;
        T mine[Shape::items];
        T sum = 0; // of what this thread leaves open
#pragma unroll 16
        for (int i = 0; i < Shape::items; ++i) {
            mine[i] = product.get(thread * Shape::items + i);
            sum += mine[i];
            if ((ends >> i & 1u) != 0) sum = 0;
        }
        const unsigned enders = __ballot_sync(0xffffffffu, (ends & 0xffffu) != 0);
        const T open = segmented_sum(sum, enders);
        if (lane == 31) {
            warp_open[warp] = open;
            warp_ended[warp] = enders != 0 ? 1 : 0;
        }
        const int own_row = thread < rows ? v.plan.end_row[first_end + thread] : 0;
        meet(of_consumers(group), Shape::consumers); // all have read their products, too: sums take their places
        T from_warps = 0;
        for (int w = warp - 1; w >= 0; --w) {
            from_warps += warp_open[w];
            if (warp_ended[w] != 0) break;
        }
        T carried = __shfl_up_sync(0xffffffffu, open, 1);
        if (lane == 0) carried = 0;
        if ((enders & ((1u << lane) - 1u)) == 0) carried += from_warps;
        int nth = static_cast<int>(ends >> 16);
#pragma unroll 16
        for (int i = 0; i < Shape::items; ++i) {
            carried += mine[i];
            if ((ends >> i & 1u) != 0) {
                product.put(nth++, carried);
                carried = 0;
            }
        }
        if (thread == Shape::consumers - 1) {
            v.carry_row[tile] = v.plan.end_row[first_end + rows];
            v.carry_sum[tile] = enders == 0 ? open + from_warps : open;
        }
        meet(of_consumers(group), Shape::consumers);
        if (thread < rows) v.y[own_row] = product.get(thread);
        for (int r = thread + Shape::consumers; r < rows; r += Shape::consumers)
            v.y[v.plan.end_row[first_end + r]] = product.get(r);
    }
};

template <class T> __global__ void __launch_bounds__(PropagationShape<T>::threads, 1) propagate(PropagationView<T> v) {
    using Shape = PropagationShape<T>;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ T warp_open[Shape::consumer_groups * 32];
    __shared__ int warp_ended[Shape::consumer_groups * 32];
    T* const numbers = reinterpret_cast<T*>(shared_bytes);
    const SharedNumbers<T> slice(numbers, v.plan.slice);
    Propagation<T>::read_slice(v, slice);
    __syncthreads();
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < Shape::producers * Shape::producer_groups) Propagation<T>::produce(v, slice);
    else if (thread >= Shape::watches_from) Propagation<T>::watch(v);
    else Propagation<T>::consume(v, numbers + v.plan.slice, warp_open, warp_ended);
    __syncthreads(); // no block leaves while others still meet
}

template <class T> class CsrPropagation final : public CudaSpmv<T> {
public:
    CsrPropagation(std::shared_ptr<cuda::Device> device, std::shared_ptr<const HostFormat> format)
        : CudaSpmv<T>(std::move(device), std::move(format)) {
        static_cast<EntriesSize&>(view_.a) = *static_cast<const Csr<T>*>(this->format_->object());
        require_room();
        arrays_ = UploadedFormat::of(*this->device_, this->format_);
        this->transfer_ns += arrays_->transfer_ns();
        view_.a.row_pointer = static_cast<const int*>(arrays_->array(0));
        view_.a.column = static_cast<const int*>(arrays_->array(1));
        view_.a.value = static_cast<const T*>(arrays_->array(2));
        view_.x = this->x_.data();
        view_.y = this->y_.data();
        this->preprocess_ns = elapsed_ns([&] {
            plan_ = std::make_unique<PropagationArrays>(*this->device_, view_.a, this->device_->multiprocessors());
        });
        view_.plan = plan_->plan();
        ring_ = cuda::Buffer<T>(PropagationShape<T>::depth * Propagation<T>::step_numbers(view_.plan), "The ring of x");
        counters_ = cuda::Buffer<int>(2 * std::int64_t{view_.plan.steps}, "Counters");
        carry_row_ = cuda::Buffer<int>(view_.plan.tiles, "Sums of open rows");
        carry_sum_ = cuda::Buffer<T>(view_.plan.tiles, "Sums of open rows");
        view_.ring = ring_.data();
        view_.produced = counters_.data();
        view_.consumed = counters_.data() + view_.plan.steps;
        view_.carry_row = carry_row_.data();
        view_.carry_sum = carry_sum_.data();
        this->detail = std::to_string(view_.plan.slice) + " columns of x in each of " +
                       std::to_string(view_.plan.owners) + " multiprocessors";
    }

    void enqueue() override {
        this->device_->use();
        const cudaStream_t stream = this->device_->stream();
        if (view_.plan.has_empty_rows || view_.plan.tiles == 0)
            WARPLOOM_CUDA_CHECK(
                cudaMemsetAsync(view_.y, 0, static_cast<std::size_t>(view_.a.rows) * sizeof(T), stream));
        if (view_.plan.tiles == 0) return;
        counters_.fill(0, stream);
        std::array<void*, 1> arguments{&view_};
        WARPLOOM_CUDA_CHECK(cudaLaunchCooperativeKernel(
            reinterpret_cast<const void*>(propagate<T>), dim3(static_cast<unsigned>(view_.plan.owners)),
            dim3(PropagationShape<T>::threads), arguments.data(), static_cast<std::size_t>(shared_bytes_), stream));
        launch_carries<T>(*this->device_, view_.plan.tiles, view_.carry_row, view_.carry_sum, view_.a.rows, view_.y);
    }

    bool use_places(const VectorPlaces& places) override {
        this->give_vectors_back();
        view_.x = static_cast<const T*>(places.x);
        view_.y = static_cast<T*>(places.y);
        return true;
    }

private:
    void require_room() {
        const int owners = this->device_->multiprocessors();
        const auto attribute = [&](cudaDeviceAttr which) {
            int value = 0;
            WARPLOOM_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, this->device_->ordinal()));
            return value;
        };
        const auto refuse = [](const std::string& why) {
            throw Error("kernel.refused", "csr-propagation cannot multiply this matrix here: " + why,
                        "Take csr-adaptive.");
        };
        if (attribute(cudaDevAttrCooperativeLaunch) == 0) refuse("blocks of this card cannot wait for each other.");
        if (owners > Propagation<T>::most_owners)
            refuse("it is written for up to " + std::to_string(Propagation<T>::most_owners) +
                   " multiprocessors, and this card has " + std::to_string(owners) + ".");
        const int slice = ((view_.a.cols + 3) / 4 + owners - 1) / owners * 4;
        shared_bytes_ = Propagation<T>::shared_bytes(slice);
        const int statically = 2048; // the sums of warps, and what the system takes
        const int most = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - statically;
        if (shared_bytes_ > most) {
            const std::int64_t room = most - Propagation<T>::shared_bytes(0);
            refuse("x has " + std::to_string(view_.a.cols) + " columns, and the shared memories of " +
                   std::to_string(owners) + " multiprocessors hold " +
                   std::to_string(std::max<std::int64_t>(0, room / (4 * static_cast<std::int64_t>(sizeof(T))) * 4) *
                                  owners) +
                   ".");
        }
        WARPLOOM_CUDA_CHECK(cudaFuncSetAttribute(propagate<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        int resident = 0;
        WARPLOOM_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &resident, propagate<T>, PropagationShape<T>::threads, static_cast<std::size_t>(shared_bytes_)));
        if (resident == 0) refuse("a multiprocessor has no room for its block of 1024 threads.");
    }

    std::shared_ptr<const UploadedFormat> arrays_;
    std::unique_ptr<PropagationArrays> plan_;
    PropagationView<T> view_{};
    std::int64_t shared_bytes_ = 0;
    cuda::Buffer<T> ring_, carry_sum_;
    cuda::Buffer<int> counters_, carry_row_;
};

} // namespace

std::unique_ptr<Bound> bind_csr_propagation(const CudaPlace& place, const BindRequest& request) {
    const auto& format = request.as<SpmvInput>().format;
    return made_in<Bound, CsrPropagation>(format->precision, place.device, format);
}

} // namespace warploom::kernels
