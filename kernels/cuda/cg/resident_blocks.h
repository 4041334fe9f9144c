#pragma once

#include "kernels/cuda/gpu/tagged.h"

#include <cstddef>
#include <cstdint>

// Exchanges a vector and sums between the blocks of a CG kernel that keeps its system on chip (cuda_cg_resident.cu):
// within one block, through the distributed shared memory of a cluster, or through global memory.

namespace warploom::kernels {

/// The blocks that share a linear system, and how they are connected.
enum class Blocks {
    one,
    cluster, ///< up to 16 blocks with distributed shared memory; Hopper and later
    grid
};

constexpr int most_blocks_of_cluster = 16; ///< maximum cluster size on Hopper

/// Dot products over all rows: (r, z), (w, u) and (r, r).
template <class T> struct Sums { T rz, wu, rr; };

/// Returns the sum of v.rz over the warp in lanes 0 .. 15, and the sum of v.wu in lanes 16 .. 31. The two halves of the
/// warp exchange values first, so two sums take little longer than one.
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
/// Returns the sums of all dot products over the warp to every lane. Without scaling, (r, r) equals (r, u).
template <bool scaled, class T> __device__ Sums<T> sum_over_warp(const Sums<T>& v) {
    const T halves = half_sums(v);
    Sums<T> sum;
    sum.rz = __shfl_sync(0xffffffffu, halves, 0);
    sum.wu = __shfl_sync(0xffffffffu, halves, 16);
    sum.rr = scaled ? whole_sum(v.rr) : sum.rz;
    return sum;
}

/// Arrays in the shared memory of a block that holds some rows of the system.
template <class T> struct BlockMemory {
    T* u; ///< elements of u for the rows of this block
    T* value;
    T* sums_of_warps;
    T* sums_of_blocks; ///< sums of each block of the cluster (3 x most_blocks_of_cluster elements)
    unsigned* address; ///< location of the element of u for each nonzero

    __device__ BlockMemory(unsigned char* bytes, int rows, int entries) {
        u = reinterpret_cast<T*>(bytes);
        value = u + rows;
        sums_of_warps = value + entries;
        sums_of_blocks = sums_of_warps + 3 * 32;
        address = reinterpret_cast<unsigned*>(sums_of_blocks + 3 * most_blocks_of_cluster);
    }
    static std::size_t bytes(int rows, std::int64_t entries) {
        return (static_cast<std::size_t>(rows) + entries + 3 * 32 + 3 * most_blocks_of_cluster) * sizeof(T) +
               static_cast<std::size_t>(entries) * 4;
    }
};

/// Returns the sums of the dot products over the block: in all threads of the first warp, or in all threads of the
/// block if `everywhere` is set.
template <bool scaled, bool everywhere, class T>
__device__ __forceinline__ Sums<T> sum_over_block(const Sums<T>& v, T* of_warp) {
    const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
    const T halves = half_sums(v);
    if (lane % 16 == 0) of_warp[2 * lane + warp] = halves; // the sums of wu are stored 32 elements after the sums of rz
    if (scaled) {
        const T rr = whole_sum(v.rr);
        if (lane == 0) of_warp[64 + warp] = rr;
    }
    __syncthreads();
    Sums<T> sum{T(0), T(0), T(0)};
    if (everywhere || warp == 0) {
        if (lane < static_cast<int>(blockDim.x) / 32)
            sum = {of_warp[lane], of_warp[32 + lane], scaled ? of_warp[64 + lane] : T(0)};
        sum = sum_over_warp<scaled>(sum);
    }
    return sum;
}

/// Exchanges values between blocks with different rows. Every thread of every block calls enter() first and leave()
/// last. In each round, a thread calls tell() to publish the values of its rows, then told(), and then hear() to read
/// values of other rows. At the end of a round, all threads call meet() to add sums.
template <Blocks blocks, class T> class Reach;

template <class T> class Reach<Blocks::one, T> {
public:
    __device__ Reach(const BlockMemory<T>& memory, int, int, Tagged<T>*, Tagged<T>*, unsigned) : memory_(memory) {}
    __device__ void enter() const {}
    __device__ unsigned address_of(int column) const { return static_cast<unsigned>(column); }
    __device__ void tell(int row, T number) const { memory_.u[row] = number; }
    __device__ void told() const { __syncthreads(); }
    __device__ T hear(unsigned address) const { return memory_.u[address]; }
    template <bool scaled> __device__ Sums<T> meet(const Sums<T>& v) {
        return sum_over_block<scaled, true>(v, memory_.sums_of_warps);
    }
    __device__ void leave() const {}

private:
    const BlockMemory<T>& memory_;
};

// GPUs before Hopper have no clusters and never execute these functions.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define WARPLOOM_CLUSTER(what, type) what ".shared." type
#else
#define WARPLOOM_CLUSTER(what, type) what ".shared::cluster." type
#endif

template <class T> class Reach<Blocks::cluster, T> {
public:
    __device__ Reach(const BlockMemory<T>& memory, int rows_a_block, int, Tagged<T>*, Tagged<T>*, unsigned)
        : memory_(memory), rows_a_block_(rows_a_block) {}
    /// Waits until all blocks of the cluster have started, so that they can receive values.
    __device__ void enter() const { told(); }
    __device__ unsigned address_of(int column) const {
        const int rank = column / rows_a_block_;
        return address(memory_.u, column - rank * rows_a_block_, rank);
    }
    __device__ void tell(int row, T number) const { memory_.u[row] = number; }
    /// Makes all earlier writes to shared memory visible to all threads of the cluster.
    __device__ void told() const {
#if __CUDA_ARCH__ >= 900
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
    }
    __device__ T hear(unsigned address) const {
        T number;
        load(address, number);
        return number;
    }
    template <bool scaled> __device__ Sums<T> meet(const Sums<T>& v) {
        Sums<T> sum = sum_over_block<scaled, false>(v, memory_.sums_of_warps);
        const int lane = static_cast<int>(threadIdx.x) % 32, count = static_cast<int>(gridDim.x);
        if (threadIdx.x < 32 && lane < count) { // each lane writes to one block
            const int to = 3 * static_cast<int>(blockIdx.x);
            store(address(memory_.sums_of_blocks, to, lane), sum.rz);
            store(address(memory_.sums_of_blocks, to + 1, lane), sum.wu);
            if (scaled) store(address(memory_.sums_of_blocks, to + 2, lane), sum.rr);
        }
        told();
        sum = {T(0), T(0), T(0)};
        if (lane < count) {
            const T* const of_block = memory_.sums_of_blocks + 3 * lane;
            sum = {of_block[0], of_block[1], scaled ? of_block[2] : T(0)};
        }
        return sum_over_warp<scaled>(sum);
    }
    /// Waits for the other blocks, which may still read this block's shared memory.
    __device__ void leave() const { told(); }

private:
    /// Marks addresses in this block's own shared memory, where direct access is faster than through the cluster.
    static constexpr unsigned own = 0x80000000u;

    /// Returns the address of element i of an array in the shared memory of block `at`. The array has the same offset
    /// in every block.
    __device__ static unsigned address(const T* array, int i, int at) {
        auto place = static_cast<unsigned>(__cvta_generic_to_shared(array + i));
        if (at == static_cast<int>(blockIdx.x)) return place | own;
#if __CUDA_ARCH__ >= 900
        asm("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(place) : "r"(at));
#endif
        return place;
    }
    __device__ static void load(unsigned address, double& v) {
        if ((address & own) != 0) asm volatile("ld.shared.f64 %0, [%1];" : "=d"(v) : "r"(address & ~own) : "memory");
        else asm volatile(WARPLOOM_CLUSTER("ld", "f64") " %0, [%1];" : "=d"(v) : "r"(address) : "memory");
    }
    __device__ static void load(unsigned address, float& v) {
        if ((address & own) != 0) asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(address & ~own) : "memory");
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

    const BlockMemory<T>& memory_;
    int rows_a_block_;
};
#undef WARPLOOM_CLUSTER

/// Values in global memory are tagged with their round, so that a thread waits only for the values that its rows need.
/// A block publishes the next u after a reduction, which ends only after all blocks have read the current u. Therefore,
/// u needs only one array, but the sums need two.
template <class T> class Reach<Blocks::grid, T> {
public:
    /// Constructs the exchange through global memory. `told` has n elements and `sums` has 2 x 3 x blocks elements.
    /// `round` must be greater than any round in these arrays.
    __device__ Reach(const BlockMemory<T>& memory, int rows_a_block, int n, Tagged<T>* told, Tagged<T>* sums,
                     unsigned round)
        : memory_(memory), first_(min(n, static_cast<int>(blockIdx.x) * rows_a_block)),
          rows_(min(n - first_, rows_a_block)), told_(told), sums_(sums), round_(round) {}
    __device__ void enter() const {}
    __device__ unsigned address_of(int column) const {
        const auto here = static_cast<unsigned>(column - first_);
        return here < static_cast<unsigned>(rows_) ? here | own : static_cast<unsigned>(column);
    }
    __device__ void tell(int row, T number) const {
        memory_.u[row] = number;
        store(told_ + first_ + row, number, round_);
    }
    __device__ void told() const { __syncthreads(); }
    /// Reads `many` values of other blocks at once. Value i is read from address(i), or is 0 if is_wanted(i) is false.
    template <int many, class Address, class IsWanted>
    __device__ __forceinline__ void hear(T (&number)[many], const Address& address, const IsWanted& is_wanted) const {
        Tagged<T> heard[many];
#pragma unroll
        for (int i = 0; i < many; ++i) {
            heard[i] = {T(0), round_};
            if (!is_wanted(i)) continue;
            const unsigned at = address(i);
            if ((at & own) != 0) heard[i].value = memory_.u[at & ~own];
            else heard[i] = load(told_ + at);
        }
        wait_for(heard, [&](int i) { return told_ + address(i); });
#pragma unroll
        for (int i = 0; i < many; ++i) number[i] = heard[i].value;
    }
    template <bool scaled> __device__ Sums<T> meet(const Sums<T>& v) {
        const Sums<T> sum = sum_over_block<scaled, false>(v, memory_.sums_of_warps);
        const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
        const int warps = static_cast<int>(blockDim.x) / 32, count = static_cast<int>(gridDim.x);
        constexpr int sums = scaled ? 3 : 2;
        Tagged<T>* const of_round = sums_ + (round_ % 2) * 3 * count;
        if (warp == 0 && lane < sums)
            store(of_round + lane * count + blockIdx.x, lane == 0 ? sum.rz : lane == 1 ? sum.wu : sum.rr, round_);
        for (int i = 0; i < sums; ++i)
            if (warp == (i + 1) % warps) {
                const T of_all = sum_of_blocks(of_round + i * count);
                if (lane == 0) memory_.sums_of_blocks[i] = of_all;
            }
        __syncthreads();
        ++round_;
        const T* const of_all = memory_.sums_of_blocks;
        return {of_all[0], of_all[1], of_all[scaled ? 2 : 0]};
    }
    __device__ void leave() const {}

private:
    static constexpr unsigned own = 0x80000000u; ///< marks an address that is in this block's part of u

    /// Waits until all values are tagged with the current round. Reloads missing values together, because each load has
    /// a long latency.
    template <int many, class Place>
    __device__ __forceinline__ void wait_for(Tagged<T> (&number)[many], const Place& place) const {
        bool are_there = false;
        while (!are_there) {
            are_there = true;
#pragma unroll
            for (int i = 0; i < many; ++i)
                if (number[i].round != round_) {
                    number[i] = load(place(i));
                    are_there = false;
                }
        }
    }
    /// Returns the total of the partial sums of all blocks, added in the same order in every block.
    __device__ T sum_of_blocks(const Tagged<T>* told) const {
        constexpr int ahead = 5; // five sums per lane, so that a warp reads the sums of 160 blocks
        const int count = static_cast<int>(gridDim.x);
        T sum = 0;
        for (int first = static_cast<int>(threadIdx.x) % 32; first < count; first += 32 * ahead) {
            Tagged<T> number[ahead];
#pragma unroll
            for (int i = 0; i < ahead; ++i)
                number[i] = first + 32 * i < count ? load(told + first + 32 * i) : Tagged<T>{T(0), round_};
            wait_for(number, [&](int i) { return told + first + 32 * i; });
#pragma unroll
            for (int i = 0; i < ahead; ++i) sum += number[i].value;
        }
        return whole_sum(sum);
    }

    const BlockMemory<T>& memory_;
    int first_, rows_;
    Tagged<T>*told_, *sums_;
    unsigned round_;
};

} // namespace warploom::kernels
