#include "kernels/cuda/spmv/sweep_plan.h"

#include "engine/cuda/cuda_errors.h"
#include "engine/error.h"
#include "kernels/cuda/spmv/row_of_entry.h"

#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <string>

namespace warploom::kernels {

namespace {

constexpr int block_size = 256, entries_a_thread = 8;

/// What the kernels below need of a layout.
struct LayoutView {
    int rows_of_share, most_of_slot, longest_kept, pieces;
    const unsigned short* second_slot;
    const SweepLayout::Piece* piece;
    int column_bits; ///< of a key: the share stands above them
};

/// The piece that entry k of a row that is cut is in.
__device__ int piece_of(const LayoutView& layout, int k) {
    int low = 0, high = layout.pieces;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (layout.piece[middle].begin <= k) low = middle;
        else high = middle;
    }
    return low;
}

/// Of each entry its share and column, as one number to sort by, and its slot. Threads of a block have neighbouring entries.
__global__ void __launch_bounds__(block_size)
    look_up(EntriesSize a, const int* row_pointer, const int* column, LayoutView layout, unsigned* key, int* entry,
            unsigned short* slot) {
    __shared__ int outer_row[2]; // of the first and of the last entry of this block
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block_size * entries_a_thread;
    const int last =
        static_cast<int>(min(first + block_size * entries_a_thread, static_cast<std::int64_t>(a.nonzeros)));
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < 2) outer_row[thread] = row_of_entry(row_pointer, a.rows, thread == 0 ? first : last - 1);
    __syncthreads();
    int row = outer_row[0];
    for (int k = static_cast<int>(first) + thread; k < last; k += block_size) {
        row = row_of_entry(row_pointer, row, outer_row[1] + 1, k);
        int begin = row_pointer[row], end = row_pointer[row + 1]; // of what the entry is in: a row or a piece of one
        int share = 0, first_slot = 0, second_slot = 0;
        if (end - begin > layout.longest_kept) {
            const SweepLayout::Piece piece = layout.piece[piece_of(layout, k)];
            begin = piece.begin;
            end = piece.end;
            share = piece.share;
            first_slot = piece.first_slot;
            second_slot = first_slot + 1;
        } else {
            share = row / layout.rows_of_share;
            first_slot = row % layout.rows_of_share;
            second_slot = layout.second_slot[row];
        }
        const int slots = (end - begin + layout.most_of_slot - 1) / layout.most_of_slot;
        const int turn = (k - begin) % slots;
        key[k] = static_cast<unsigned>(share) << layout.column_bits | static_cast<unsigned>(column[k]);
        entry[k] = k;
        slot[k] = static_cast<unsigned short>(turn == 0 ? first_slot : second_slot + turn - 1);
    }
}

__global__ void __launch_bounds__(block_size)
    pick(int n, const int* entry, const unsigned short* of_entry, unsigned short* sorted) {
    const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
    if (i < n) sorted[i] = of_entry[entry[i]];
}

constexpr int most_waiting = 3072;       ///< entries that come after others of their column
constexpr int claims_a_round = 8192;     ///< more than the candidates of a round
constexpr int most_batches = 6;          ///< of candidates in a round
constexpr int most_rounds_ever = 500000; ///< of a share, so that claims are different numbers

struct Scheduling {
    const int* first_entry; ///< of each share, and one behind the last, in the order of the keys
    const int* first_round; ///< of each share: where its rounds have room, and one behind the last
    const unsigned* key;
    const unsigned short* slot;
    int slots;
    unsigned column_mask, most_columns; ///< of a key; of a round
    int* order;        ///< 1024 of each round: the entry, by its number in the order of the keys, or -1
    int* first_column; ///< of each round
    int* rounds;       ///< of each share; -1: it has no room for all
};

