#pragma once

#include "kernels/cuda/spmv/row_of_entry.h"
#include "kernels/cuda/spmv/sweep_plan.h"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

#include <cstdint>

// Kernels that create a csr-sweep plan. sweep_plan.cu launches them in this order: assign rows to shares, look up
// entries and gather them in sorted order, assign entries to rounds, and fill the rounds.

namespace warploom::kernels {

namespace {

using Share = SweepLayout::Share;
using Sum = SweepLayout::Sum;
using Piece = SweepLayout::Piece;

// Step 1: assign rows to shares. Each share is the work of one block.

/// The members of a csr-sweep layout that the kernels need.
struct LayoutView {
    int shares, rows_of_share, hand, most_of_slot, longest_kept, pieces;
    unsigned short* second_slot; ///< second slot of each row with at least two slots
    const Piece* piece;
    int column_bits; ///< number of column bits in a key; the share number is in the bits above

    __device__ int slots_for(int entries) const {
        return entries <= most_of_slot ? 1 : (entries + most_of_slot - 1) / most_of_slot;
    }
};

struct Found {
    Share* share;
    Sum* sum;
    SweepLongRow* long_row;
    int* taken;
};

struct RowCounts { ///< numbers of entries, of additional slots, of rows with additional slots, and of split rows
    std::int64_t entries = 0;
    int more = 0, sums = 0, cuts = 0;
    __device__ RowCounts operator+(const RowCounts& other) const {
        return {entries + other.entries, more + other.more, sums + other.sums, cuts + other.cuts};
    }
};

/// Assigns the rows to shares, with one block per share. The order of the lists varies between runs.
__global__ void __launch_bounds__(sweep_threads)
    share_out(const int* row_pointer, int rows, LayoutView layout, Found found) {
    using Reduce = cub::BlockReduce<RowCounts, sweep_threads>;
    using Scan = cub::BlockScan<RowCounts, sweep_threads>;
    __shared__ union {
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
    } scratch;
    __shared__ RowCounts all;
    __shared__ int first_sum, first_cut;
    const int thread = static_cast<int>(threadIdx.x), share = static_cast<int>(blockIdx.x);
    const auto counts_of = [&](int slot, int& begin, int& end) {
        const std::int64_t row = slot < layout.rows_of_share ? row_of_slot(layout, share, slot) : rows;
        begin = row < rows ? row_pointer[row] : 0;
        end = row < rows ? row_pointer[row + 1] : 0;
        RowCounts counts;
        if (end - begin > layout.longest_kept) counts.cuts = 1;
        else {
            counts.entries = end - begin;
            counts.more = layout.slots_for(end - begin) - 1;
            counts.sums = counts.more > 0 ? 1 : 0;
        }
        return counts;
    };
    int begin = 0, end = 0;
    RowCounts mine;
    for (int slot = thread; slot < layout.rows_of_share; slot += sweep_threads)
        mine = mine + counts_of(slot, begin, end);
    const RowCounts sum = Reduce(scratch.reduce).Reduce(mine, ::cuda::std::plus<>{});
    if (thread == 0) {
        all = sum;
        first_sum = sum.sums > 0 ? atomicAdd(found.taken, sum.sums) : 0;
        first_cut = sum.cuts > 0 ? atomicAdd(found.taken + 1, sum.cuts) : 0;
        Share& of = found.share[share];
        of = Share();
        of.entries = static_cast<int>(sum.entries);
        of.slot_count = layout.rows_of_share + sum.more;
        of.first_sum = first_sum;
        of.sums = sum.sums;
        of.first_piece = first_cut; // an index in the list of long rows until these rows have been split
        of.pieces = sum.cuts;
    }
    __syncthreads();
    if (all.sums == 0 && all.cuts == 0) return;
    RowCounts before;
    for (int from = 0; from < layout.rows_of_share; from += sweep_threads) {
        const int slot = from + thread;
        const RowCounts counts = counts_of(slot, begin, end);
        RowCounts at, of_tile;
        Scan(scratch.scan).ExclusiveScan(counts, at, RowCounts(), ::cuda::std::plus<>{}, of_tile);
        at = before + at;
        if (counts.cuts > 0)
            found.long_row[first_cut + at.cuts] = {static_cast<int>(row_of_slot(layout, share, slot)), begin, end};
        if (counts.sums > 0) {
            const int second = layout.rows_of_share + at.more;
            layout.second_slot[row_of_slot(layout, share, slot)] = static_cast<unsigned short>(second);
            found.sum[first_sum + at.sums] = {second, counts.more, slot};
        }
        before = before + of_tile;
        __syncthreads();
    }
}

// Step 2: sort the entries by share and column.

constexpr int block_size = 256, entries_a_thread = 8, entries_of_block = block_size * entries_a_thread;

/// Returns the piece of a split row that contains entry k.
__device__ int piece_of(const LayoutView& layout, int k) {
    int low = 0, high = layout.pieces;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (layout.piece[middle].begin <= k) low = middle;
        else high = middle;
    }
    return low;
}

/// Computes the slot of each entry, and a sort key from its share and column. The threads of a block process
/// neighboring entries.
__global__ void __launch_bounds__(block_size)
    look_up(EntriesSize a, const int* row_pointer, const int* column, LayoutView layout, unsigned* key, int* entry,
            unsigned short* slot) {
    using Scan = cub::BlockScan<int, block_size>;
    __shared__ typename Scan::TempStorage scratch;
    __shared__ int outer_row[2];
    __shared__ __align__(16) int row_of[entries_of_block]; // row of each entry, relative to the first row
    const std::int64_t first = std::int64_t{blockIdx.x} * entries_of_block;
    const int count = static_cast<int>(min(std::int64_t{entries_of_block}, a.nonzeros - first));
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < 2) outer_row[thread] = row_of_entry(row_pointer, a.rows, thread == 0 ? first : first + count - 1);
    for (int i = thread; i < entries_of_block; i += block_size) row_of[i] = 0;
    __syncthreads();
    const int first_row = outer_row[0];
    for (int row = first_row + 1 + thread; row <= outer_row[1]; row += block_size)
        if (const int begin = row_pointer[row]; begin < row_pointer[row + 1])
            row_of[begin - static_cast<int>(first)] = row - first_row;
    __syncthreads();
    // an entry is in the same row as the last preceding entry that starts a row
    int of_thread[entries_a_thread];
    for (int i = 0; i < entries_a_thread; ++i) of_thread[i] = row_of[thread * entries_a_thread + i];
    Scan(scratch).InclusiveScan(of_thread, of_thread, ::cuda::maximum<>{});
    for (int i = 0; i < entries_a_thread; ++i) row_of[thread * entries_a_thread + i] = of_thread[i];
    __syncthreads();
#pragma unroll 4
    for (int i = thread; i < count; i += block_size) {
        const int k = static_cast<int>(first) + i, row = first_row + row_of[i];
        int begin = row_pointer[row];
        int slots = 1, share = 0, first_slot = 0, second_slot = -1;
        if (const int length = row_pointer[row + 1] - begin; length > layout.longest_kept) {
            const Piece piece = layout.piece[piece_of(layout, k)];
            begin = piece.begin;
            slots = piece.slot_count;
            share = piece.share;
            first_slot = piece.first_slot;
            second_slot = first_slot + 1;
        } else {
            const int hand = row / layout.hand;
            slots = layout.slots_for(length);
            share = hand % layout.shares;
            first_slot = hand / layout.shares * layout.hand + row % layout.hand;
        }
        const int turn = slots == 1 ? 0 : (k - begin) % slots;
        if (turn > 0 && second_slot < 0) second_slot = layout.second_slot[row];
        key[k] = static_cast<unsigned>(share) << layout.column_bits | static_cast<unsigned>(column[k]);
        entry[k] = k;
        slot[k] = static_cast<unsigned short>(turn == 0 ? first_slot : second_slot + turn - 1);
    }
}

