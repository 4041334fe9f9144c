#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/cuda/spmv/device_csr.h"
#include "kernels/cuda/spmv/sweep_layout.h"

// The entries of a matrix in the order in which csr-sweep processes them (csr_sweep.cu explains why). Created once per
// matrix.

namespace warploom::kernels {

/// The number of threads of a block, which is also the number of entries of a round: each thread takes one.
constexpr int sweep_threads = 1024;

/// Each share has rounds of 1024 entries, which are ordered by column as far as possible: no two entries of a round
/// have the same slot. A word contains a column, relative to the first column of its round, above a slot number. The
/// slot `no_slot` marks an unused entry.
template <class T> struct SweepPlan {
    int shares = 0, rows_of_share = 0, hand = 0, pieces = 0;
    int slots = 0;     ///< the maximum over all shares
    int slot_bits = 0; ///< number of low bits of a word
    unsigned no_slot = 0;
    const SweepLayout::Share* share = nullptr;
    const int* first_column = nullptr; ///< for each round
    const unsigned* word = nullptr;    ///< 1024 per round
    const T* value = nullptr;          ///< 1024 per round
    const SweepLayout::Sum* sum = nullptr;
    const SweepLayout::Piece* piece = nullptr;
    /// one bit per row, which is set if the row is split into pieces; null if there are none
    const unsigned* is_cut = nullptr;
};

/// Returns the row whose first slot is `slot` in a share. The row may be outside the matrix.
template <class Layout> __host__ __device__ std::int64_t row_of_slot(const Layout& layout, int share, int slot) {
    return (std::int64_t{slot / layout.hand} * layout.shares + share) * layout.hand + slot % layout.hand;
}

/// Returns the number of slots of a share if a block has this many bytes of shared memory. A product stores a sum in
/// each slot. With more than 196 KiB of shared memory, the L1 cache would be too small for lines of x in flight. While
/// the plan is created, each slot contains a claim of 4 bytes, in addition to the waiting entries. Slot numbers have 16
/// bits.
template <class T> constexpr int most_sweep_slots(int bytes) {
    constexpr int of_system = 1024, of_product = 196 * 1024, of_plan = 26 * 1024, most = 49152;
    const int sums = std::min(bytes, of_product - of_system) / static_cast<int>(sizeof(T));
    return std::min({sums, (bytes - of_plan) / 4, most});
}

/// Creates and owns the arrays of a plan.
template <class T> class SweepArrays {
public:
    /// `a` is on the device. A share has room for `most_slots` slots. Errors: "kernel.refused" if too many rounds have
    /// too few entries, or if x has too many columns; "memory.limit"; "device.fault".
    SweepArrays(const cuda::Device& device, const DeviceCsr<T>& a, int most_slots);

    const SweepPlan<T>& plan() const { return plan_; }

private:
    SweepPlan<T> plan_;
    cuda::Buffer<unsigned char> memory_; ///< all arrays
};

extern template class SweepArrays<float>;
extern template class SweepArrays<double>;

/// Returns the number of bits that distinguish n values.
constexpr int bits_for(std::int64_t n) {
    int bits = 0;
    while ((std::int64_t{1} << bits) < n) ++bits;
    return bits;
}

} // namespace warploom::kernels
