#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

// Describes how csr-sweep assigns entries to blocks, and where it accumulates products. The GPU counts rows and entries
// (sweep_plan.cu). The few long rows are split on the host, so this file does not depend on CUDA.

namespace warploom::kernels {

/// The division of the matrix entries into equal shares, one per block. The products of a row are accumulated in a
/// slot, which is an element in shared memory. Groups of `hand` neighboring rows are assigned to the shares in turn, so
/// a share has one large group or many small ones. Rows with more than `longest_kept` entries are split into pieces.
/// The pieces are distributed so that all shares have about the same number of entries.
///
/// A slot is used for at most `most_of_slot` entries, because products added at the same time must have different
/// slots. The entries of a longer row are distributed cyclically over several slots, which are added at the end. A
/// piece has as many slots as the whole row would have, because its entries have nearby columns and are concentrated in
/// a few rounds.
struct SweepLayout {
    int shares = 0, rows_of_share = 0, longest_kept = 0, most_of_slot = 1;
    int hand = 0;      ///< number of neighboring rows in a group (hand); divides rows_of_share
    int at_a_time = 1; ///< number of products added at the same time

    /// Slots first .. first + count - 1 of a share, which belong to a row with several slots. They are added at the end
    /// to slot `target`, the first slot of the row.
    struct Sum {
        int first, count, target;
    };
    /// A piece of a split row: entries begin .. end - 1 of the matrix.
    struct Piece {
        int row, begin, end, share, first_slot, slot_count;
        int first_of_row = 0, of_row = 1; ///< index of the row's first piece, and number of its pieces
    };
    struct Share {
        int entries = 0, slot_count = 0;
        int first_sum = 0, sums = 0;
        int first_piece = 0, pieces = 0;
        int first_round = 0, rounds = 0;
    };
    std::vector<Share> share;
    std::vector<Piece> pieces; ///< all pieces, in the order of the entries and of the shares

    int slots_for(int entries) const { return (entries + most_of_slot - 1) / most_of_slot; }
    int most_slots() const {
        int most = 0;
        for (const Share& s : share) most = std::max(most, s.slot_count);
        return most;
    }
    int most_entries() const {
        int most = 0;
        for (const Share& s : share) most = std::max(most, s.entries);
        return most;
    }
};

/// Returns a csr-sweep layout without entries or pieces. `at_a_time` products are added at the same time. If `hand` is
/// 0, each share is a single group of neighboring rows.
inline SweepLayout sweep_layout(std::int64_t rows, int shares, int at_a_time, int hand = 0) {
    SweepLayout layout;
    layout.shares = shares;
    layout.at_a_time = at_a_time;
    layout.hand = hand == 0 ? static_cast<int>((rows + shares - 1) / shares) : hand;
    const std::int64_t in_turn = std::int64_t{layout.hand} * shares;
    layout.rows_of_share = static_cast<int>((rows + in_turn - 1) / in_turn) * layout.hand;
    return layout;
}

/// A row to be split into pieces, with its range of entries.
struct SweepLongRow {
    int row, begin, end;
};

/// Sets the first piece and the number of pieces of each split row. The pieces of a row are contiguous.
inline void count_pieces(std::vector<SweepLayout::Piece>& pieces) {
    for (std::size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
        while (end < pieces.size() && pieces[end].row == pieces[begin].row) ++end;
        for (std::size_t i = begin; i < end; ++i) {
            pieces[i].first_of_row = static_cast<int>(begin);
            pieces[i].of_row = static_cast<int>(end - begin);
        }
    }
}

/// Returns one bit per row, set for split rows; empty if there are none.
inline std::vector<unsigned> cut_rows(const std::vector<SweepLayout::Piece>& pieces, std::int64_t rows) {
    std::vector<unsigned> bits;
    if (!pieces.empty()) bits.resize(static_cast<std::size_t>(rows) / 32 + 1);
    for (const SweepLayout::Piece& piece : pieces) {
        const auto row = static_cast<unsigned>(piece.row);
        bits[row / 32] |= 1u << row % 32;
    }
    return bits;
}

/// Returns how many of the `wanted` entries each share receives. All shares that receive entries end up with the same
/// number.
inline std::vector<std::int64_t> sweep_fillings(const std::vector<SweepLayout::Share>& shares, std::int64_t wanted) {
    std::int64_t low = 0, high = wanted; // bounds on the number of entries per filled share
    for (const auto& s : shares) high = std::max(high, s.entries + wanted);
    const auto held = [&](std::int64_t level) {
        std::int64_t all = 0;
        for (const auto& s : shares) all += std::max<std::int64_t>(0, level - s.entries);
        return all;
    };
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (held(middle) >= wanted) high = middle;
        else low = middle + 1;
    }
    std::vector<std::int64_t> fillings;
    for (const auto& s : shares) {
        fillings.push_back(std::min(wanted, std::max<std::int64_t>(0, low - s.entries)));
        wanted -= fillings.back();
    }
    return fillings;
}

/// Splits long rows into pieces and fills the shares with them. On entry, `first_piece` and `pieces` of each share
/// specify the range of its long rows in `list`, which is in ascending order.
inline void cut_long_rows(SweepLayout& layout, const std::vector<SweepLongRow>& list) {
    std::vector<SweepLongRow> long_rows;
    std::int64_t to_share_out = 0;
    for (SweepLayout::Share& share : layout.share) {
        const auto first = list.begin() + share.first_piece;
        long_rows.insert(long_rows.end(), first, first + share.pieces);
        share.first_piece = share.pieces = 0;
    }
    for (const SweepLongRow& row : long_rows) to_share_out += row.end - row.begin;
    const auto is_before = [](const SweepLongRow& one, const SweepLongRow& other) { return one.row < other.row; };
    if (!std::is_sorted(long_rows.begin(), long_rows.end(), is_before)) // rows in small groups (hands) are out of order
        std::sort(long_rows.begin(), long_rows.end(), is_before);
    std::vector<std::int64_t> room = sweep_fillings(layout.share, to_share_out);
    std::size_t nth = 0;
    for (const auto& [row, first, last] : long_rows) {
        for (int begin = first; begin < last;) {
            while (room[nth] == 0) ++nth;
            SweepLayout::Share& share = layout.share[nth];
            const int count = static_cast<int>(std::min<std::int64_t>(room[nth], last - begin));
            const int wanted = std::min({count, layout.slots_for(last - first), layout.at_a_time});
            layout.pieces.push_back({row, begin, begin + count, static_cast<int>(nth), share.slot_count, wanted});
            share.slot_count += wanted;
            share.entries += count;
            ++share.pieces;
            room[nth] -= count;
            begin += count;
        }
    }
    count_pieces(layout.pieces);
    for (std::size_t s = 1; s < layout.share.size(); ++s)
        layout.share[s].first_piece = layout.share[s - 1].first_piece + layout.share[s - 1].pieces;
}

} // namespace warploom::kernels