/// A block for each share shares its entries out into rounds. Candidates are those that still wait and then the next ones;
/// of those with the same slot the first one wins, and the others wait. So what comes out is the same each time.
__global__ void __launch_bounds__(sweep_threads) schedule(Scheduling s) {
    extern __shared__ unsigned claims[]; // of each slot: the lowest one so far. Later rounds have lower ones
    __shared__ int waiting[2][most_waiting];
    __shared__ int of_warps[sweep_threads / 32];
    const int t = static_cast<int>(threadIdx.x), lane = t % 32, warp = t / 32;
    const int share = static_cast<int>(blockIdx.x);
    for (int i = t; i < s.slots; i += sweep_threads) claims[i] = 0xffffffffu;
    __syncthreads();

    int next = s.first_entry[share], wait = 0, from = 0, round = 0;
    const int end = s.first_entry[share + 1], first_round = s.first_round[share];
    const int most_rounds = s.first_round[share + 1] - first_round;
    while ((next < end || wait > 0) && round < most_rounds) {
        const unsigned first_claim = 0xffffffffu - static_cast<unsigned>(round + 1) * claims_a_round;
        const int* const in = waiting[from];
        int* const out = waiting[1 - from];
        int* const order = s.order + static_cast<std::int64_t>(first_round + round) * sweep_threads;
        const unsigned first_column = s.key[wait > 0 ? in[0] : next] & s.column_mask;
        int filled = 0, stay = 0, seen = 0;
        for (int batch = 0; batch < most_batches; ++batch) {
            const int there = min(wait + (end - next) - seen, most_waiting - stay); // all of them may have to stay
            const int candidates = min(there, sweep_threads - filled);
            if (candidates <= 0) break;
            const int nth = seen + t;
            const bool is_candidate = t < candidates;
            const int at = !is_candidate ? 0 : nth < wait ? in[nth] : next + nth - wait;
            const unsigned column = is_candidate ? s.key[at] & s.column_mask : 0;
            const int slot = is_candidate ? s.slot[at] : 0;
            const unsigned claim = first_claim + static_cast<unsigned>(nth);
            const bool is_near = is_candidate && column - first_column < s.most_columns;
            if (is_near) atomicMin(claims + slot, claim);
            __syncthreads();
            const bool wins = is_near && claims[slot] == claim;
            const unsigned winners = __ballot_sync(0xffffffffu, wins);
            const unsigned losers = __ballot_sync(0xffffffffu, is_candidate && !wins);
            if (lane == 0) of_warps[warp] = __popc(winners) | __popc(losers) << 16;
            __syncthreads();
            int before = 0, all = 0; // losers stand above the lower 16 bits
            for (int w = 0; w < sweep_threads / 32; ++w) {
                if (w == warp) before = all;
                all += of_warps[w];
            }
            const unsigned earlier = (1u << lane) - 1u;
            if (wins) order[filled + (before & 0xffff) + __popc(winners & earlier)] = at;
            else if (is_candidate) out[stay + (before >> 16) + __popc(losers & earlier)] = at;
            filled += all & 0xffff;
            stay += all >> 16;
            seen += candidates;
            if ((all & 0xffff) == 0) break;
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
    const int* first_round; ///< of each share in the plan, and one behind the last
    const int* had_round;   ///< the same where they were made
    int shares;
    const int *order, *had_column;
    const unsigned* key;
    const int* entry;
    const unsigned short* slot;
    unsigned column_mask;
    int slot_bits;
    unsigned no_slot;
};

/// A block for each round of the plan.
template <class T>
__global__ void __launch_bounds__(sweep_threads)
    fill(Filling f, const T* of_entry, int* first_column, unsigned* word, T* value) {
    const int round = static_cast<int>(blockIdx.x);
    int low = 0, high = f.shares; // the share with first_round[low] <= round < first_round[low + 1]
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (f.first_round[middle] <= round) low = middle;
        else high = middle;
    }
    const int had = f.had_round[low] + round - f.first_round[low], base = f.had_column[had];
    const int at = f.order[static_cast<std::int64_t>(had) * sweep_threads + threadIdx.x];
    const std::int64_t to = static_cast<std::int64_t>(round) * sweep_threads + threadIdx.x;
    const unsigned column = at >= 0 ? (f.key[at] & f.column_mask) - static_cast<unsigned>(base) : 0;
    word[to] = column << f.slot_bits | (at >= 0 ? f.slot[at] : f.no_slot);
    value[to] = at >= 0 ? of_entry[f.entry[at]] : T(0);
    if (threadIdx.x == 0) first_column[round] = base;
}

unsigned blocks_of(std::int64_t things, std::int64_t of_block) {
    return static_cast<unsigned>((things + of_block - 1) / of_block);
}

template <class E> cuda::Buffer<E> uploaded(const std::vector<E>& from, cudaStream_t stream) {
    cuda::Buffer<E> buffer(static_cast<std::int64_t>(from.size()), "A plan");
    buffer.upload(from.data(), buffer.size(), stream);
    return buffer;
}

/// Sums of those before, and of all behind the last.
std::vector<int> added_up(const std::vector<int>& counts) {
    std::vector<int> sums(1, 0);
    for (const int count : counts) sums.push_back(sums.back() + count);
    return sums;
}

} // namespace

