#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/cuda/spmv/device_csr.h"
#include "kernels/cuda/spmv/sweep_layout.h"

// The matrix entries in the order in which csr-sweep processes them (csr_sweep.cu). Created once per matrix.

namespace warploom::kernels {

/// Threads per block and entries per round: one entry per thread and round.
constexpr int sweep_threads = 1024;

/// The arrays of a csr-sweep plan. The share of each block consists of rounds of 1024 entries, ordered by column as far
/// as possible. No two entries of a round have the same slot. A word contains the column, relative to the first column
/// of its round, in the high bits and the slot in the low bits. The slot `no_slot` marks an unused entry.
template <class T> struct SweepPlan {
    int shares = 0, rows_of_share = 0, hand = 0, pieces = 0;
    int slots = 0;
    int slot_bits = 0; ///< number of bits of a word that contain the slot; these are its lowest bits
    unsigned no_slot = 0;
    const SweepLayout::Share* share = nullptr;
    const int* first_column = nullptr;
    const unsigned* word = nullptr; ///< column and slot of each entry; 1024 entries per round
    const T* value = nullptr;
    const SweepLayout::Sum* sum = nullptr;
    const SweepLayout::Piece* piece = nullptr;
    /// bit mask of the split rows; null if there are none
    const unsigned* is_cut = nullptr;
};

/// Returns the row with the first slot `slot` in a share. It can be outside the matrix.
template <class Layout> __host__ __device__ std::int64_t row_of_slot(const Layout& layout, int share, int slot) {
    return (std::int64_t{slot / layout.hand} * layout.shares + share) * layout.hand + slot % layout.hand;
}

/// Returns the number of slots per share for `bytes` bytes of shared memory per block. During a product, each slot
/// holds a sum, and at most 196 KiB are used, so that the L1 cache is large enough for the lines of x in flight.
/// During planning, each slot takes 4 bytes, and shared memory also holds the deferred entries. Slot numbers have 16
/// bits.
template <class T> constexpr int most_sweep_slots(int bytes) {
    constexpr int of_system = 1024, of_product = 196 * 1024, of_plan = 26 * 1024, most = 49152;
    const int sums = std::min(bytes, of_product - of_system) / static_cast<int>(sizeof(T));
    return std::min({sums, (bytes - of_plan) / 4, most});
}

/// Creates and owns the arrays of a csr-sweep plan.
template <class T> class SweepArrays {
public:
    /// Creates the plan for a matrix in device memory. A share has at most `most_slots` slots. Errors: "kernel.refused"
    /// if too many rounds have too few entries, or if x has too many columns; "memory.limit"; "device.fault".
    SweepArrays(const cuda::Device& device, const DeviceCsr<T>& a, int most_slots);

    const SweepPlan<T>& plan() const { return plan_; }

private:
    SweepPlan<T> plan_;
    cuda::Buffer<unsigned char> memory_; ///< holds all arrays
};

extern template class SweepArrays<float>;
extern template class SweepArrays<double>;

/// Returns the number of bits required to distinguish n values.
constexpr int bits_for(std::int64_t n) {
    int bits = 0;
    while ((std::int64_t{1} << bits) < n) ++bits;
    return bits;
}

} // namespace warploom::kernels
