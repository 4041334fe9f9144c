#pragma once

#include <algorithm>
#include <cstdint>
#include <future>
#include <vector>

// Which block of csr-sweep has which entries, and where their products are added up. Made on the host, of the row pointers
// alone: no CUDA here.

namespace warploom::kernels {

/// The entries in equal shares, one for each block. A share has neighbouring rows, as many as every other share has, and a
/// slot for each of them, in which products are added up. Rows with more than `longest_kept` entries are cut into pieces,
/// and these fill the shares up until all have as many entries: a piece has slots of its own.
///
/// A slot takes at most `most_of_slot` entries, because of the products that are added up at a time no two may go to the
/// same one. A row or piece that has more takes turns with several, entry after entry; they are added up at the end.
struct SweepLayout {
    int shares = 0, rows_of_share = 0, longest_kept = 0, most_of_slot = 1;

    /// Slots first .. first + count - 1 of a share, to be added to `target` at the end, the first one of their row. Few.
    struct Sum {
        int first, count, target;
    };
    /// Entries begin .. end - 1 of a row that is cut.
    struct Piece {
        int row, begin, end, share, first_slot, slot_count;
        int first_of_row = 0, of_row = 1; ///< the first piece of that row, and how many it has
    };

    std::vector<int> entries, slot_count;    ///< of each share
    std::vector<unsigned short> second_slot; ///< of each row that has more than one
    std::vector<Sum> sums;                   ///< share by share
    std::vector<int> first_sum;              ///< of each share, and one behind the last
    std::vector<Piece> pieces;               ///< in the order of the entries, and of the shares
    std::vector<int> first_piece;            ///< of each share, and one behind the last

    int slots_for(int row_entries) const { return (row_entries + most_of_slot - 1) / most_of_slot; }
    int most_slots() const { return slot_count.empty() ? 0 : *std::max_element(slot_count.begin(), slot_count.end()); }
};

/// Tells pieces of the others of their row, which stand side by side.
inline void count_pieces(std::vector<SweepLayout::Piece>& pieces) {
    for (std::size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
        while (end < pieces.size() && pieces[end].row == pieces[begin].row) ++end;
        for (std::size_t i = begin; i < end; ++i) {
            pieces[i].first_of_row = static_cast<int>(begin);
            pieces[i].of_row = static_cast<int>(end - begin);
        }
    }
}

/// A bit for each row: set where it is cut into pieces. Empty where none is.
inline std::vector<unsigned> cut_rows(const std::vector<SweepLayout::Piece>& pieces, std::int64_t rows) {
    std::vector<unsigned> bits;
    if (!pieces.empty()) bits.resize(static_cast<std::size_t>(rows) / 32 + 1);
    for (const SweepLayout::Piece& piece : pieces) {
        const auto row = static_cast<unsigned>(piece.row);
        bits[row / 32] |= 1u << row % 32;
    }
    return bits;
}

/// How many of `wanted` entries each share receives, so that all that receive some end with equally many: kept[s] has share s
/// already.
inline std::vector<std::int64_t> sweep_fillings(const std::vector<int>& kept, std::int64_t wanted) {
    std::int64_t low = 0, high = wanted; // the level up to which shares are filled
    for (const int k : kept) high = std::max(high, k + wanted);
    const auto held = [&](std::int64_t level) {
        std::int64_t all = 0;
        for (const int k : kept) all += std::max<std::int64_t>(0, level - k);
        return all;
    };
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (held(middle) >= wanted) high = middle;
        else low = middle + 1;
    }
    std::vector<std::int64_t> fillings;
    for (const int k : kept) {
        fillings.push_back(std::min(wanted, std::max<std::int64_t>(0, low - k)));
        wanted -= fillings.back();
    }
    return fillings;
}

/// `at_a_time` products are added up at a time. `row_pointer` has rows + 1 elements. What comes out is the same with any
/// number of threads.
inline SweepLayout lay_out_sweep(const int* row_pointer, int rows, int shares, int at_a_time, int threads = 1) {
    SweepLayout layout;
    layout.shares = shares;
    layout.rows_of_share = (rows + shares - 1) / shares;
    const std::int64_t nonzeros = row_pointer[rows];
    const std::int64_t rounds = nonzeros / (static_cast<std::int64_t>(shares) * at_a_time) + 1;
    layout.most_of_slot = static_cast<int>(std::max<std::int64_t>(4, rounds / 2));
    layout.longest_kept = 4 * layout.most_of_slot;
    layout.entries.resize(static_cast<std::size_t>(shares));
    layout.slot_count.resize(layout.entries.size());
    layout.second_slot.resize(static_cast<std::size_t>(rows));

    std::vector<std::vector<SweepLayout::Sum>> sums(layout.entries.size());
    std::vector<std::vector<int>> long_rows(layout.entries.size());
    const auto lay_out_share = [&](int share) {
        const std::int64_t first = std::min<std::int64_t>(rows, std::int64_t{share} * layout.rows_of_share);
        const std::int64_t last = std::min<std::int64_t>(rows, first + layout.rows_of_share);
        int entries = 0, next = static_cast<int>(last - first);
        for (std::int64_t row = first; row < last; ++row) {
            const int length = row_pointer[row + 1] - row_pointer[row];
            if (length > layout.longest_kept) {
                long_rows[share].push_back(static_cast<int>(row));
                continue;
            }
            entries += length;
            if (length <= layout.most_of_slot) continue;
            const int more = layout.slots_for(length) - 1;
            layout.second_slot[row] = static_cast<unsigned short>(next);
            sums[share].push_back({next, more, static_cast<int>(row - first)});
            next += more;
        }
        layout.entries[share] = entries;
        layout.slot_count[share] = next;
    };
    std::vector<std::future<void>> others;
    const auto lay_out_every = [&](int from) {
        for (int share = from; share < shares; share += threads) lay_out_share(share);
    };
    for (int thread = 1; thread < threads; ++thread)
        others.push_back(std::async(std::launch::async, lay_out_every, thread));
    lay_out_every(0);
    for (auto& other : others) other.get();

    std::int64_t to_share_out = 0;
    for (const auto& list : long_rows)
        for (const int row : list) to_share_out += row_pointer[row + 1] - row_pointer[row];
    std::vector<std::int64_t> room = sweep_fillings(layout.entries, to_share_out);
    std::size_t share = 0;
    for (const auto& list : long_rows) {
        for (const int row : list) {
            for (int begin = row_pointer[row]; begin < row_pointer[row + 1];) {
                while (room[share] == 0) ++share;
                const int count = static_cast<int>(std::min<std::int64_t>(room[share], row_pointer[row + 1] - begin));
                layout.pieces.push_back({row, begin, begin + count, static_cast<int>(share), layout.slot_count[share],
                                         layout.slots_for(count)});
                layout.slot_count[share] += layout.slots_for(count);
                layout.entries[share] += count;
                room[share] -= count;
                begin += count;
            }
        }
    }
    count_pieces(layout.pieces);
    for (const auto& list : sums) {
        layout.first_sum.push_back(static_cast<int>(layout.sums.size()));
        layout.sums.insert(layout.sums.end(), list.begin(), list.end());
    }
    layout.first_sum.push_back(static_cast<int>(layout.sums.size()));
    layout.first_piece.assign(layout.first_sum.size(), 0);
    for (const SweepLayout::Piece& piece : layout.pieces) ++layout.first_piece[piece.share + 1];
    for (int s = 0; s < shares; ++s) layout.first_piece[s + 1] += layout.first_piece[s];
    return layout;
}

} // namespace warploom::kernels
