#pragma once

// cuda::atomic_ref in its basic form; replaces CUDA's <cuda/atomic>. Error messages and traces refer to the line of the
// caller, as if the caller used the built-in functions itself.

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread = 10 };
enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};

/// A reference to a number in global or shared memory whose methods are atomic.
template <typename T, int Scope = thread_scope_system> struct atomic_ref {
    T* address;

#ifndef __WARPLOOM__
    __device__ explicit atomic_ref(T& value) : address(&value) {}
#endif
    static __device__ void fence() {
        if (Scope == thread_scope_block || Scope == thread_scope_thread) __threadfence_block();
        else __threadfence();
    }
    static __device__ void release(int order) {
        if (order == memory_order_release || order >= memory_order_acq_rel) fence();
    }
    static __device__ void acquire(int order) {
        if (order != memory_order_relaxed && order != memory_order_release) fence();
    }
    __device__ T load(int order = memory_order_seq_cst) const {
        const T value = *(volatile T*)address;
        acquire(order);
        return value;
    }
    __device__ void store(T value, int order = memory_order_seq_cst) const {
        release(order);
        atomicExch(address, value);
    }
    __device__ T exchange(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicExch(address, value);
        acquire(order);
        return old;
    }
    __device__ bool compare_exchange_strong(T& expected, T desired, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicCAS(address, expected, desired);
        const bool is_same = old == expected;
        expected = old;
        acquire(order);
        return is_same;
    }
    __device__ bool compare_exchange_strong(T& expected, T desired, int success, int failure) const {
        return compare_exchange_strong(expected, desired, success > failure ? success : failure);
    }
    /// Like compare_exchange_strong(). On a GPU, it may also fail although the values are equal.
    __device__ bool compare_exchange_weak(T& expected, T desired, int order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, desired, order);
    }
    __device__ bool compare_exchange_weak(T& expected, T desired, int success, int failure) const {
        return compare_exchange_strong(expected, desired, success > failure ? success : failure);
    }
    __device__ T fetch_add(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicAdd(address, value);
        acquire(order);
        return old;
    }
    __device__ T fetch_sub(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicAdd(address, T(0) - value);
        acquire(order);
        return old;
    }
    __device__ T fetch_min(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicMin(address, value);
        acquire(order);
        return old;
    }
    __device__ T fetch_max(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicMax(address, value);
        acquire(order);
        return old;
    }
    __device__ T fetch_and(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicAnd(address, value);
        acquire(order);
        return old;
    }
    __device__ T fetch_or(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicOr(address, value);
        acquire(order);
        return old;
    }
    __device__ T fetch_xor(T value, int order = memory_order_seq_cst) const {
        release(order);
        const T old = atomicXor(address, value);
        acquire(order);
        return old;
    }
};

#ifndef __WARPLOOM__
namespace std = ::cuda;
#endif

} // namespace cuda
