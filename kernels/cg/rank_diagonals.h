#pragma once

#include "kernels/cg/diagonal_phases.h"
#include "kernels/cg/sum_slots.h"

// Conjugate gradients over a matrix of few diagonals (diagonal_phases.h) whose rows are shared out among ranks.
//
// r travels, and not p: the residual's launch writes the r of a cut into the memory of whoever needs it, cut rows first, so
// that it has arrived before the sums have. From r each rank makes the p of its neighbours' rows itself, which it keeps
// beside its own: the same numbers by the same words, so the same bits. Sums meet twice an iteration, as on one GPU: a
// launch leaves the sum of each of its blocks with every rank, and the next launch adds up all of them, in the same order
// everywhere.
//
// Nothing is overwritten that somebody still reads. A launch writes r and sums only after it has found the sums of the launch
// before of all ranks, and a block leaves its sum last, when it has read what it reads.

namespace warploom::kernels {

/// Rows of a rank that another one needs.
template <class T> struct SentRows {
    std::int64_t first = 0, last = 0;
    T* to = nullptr; ///< where the first of them goes
};

namespace WARPLOOM_TARGET {

/// A run of a rank's rows, converted on its own: entry (row, d) is in the column row + shift + offset[d], where columns
/// count from the rank's first row and those of the halo are below zero or from `rows` on.
template <class T> struct PartOfDiagonals {
    Dia<T, In> a;
    int first_row = 0, last_row = 0; ///< within the rank
    int shift = 0, lowest = 0, highest = 0;

    KERNEL_FN int last() const { return last_row; }
    KERNEL_FN std::int64_t slot(int row) const { return row - first_row; }
    KERNEL_FN int column(int row, int d) const { return row + shift + a.offset[d]; }
    KERNEL_FN bool has(int column) const { return column >= lowest && column < highest; }
};

/// r and both p have room for the halo before and behind the own rows.
template <class T> struct RankDiagonalCg : DiagonalVectors<T> {
    PartOfDiagonals<T> below, inner, above; ///< in the order of rows; some have none
    int halo_below = 0, halo_above = 0;
    int ranks = 0;                                    ///< all have the same numbers of blocks
    SumSlot *slots_pq = nullptr, *slots_rr = nullptr; ///< of all ranks' blocks, by rank
    SumSlot *const *pq_to = nullptr, *const *rr_to =
                                         nullptr; ///< where this rank's blocks leave theirs, `targets` places each
    int targets = 0;
    const SentRows<T>* sent = nullptr; ///< `sends` of them, by writing; none where they travel otherwise
    int sends = 0;
    int front = 0, back = 0; ///< rows at both ends within which they are

    KERNEL_FN std::uint32_t tag(int of_turn) const {
        return static_cast<std::uint32_t>(this->turn[turns::before]) + static_cast<std::uint32_t>(of_turn) + 1u;
    }
    KERNEL_FN T total_pq(Thread t) const {
        return await_sums<T>(t, slots_pq, ranks * this->product_blocks, tag(this->turn[turns::present]), false);
    }
    KERNEL_FN T total_rr(Thread t) const {
        return await_sums<T>(t, slots_rr, ranks * this->residual_blocks, tag(this->turn[turns::next] - 1), true);
    }
    KERNEL_FN void leave_pq(Thread t, T sum) const {
        if (t.thread() < targets) put_slot(pq_to[t.thread()] + t.block(), slot_of(sum, tag(this->turn[turns::next])));
    }
    KERNEL_FN void leave_rr(Thread t, T sum) const {
        if (t.thread() >= targets) return;
        if (sends > 0) fence_between_gpus(); // the block's threads have met since they wrote
        put_slot(rr_to[t.thread()] + t.block(), slot_of(sum, tag(this->turn[turns::present])));
    }
    KERNEL_FN void note_turn(Thread t, int present) const {
        if (t.global_id() == 0) this->turn[turns::present] = present;
    }
    template <class Rows> KERNEL_FN void each_part(Rows&& rows) const {
        rows(below);
        rows(inner);
        rows(above);
    }
    /// Goes on where the thread's last row was.
    template <class Make> KERNEL_FN void each_halo_entry(int row, int stride, Make&& make) const {
        for (int i = row - this->n; i < halo_below + halo_above; i += stride)
            make(i < halo_below ? i - halo_below : this->n + i - halo_below);
    }
    template <class Renew> KERNEL_FN void each_row_of_residual(Thread t, Renew&& renew) const {
        const std::int64_t stride = static_cast<std::int64_t>(this->residual_blocks) * t.block_size();
        std::int64_t k = t.global_id();
        for (; k < front + back; k += stride) {
            const std::int64_t i = k < front ? k : this->n - 1 + front - k;
            const T renewed = renew(i);
            for (int m = 0; m < sends; ++m) {
                const SentRows<T> rows = sent[m];
                if (i >= rows.first && i < rows.last) rows.to[i - rows.first] = renewed;
            }
        }
        UNROLL(4)
        for (std::int64_t i = this->n - 1 + front - k; i >= front; i -= stride) renew(i);
    }
};

/// Between two stretches: tags go on where they were. One thread is enough.
struct CgDiagonalBegin {
    static constexpr const char* phase = "begin";

    template <class T> KERNEL_FN static void run(Thread t, RankDiagonalCg<T> v) {
        if (t.global_id() != 0) return;
        const int next = v.turn[turns::next], before = v.turn[turns::before];
        v.turn[turns::before] =
            static_cast<int>(static_cast<std::uint32_t>(before) + static_cast<std::uint32_t>(next) + 1u);
        v.turn[turns::next] = 0;
        v.turn[turns::present] = 0;
        v.turn[turns::ended] = turns::goes_on;
    }
};

} // namespace WARPLOOM_TARGET
} // namespace warploom::kernels
