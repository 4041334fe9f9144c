#pragma once

// Blocks and tiles of cooperative groups, in place of CUDA's <cooperative_groups.h>. Error messages and traces refer to
// the line of the caller, as if it used the built-in functions directly.

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
};

template <int Size, typename Parent> __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
    return thread_block_tile<Size, Parent>();
}

template <typename Group> __device__ void sync(const Group& group) { Group::sync(); }

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

/// Combines the values of all lanes of a tile and returns the result to every lane.
template <typename Tile, typename T, typename Op> __device__ T reduce(const Tile& tile, T value, Op op) {
    for (int distance = Tile::lanes / 2; distance > 0; distance /= 2)
        value = op(value, Tile::shfl_xor(value, distance));
    return value;
}

} // namespace cooperative_groups
