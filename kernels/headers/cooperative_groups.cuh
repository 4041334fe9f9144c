#pragma once

// Blocks, tiles and coalesced groups of cooperative groups; replaces CUDA's <cooperative_groups.h>. Error messages and
// traces refer to the line of the caller, as if the caller used the built-in functions itself.

namespace cooperative_groups {

struct thread_block {
    static __device__ unsigned thread_rank() {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    static __device__ unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static __device__ unsigned num_threads() { return size(); }
    static __device__ void sync() { __syncthreads(); }
    static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static __device__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __device__ dim3 group_dim() { return dim_threads(); }
};

inline __device__ thread_block this_thread_block() { return thread_block(); }

/// A tile of `Size` (a power of two) neighboring lanes of a warp.
template <int Size, typename Parent = thread_block> struct thread_block_tile {
    static constexpr int lanes = Size;
    static __device__ unsigned thread_rank() { return thread_block::thread_rank() % Size; }
    static __device__ unsigned size() { return Size; }
    static __device__ unsigned num_threads() { return Size; }
    static __device__ unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
    static __device__ unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }

    static __device__ unsigned first_lane() { return thread_block::thread_rank() % 32 / Size * Size; }
    static __device__ unsigned mask() {
        return Size == 32 ? 0xffffffffu : (0xffffffffu >> (32 - Size)) << first_lane();
    }
    static __device__ void sync() { __syncwarp(mask()); }
    template <typename T> static __device__ T shfl(T value, int lane) { return __shfl_sync(mask(), value, lane, Size); }
    template <typename T> static __device__ T shfl_up(T value, unsigned distance) {
        return __shfl_up_sync(mask(), value, distance, Size);
    }
    template <typename T> static __device__ T shfl_down(T value, unsigned distance) {
        return __shfl_down_sync(mask(), value, distance, Size);
    }
    template <typename T> static __device__ T shfl_xor(T value, int lanes) {
        return __shfl_xor_sync(mask(), value, lanes, Size);
    }
    static __device__ int any(int condition) { return __any_sync(mask(), condition); }
    static __device__ int all(int condition) { return __all_sync(mask(), condition); }
    static __device__ unsigned ballot(int condition) { return __ballot_sync(mask(), condition) >> first_lane(); }
    template <typename T> static __device__ unsigned match_any(T value) {
        return __match_any_sync(mask(), value) >> first_lane();
    }
    /// Combines the values of all lanes of the tile.
    template <typename T, typename Op> static __device__ T combined(T value, Op op) {
        for (int distance = Size / 2; distance > 0; distance /= 2) value = op(value, shfl_xor(value, distance));
        return value;
    }
};

/// The lanes of a warp that are active together. Ranks are consecutive, even if the lanes are not adjacent.
struct coalesced_group {
    unsigned lanes; ///< mask of the lanes: bit i is set for lane i