constexpr int at_once = 4; ///< number of entries that a thread requests before it waits

__global__ void __launch_bounds__(block_size)
    pick(int n, const int* entry, const unsigned short* of_entry, unsigned short* sorted) {
    const std::int64_t first = std::int64_t{blockIdx.x} * block_size * at_once + threadIdx.x;
    int from[at_once];
#pragma unroll
    for (int i = 0; i < at_once; ++i) from[i] = first + i * block_size < n ? entry[first + i * block_size] : 0;
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
        const unsigned short slot = of_entry[from[i]];
        if (first + i * block_size < n) sorted[first + i * block_size] = slot;
    }
}

// Step 3: schedule the entries in rounds.

constexpr int most_waiting = 3072;       ///< maximum number of entries deferred because their slot was taken
constexpr int claims_a_round = 8192;     ///< number of claims per round, which must exceed the number of candidates
constexpr int most_batches = 6;          ///< maximum number of batches of candidates per round
constexpr int enough = 1016;             ///< number of entries at which a round counts as full
constexpr int most_rounds_ever = 500000; ///< maximum number of rounds per share, to keep claims distinct

struct Scheduling {
    const int* first_entry; ///< index of the first entry of each share in key order, plus one past the end
    const int* first_round; ///< start of the memory for the rounds of each share, plus one past the end
    const unsigned* key;
    const unsigned short* slot;
    int n, slots;
    unsigned column_mask, most_columns; ///< mask for the column in a key, and maximum range of columns per round
    unsigned unsorted;                  ///< number of low-order bits of the column index that the sort ignores
    int* order;                         ///< index of each entry in key order, or -1; 1024 elements per round
    int* first_column;
    int* rounds; ///< number of rounds in each share; -1 if they do not fit
};