template <class T>
SweepArrays<T>::SweepArrays(const cuda::Device& device, const DeviceCsr<T>& a, const SweepLayout& layout) {
    const cudaStream_t stream = device.stream();
    const int n = a.nonzeros, column_bits = bits_for(a.cols), key_bits = column_bits + bits_for(layout.shares);
    plan_.shares = layout.shares;
    plan_.rows_of_share = layout.rows_of_share;
    plan_.pieces = static_cast<int>(layout.pieces.size());
    plan_.slots = layout.most_slots();
    plan_.slot_bits = bits_for(plan_.slots + std::int64_t{1});
    plan_.no_slot = (1u << plan_.slot_bits) - 1u;

    const cuda::Buffer<unsigned short> second_slot = uploaded(layout.second_slot, stream);
    piece_ = uploaded(layout.pieces, stream);
    const LayoutView view{layout.rows_of_share, layout.most_of_slot, layout.longest_kept, plan_.pieces,
                          second_slot.data(),   piece_.data(),       column_bits};
    cuda::Buffer<unsigned> key(n, "A plan");
    cuda::Buffer<int> entry(n, "A plan");
    cuda::Buffer<unsigned short> slot(n, "A plan");
    {
        cuda::Buffer<unsigned> other_key(n, "A plan");
        cuda::Buffer<int> other_entry(n, "A plan");
        cuda::Buffer<unsigned short> of_entry(n, "A plan");
        look_up<<<blocks_of(n, block_size * entries_a_thread), block_size, 0, stream>>>(
            a, a.row_pointer, a.column, view, key.data(), entry.data(), of_entry.data());
        cub::DoubleBuffer<unsigned> keys(key.data(), other_key.data());
        cub::DoubleBuffer<int> entries(entry.data(), other_entry.data());
        std::size_t bytes = 0;
        WARPLOOM_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, entries, n, 0, key_bits, stream));
        cuda::Buffer<char> scratch(static_cast<std::int64_t>(bytes), "Sorting");
        WARPLOOM_CUDA_CHECK(
            cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, keys, entries, n, 0, key_bits, stream));
        if (keys.Current() != key.data()) std::swap(key, other_key);
        if (entries.Current() != entry.data()) std::swap(entry, other_entry);
        pick<<<blocks_of(n, block_size), block_size, 0, stream>>>(n, entry.data(), of_entry.data(), slot.data());
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
        device.finish(); // arrays no longer needed go
    }

    // Twice as many rounds as there need be, and some for few entries.
    std::vector<int> room;
    for (const int entries : layout.entries)
        room.push_back(std::min(most_rounds_ever, entries / (sweep_threads / 2) + 64));
    const std::vector<int> had_round = added_up(room);
    const cuda::Buffer<int> first_entry = uploaded(added_up(layout.entries), stream);
    const cuda::Buffer<int> had = uploaded(had_round, stream);
    cuda::Buffer<int> order(had_round.back() * static_cast<std::int64_t>(sweep_threads), "A plan");
    cuda::Buffer<int> had_column(had_round.back(), "A plan"), counted(layout.shares, "A plan");
    const std::size_t shared = static_cast<std::size_t>(plan_.slots) * sizeof(unsigned);
    WARPLOOM_CUDA_CHECK(
        cudaFuncSetAttribute(schedule, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
    const unsigned column_mask = (std::int64_t{1} << column_bits) - 1;
    const auto most_columns =
        static_cast<unsigned>(std::min(std::int64_t{1} << (32 - plan_.slot_bits), std::int64_t{1} << 31));
    schedule<<<static_cast<unsigned>(layout.shares), sweep_threads, shared, stream>>>(
        {first_entry.data(), had.data(), key.data(), slot.data(), plan_.slots, column_mask, most_columns, order.data(),
         had_column.data(), counted.data()});
    WARPLOOM_CUDA_CHECK(cudaGetLastError());
    std::vector<int> rounds(static_cast<std::size_t>(layout.shares));
    counted.download(rounds.data(), layout.shares, stream);
    if (*std::min_element(rounds.begin(), rounds.end()) < 0)
        refuse_sweep("neighbouring columns are asked for by the same rows, and not by rows anywhere.");

    const std::vector<int> first_round = added_up(rounds);
    first_round_ = uploaded(first_round, stream);
    first_column_ = cuda::Buffer<int>(first_round.back(), "A plan");
    word_ = cuda::Buffer<unsigned>(first_round.back() * static_cast<std::int64_t>(sweep_threads), "A plan");
    value_ = cuda::Buffer<T>(word_.size(), "A plan");
    fill<<<static_cast<unsigned>(first_round.back()), sweep_threads, 0, stream>>>(
        {first_round_.data(), had.data(), layout.shares, order.data(), had_column.data(), key.data(), entry.data(),
         slot.data(), column_mask, plan_.slot_bits, plan_.no_slot},
        a.value, first_column_.data(), word_.data(), value_.data());
    WARPLOOM_CUDA_CHECK(cudaGetLastError());
    first_sum_ = uploaded(layout.first_sum, stream);
    first_piece_ = uploaded(layout.first_piece, stream);
    sum_ = uploaded(layout.sums, stream);
    is_cut_ = uploaded(cut_rows(layout.pieces, a.rows), stream);
    device.finish(); // what it was made of goes

    plan_.first_round = first_round_.data();
    plan_.first_column = first_column_.data();
    plan_.word = word_.data();
    plan_.value = value_.data();
    plan_.first_sum = first_sum_.data();
    plan_.first_piece = first_piece_.data();
    plan_.sum = sum_.data();
    plan_.piece = piece_.data();
    plan_.is_cut = layout.pieces.empty() ? nullptr : is_cut_.data();
}

template class SweepArrays<float>;
template class SweepArrays<double>;

void refuse_sweep(const std::string& why) {
    throw Error("kernel.refused", "csr-sweep cannot multiply this matrix here: " + why, "Take csr-adaptive.");
}

} // namespace warploom::kernels
