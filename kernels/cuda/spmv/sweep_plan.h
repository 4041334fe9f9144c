#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/cuda/spmv/device_csr.h"
#include "kernels/cuda/spmv/sweep_layout.h"

// The entries of a matrix in the order in which csr-sweep (csr_sweep.cu says why) takes them. Made once for a matrix.

namespace warploom::kernels {

/// Threads of a block, and entries of a round: each thread takes one.
constexpr int sweep_threads = 1024;

/// Each share has rounds of 1024 entries, in the order of their columns as far as that can be: no two of a round have
/// the same slot. A word is a column, counted from the first one of its round, above the number of a slot; the slot
/// `no_slot` says that there is no entry.
template <class T> struct SweepPlan {
    int shares = 0, rows_of_share = 0, hand = 0, pieces = 0;
    int slots = 0;     ///< room for those of any share
    int slot_bits = 0; ///< the lower ones of a word
    unsigned no_slot = 0;
    const SweepLayout::Share* share = nullptr;
    const int* first_column = nullptr; ///< of each round
    const unsigned* word = nullptr;    ///< 1024 of each round
    const T* value = nullptr;          ///< 1024 of each round
    const SweepLayout::Sum* sum = nullptr;
    const SweepLayout::Piece* piece = nullptr;
    const unsigned* is_cut = nullptr; ///< a bit for each row: set where it is cut into pieces; null where none is
};

/// Returns the row whose first slot is `slot` in a share. The row may be outside of the matrix.
template <class Layout> __host__ __device__ std::int64_t row_of_slot(const Layout& layout, int share, int slot) {
    return (std::int64_t{slot / layout.hand} * layout.shares + share) * layout.hand + slot % layout.hand;
}

/// Returns the number of slots of a share if a block has this many bytes of shared memory. A product stores a sum in
/// each; with more than 196 KiB of shared memory too little L1 cache is left for lines of x in flight. While the plan
/// is created, each slot holds a claim of 4 bytes, in addition to the waiting entries. Slot numbers have 16 bits.
template <class T> constexpr int most_sweep_slots(int bytes) {
    constexpr int of_system = 1024, of_product = 196 * 1024, of_plan = 26 * 1024, most = 49152;
    const int sums = std::min(bytes, of_product - of_system) / static_cast<int>(sizeof(T));
    return std::min({sums, (bytes - of_plan) / 4, most});
}

/// Creates and owns the arrays of a plan.
template <class T> class SweepArrays {
public:
    /// `a` is on the device. A share has room for `most_slots` slots. Errors: "kernel.refused" where too many rounds
    /// have too few entries or x too many columns, "memory.limit", "device.fault".
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
