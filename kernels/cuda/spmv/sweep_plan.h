#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/cuda/spmv/device_csr.h"
#include "kernels/cuda/spmv/sweep_layout.h"

// The entries of a matrix in the order in which csr-sweep (csr_sweep.cu says why) takes them. Made once for a matrix.

namespace warploom::kernels {

/// Threads of a block, and entries of a round: each thread takes one.
constexpr int sweep_threads = 1024;

/// Each share has rounds of 1024 entries, in the order of their columns as far as that can be: no two of a round have the
/// same slot. A word is a column, counted from the first one of its round, above the number of a slot; the slot `no_slot`
/// says that there is no entry.
template <class T> struct SweepPlan {
    int shares = 0, rows_of_share = 0, pieces = 0;
    int slots = 0;     ///< room for those of any share
    int slot_bits = 0; ///< the lower ones of a word
    unsigned no_slot = 0;
    const int* first_round = nullptr;                       ///< of each share, and one behind the last
    const int* first_column = nullptr;                      ///< of each round
    const unsigned* word = nullptr;                         ///< 1024 of each round
    const T* value = nullptr;                               ///< 1024 of each round
    const int *first_sum = nullptr, *first_piece = nullptr; ///< as in SweepLayout, and these too
    const SweepLayout::Sum* sum = nullptr;
    const SweepLayout::Piece* piece = nullptr;
    const unsigned* is_cut = nullptr; ///< a bit for each row: set where it is cut into pieces; null where none is
};

/// The arrays of a plan and what makes them.
template <class T> class SweepArrays {
public:
    /// `a` is on the device, `layout` made of its row pointers. Errors: "kernel.refused" where too many rounds have too few
    /// entries, "memory.limit", "device.fault".
    SweepArrays(const cuda::Device& device, const DeviceCsr<T>& a, const SweepLayout& layout);

    const SweepPlan<T>& plan() const { return plan_; }

private:
    SweepPlan<T> plan_;
    cuda::Buffer<int> first_round_, first_column_, first_sum_, first_piece_;
    cuda::Buffer<unsigned> is_cut_;
    cuda::Buffer<SweepLayout::Sum> sum_;
    cuda::Buffer<SweepLayout::Piece> piece_;
    cuda::Buffer<unsigned> word_;
    cuda::Buffer<T> value_;
};

extern template class SweepArrays<float>;
extern template class SweepArrays<double>;

/// What csr-sweep says when it refuses. Throws "kernel.refused".
[[noreturn]] void refuse_sweep(const std::string& why);

/// Bits that tell n things apart.
constexpr int bits_for(std::int64_t n) {
    int bits = 0;
    while ((std::int64_t{1} << bits) < n) ++bits;
    return bits;
}

} // namespace warploom::kernels