/// Assigns the entries of a share to rounds. Launch this kernel with one block per share. The candidates for a round
/// are the deferred entries, followed by the next entries. If several candidates have the same slot, the first one is
/// used and the others are deferred, so the result is deterministic.
__global__ void __launch_bounds__(sweep_threads) schedule(Scheduling s) {
    extern __shared__ unsigned claims[]; // lowest claim on each slot; later rounds have lower claims
    __shared__ int waiting[2][most_waiting];
    __shared__ unsigned of_warps[2][sweep_threads / 32];
    const int t = static_cast<int>(threadIdx.x), lane = t % 32, warp = t / 32;
    const int share = static_cast<int>(blockIdx.x);
    for (int i = t; i < s.slots; i += sweep_threads) claims[i] = 0xffffffffu;
    __syncthreads();

    int next = s.first_entry[share], wait = 0, from = 0, round = 0, parity = 0;
    const int end = s.first_entry[share + 1], first_round = s.first_round[share];
    const int most_rounds = s.first_round[share + 1] - first_round;
    while ((next < end || wait > 0) && round < most_rounds) {
        const unsigned first_claim = 0xffffffffu - static_cast<unsigned>(round + 1) * claims_a_round;
        const int* const in = waiting[from];
        int* const out = waiting[1 - from];
        int* const order = s.order + std::int64_t{first_round + round} * sweep_threads;
        const unsigned first_key = s.key[wait > 0 ? in[0] : next];
        unsigned first_column = 0;
        int filled = 0, stay = 0, seen = 0;
        for (int batch = 0; batch < most_batches; ++batch) {
            const int there = min(wait + (end - next) - seen, most_waiting - stay); // all of them may be deferred
            const int candidates = min(there, sweep_threads - filled);
            if (candidates <= 0) break;
            const int nth = seen + t;
            const bool is_candidate = t < candidates;
            const int at = !is_candidate ? 0 : nth < wait ? in[nth] : next + nth - wait;
            const unsigned key = is_candidate ? s.key[at] : 0;
            const int slot = is_candidate ? s.slot[at] : 0;
            if (batch == 0) {
                first_column = first_key & s.column_mask & ~s.unsorted;
                // Prefetch the data of a later round to the L2 cache.
                if (const int later = next + 3 * sweep_threads + t; later < s.n) {
                    if (lane % 8 == 0) asm volatile("prefetch.global.L2 [%0];" ::"l"(s.key + later));
                    if (lane % 16 == 0) asm volatile("prefetch.global.L2 [%0];" ::"l"(s.slot + later));
                }
            }
            const unsigned claim = first_claim + static_cast<unsigned>(nth);
            const bool is_near = is_candidate && (key & s.column_mask) - first_column < s.most_columns;
            if (is_near) atomicMin(claims + slot, claim);
            __syncthreads();
            const bool wins = is_near && claims[slot] == claim;
            const unsigned winners = __ballot_sync(0xffffffffu, wins);
            const unsigned losers = __ballot_sync(0xffffffffu, is_candidate && !wins);
            // Two arrays alternate, because a warp may reach the next batch while another warp is still reading. The
            // lower 16 bits contain the number of winners, the upper 16 bits the number of losers.
            unsigned* const counts = of_warps[parity];
            parity = 1 - parity;
            if (lane == 0) counts[warp] = static_cast<unsigned>(__popc(winners) | __popc(losers) << 16);
            __syncthreads();
            const unsigned of_lane = counts[lane];
            const unsigned all = __reduce_add_sync(0xffffffffu, of_lane);
            const unsigned before = __reduce_add_sync(0xffffffffu, lane < warp ? of_lane : 0u);
            const unsigned earlier = (1u << lane) - 1u;
            if (wins) order[filled + static_cast<int>(before & 0xffffu) + __popc(winners & earlier)] = at;
            else if (is_candidate) out[stay + static_cast<int>(before >> 16) + __popc(losers & earlier)] = at;
            filled += static_cast<int>(all & 0xffffu);
            stay += static_cast<int>(all >> 16);
            seen += candidates;
            if ((all & 0xffffu) == 0 || filled >= enough) break;
        }
        for (int i = seen + t; i < wait; i += sweep_threads) out[stay + i - seen] = in[i];
        for (int i = filled + t; i < sweep_threads; i += sweep_threads) order[i] = -1;
        if (t == 0) s.first_column[first_round + round] = static_cast<int>(first_column);
        stay += max(0, wait - seen);
        next += max(0, seen - wait);
        wait = stay;
        from = 1 - from;
        ++round;
        __syncthreads();
    }
    if (t == 0) s.rounds[share] = next < end || wait > 0 ? -1 : round;
}