    static __device__ unsigned own_lane() { return thread_block::thread_rank() % 32; }
    __device__ unsigned thread_rank() const { return __popc(lanes & ((1u << own_lane()) - 1u)); }
    __device__ unsigned size() const { return __popc(lanes); }
    __device__ unsigned num_threads() const { return size(); }
    __device__ unsigned meta_group_rank() const { return 0; }
    __device__ unsigned meta_group_size() const { return 1; }
    __device__ unsigned mask() const { return lanes; }
    /// Returns the lane with the given rank. Takes `rank` steps.
    __device__ int lane_of(unsigned rank) const {
        unsigned rest = lanes;
        for (unsigned r = 0; r < rank; ++r) rest &= rest - 1u;
        return __ffs(rest) - 1;
    }
    /// Converts a mask of lanes to a mask of ranks.
    __device__ unsigned of_ranks(unsigned of_lanes) const {
        unsigned bits = 0, rest = lanes;
        for (unsigned rank = 0; rest != 0; ++rank) {
            if ((of_lanes & rest & (0u - rest)) != 0) bits |= 1u << rank;
            rest &= rest - 1u;
        }
        return bits;
    }
    __device__ void sync() const { __syncwarp(lanes); }
    template <typename T> __device__ T shfl(T value, unsigned rank) const {
        return __shfl_sync(lanes, value, lane_of(rank));
    }
    template <typename T> __device__ T shfl_up(T value, unsigned distance) const {
        const unsigned own = thread_rank();
        return __shfl_sync(lanes, value, lane_of(own >= distance ? own - distance : own));
    }
    template <typename T> __device__ T shfl_down(T value, unsigned distance) const {
        const unsigned own = thread_rank(), from = own + distance;
        return __shfl_sync(lanes, value, lane_of(from < size() ? from : own));
    }
    __device__ int any(int condition) const { return __any_sync(lanes, condition); }
    __device__ int all(int condition) const { return __all_sync(lanes, condition); }
    __device__ unsigned ballot(int condition) const { return of_ranks(__ballot_sync(lanes, condition)); }
    template <typename T> __device__ unsigned match_any(T value) const {
        return of_ranks(__match_any_sync(lanes, value));
    }
    /// Combines the values of all lanes of the group, one after the other.
    template <typename T, typename Op> __device__ T combined(T value, Op op) const {
        T result = shfl(value, 0u);
        for (unsigned rank = 1; rank < size(); ++rank) result = op(result, shfl(value, rank));
        return result;
    }
};

// As the type of a parameter of a device function, `thread_group` accepts any group. GPU compilers convert the group.
// The interpreter, which defines __WARPLOOM__, turns the function into a template instead.
#ifndef __WARPLOOM__
struct thread_group {
    unsigned rank, count, lanes; ///< `lanes` is 0 if the group is a block
    __device__ thread_group(const thread_block& block) : rank(block.thread_rank()), count(block.size()), lanes(0) {}
    template <typename Group>
    __device__ thread_group(const Group& group) : rank(group.thread_rank()), count(group.size()), lanes(group.mask()) {}
    __device__ unsigned thread_rank() const { return rank; }
    __device__ unsigned size() const { return count; }
    __device__ unsigned num_threads() const { return count; }
    __device__ void sync() const {
        if (lanes == 0) __syncthreads();
        else __syncwarp(lanes);
    }
};
#else
struct thread_group {
    static __device__ bool is_any() { return true; }
};
#endif

inline __device__ coalesced_group coalesced_threads() {
    coalesced_group group;
    group.lanes = __activemask();
    return group;
}

/// The blocks of a launch as a group. They cannot be synchronized.
struct grid_group {
    static __device__ unsigned long long block_rank() {
        return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    static __device__ unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static __device__ unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static __device__ unsigned long long size() { return num_blocks() * thread_block::size(); }
    static __device__ unsigned long long num_threads() { return size(); }
    static __device__ dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static __device__ dim3 group_dim() { return dim_blocks(); }
    static __device__ bool is_valid() { return false; }
};

inline __device__ grid_group this_grid() { return grid_group(); }

template <int Size, typename Parent> __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
    return thread_block_tile<Size, Parent>();
}

/// Splits a tile into two groups: the lanes that satisfy a condition, and the others.
template <typename Tile> __device__ coalesced_group binary_partition(const Tile& tile, int condition) {
    const unsigned lanes = __ballot_sync(tile.mask(), condition);
    coalesced_group group;
    group.lanes = condition ? lanes : tile.mask() & ~lanes;
    return group;
}
/// Splits a tile into groups of lanes with the same label.
template <typename Tile, typename Label> __device__ coalesced_group labeled_partition(const Tile& tile, Label label) {
    coalesced_group group;
    group.lanes = __match_any_sync(tile.mask(), label);
    return group;
}

template <typename Group> __device__ void sync(const Group& group) { group.sync(); }

/// Starts to copy `bytes` bytes from global to shared memory. The threads of the group share the work. Elements have 4,
/// 8 or 16 bytes. Call wait() before you use the copy.
template <typename Group, typename T>
__device__ void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
    for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size())
        __pipeline_memcpy_async(to + i, from + i, sizeof(T));
    __pipeline_commit();
}
/// Waits until all copies that the threads of the group have started are complete.
template <typename Group> __device__ void wait(const Group& group) {
    __pipeline_wait_prior(0);
    group.sync();
}
/// Like wait(), but each thread may still have `Copies` calls of memcpy_async() in progress.
template <int Copies, typename Group> __device__ void wait_prior(const Group& group) {
    __pipeline_wait_prior(Copies);
    group.sync();
}

template <typename T> struct plus {
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
    __device__ T operator()(T a, T b) const { return a < b ? a : b; }
};
template <typename T> struct greater {
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename T> struct bit_and {
    __device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
    __device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
    __device__ T operator()(T a, T b) const { return a ^ b; }
};

/// Combines the values of all lanes of a tile or a coalesced group. Every lane gets the result.
template <typename Group, typename T, typename Op> __device__ T reduce(const Group& group, T value, Op op) {
    return group.combined(value, op);
}

/// Combines the values of the lanes up to and including the calling lane.
template <typename Group, typename T, typename Op> __device__ T inclusive_scan(const Group& group, T value, Op op) {
    for (unsigned distance = 1; distance < group.num_threads(); distance *= 2) {
        const T before = group.shfl_up(value, distance);
        if (group.thread_rank() >= distance) value = op(before, value);
    }
    return value;
}
template <typename Group, typename T> __device__ T inclusive_scan(const Group& group, T value) {
    return cooperative_groups::inclusive_scan(group, value, cooperative_groups::plus<T>());
}
/// Combines the values of the lanes before the calling lane. The first lane gets 0.
template <typename Group, typename T, typename Op> __device__ T exclusive_scan(const Group& group, T value, Op op) {
    const T before = group.shfl_up(cooperative_groups::inclusive_scan(group, value, op), 1u);
    return group.thread_rank() == 0 ? T(0) : before;
}
template <typename Group, typename T> __device__ T exclusive_scan(const Group& group, T value) {
    return cooperative_groups::exclusive_scan(group, value, cooperative_groups::plus<T>());
}

} // namespace cooperative_groups
