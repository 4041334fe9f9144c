#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

// Which block of csr-sweep has which entries, and where their products are added up. The GPU counts rows and entries
// (sweep_plan.cu). Long rows are few, and are cut on the host: no CUDA here.

namespace warploom::kernels {

/// The entries in equal shares, one for each block. A share has a slot for each of its rows, in which products are
/// added up. Rows are dealt out in hands of neighboring rows, one share after another: a share has one hand, or many
/// small ones. Rows with more than `longest_kept` entries are cut into pieces. Pieces fill the shares up until all have
/// as many entries. A piece has slots of its own.
///
/// A slot takes at most `most_of_slot` entries, because of the products that are added up at a time no two may go to
/// the same one. A row that has more takes turns with several, entry after entry; they are added up at the end. A piece
/// has few of the columns of its row, and its entries come in few of the rounds: so it has as many slots as the whole
/// row would have.
struct SweepLayout {
    int shares = 0, rows_of_share = 0, longest_kept = 0, most_of_slot = 1;
    int hand = 0;      ///< rows that are neighbors; rows_of_share is a multiple
    int at_a_time = 1; ///< products that are added up at a time

    /// Slots first .. first + count - 1 of a share, to be added to `target` at the end, the first one of their row.
    /// Few.
    struct Sum {
        int first, count, target;
    };
    /// Entries begin .. end - 1 of a row that is cut.
    struct Piece {
        int row, begin, end, share, first_slot, slot_count;
        int first_of_row = 0, of_row = 1; ///< the first piece of that row, and how many it has
    };
    struct Share {
        int entries = 0, slot_count = 0;
        int first_sum = 0, sums = 0;
        int first_piece = 0, pieces = 0;
        int first_round = 0, rounds = 0;
    };
    std::vector<Share> share;
    std::vector<Piece> pieces; ///< in the order of the entries, and of the shares

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

/// `at_a_time` products are added up at a time. Without `hand` a share has one hand. Shares and pieces are still to
/// come.
inline SweepLayout sweep_layout(std::int64_t rows, int shares, int at_a_time, int hand = 0) {
    SweepLayout layout;
    layout.shares = shares;
    layout.at_a_time = at_a_time;
    layout.hand = hand == 0 ? static_cast<int>((rows + shares - 1) / shares) : hand;
    const std::int64_t in_turn = std::int64_t{layout.hand} * shares;
    layout.rows_of_share = static_cast<int>((rows + in_turn - 1) / in_turn) * layout.hand;
    return layout;
}

/// A row that is to be cut, and its entries.
struct SweepLongRow {
    int row, begin, end;
};

/// Distinguishes pieces from the others of their row, which are contiguous.
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

/// How many of `wanted` entries each share receives, so that all that receive some end with equally many.
inline std::vector<std::int64_t> sweep_fillings(const std::vector<SweepLayout::Share>& shares, std::int64_t wanted) {
    std::int64_t low = 0, high = wanted; // the level up to which shares are filled
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

/// Splits long rows and fills the shares with the pieces. Before that, `first_piece` and `pieces` of a share give the
/// range of its rows in the list, in ascending order.
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
    if (!std::is_sorted(long_rows.begin(), long_rows.end(), is_before)) // rows were dealt out
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