struct Filling {
    const Share* share;
    const int* had_round; ///< index in the schedule of the first round of each share
    int shares;
    const int *order, *had_column;
    const unsigned* key;
    const int* entry;
    const unsigned short* slot;
    unsigned column_mask;
    int slot_bits;
    unsigned no_slot;
};

/// Fills the rounds of the plan. Launch this kernel with one block per round.
template <class T>
__global__ void __launch_bounds__(block_size)
    fill(Filling f, const T* of_entry, int* first_column, unsigned* word, T* value) {
    static_assert(block_size * at_once == sweep_threads);
    const int round = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
    int low = 0, high = f.shares; // binary search for the share that contains this round
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (f.share[middle].first_round <= round) low = middle;
        else high = middle;
    }
    const int had = f.had_round[low] + round - f.share[low].first_round, base = f.had_column[had];
    const int* const order = f.order + std::int64_t{had} * sweep_threads + thread;
    const std::int64_t to = std::int64_t{round} * sweep_threads + thread;
    int at[at_once];
    unsigned words[at_once];
    T values[at_once];
#pragma unroll
    for (int i = 0; i < at_once; ++i) at[i] = order[i * block_size];
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
        const int from = max(at[i], 0);
        const unsigned column = (f.key[from] & f.column_mask) - static_cast<unsigned>(base);
        words[i] = at[i] >= 0 ? column << f.slot_bits | f.slot[from] : f.no_slot;
        values[i] = at[i] >= 0 ? of_entry[f.entry[from]] : T(0);
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
        word[to + i * block_size] = words[i];
        value[to + i * block_size] = values[i];
    }
    if (thread == 0) first_column[round] = base;
}

} // namespace

} // namespace warploom::kernels
