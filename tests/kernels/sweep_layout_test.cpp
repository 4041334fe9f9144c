#include "kernels/cuda/spmv/sweep_layout.h"

#include "engine/generators/generators.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::kernels;

// How csr-sweep assigns entries to blocks and slots. Does not require a GPU.

namespace {

using Share = SweepLayout::Share;

/// The GPU's counts before long rows are split: per share, the number of entries in rows that remain, and the rows to
/// split.
struct Counted {
    SweepLayout layout;
    std::vector<SweepLongRow> long_rows;
};
Counted counted(const std::vector<int>& row_pointer, int shares, int at_a_time, int most_of_slot, int longest_kept) {
    const int rows = static_cast<int>(row_pointer.size()) - 1;
    Counted counted{sweep_layout(rows, shares, at_a_time), {}};
    SweepLayout& layout = counted.layout;
    layout.most_of_slot = most_of_slot;
    layout.longest_kept = longest_kept;
    layout.share.resize(static_cast<std::size_t>(shares));
    for (Share& share : layout.share) share.slot_count = layout.rows_of_share;
    for (int row = 0; row < rows; ++row) {
        Share& share = layout.share[row / layout.rows_of_share];
        const int length = row_pointer[row + 1] - row_pointer[row];
        if (length <= longest_kept) share.entries += length;
        else {
            if (share.pieces++ == 0) share.first_piece = static_cast<int>(counted.long_rows.size());
            counted.long_rows.push_back({row, row_pointer[row], row_pointer[row + 1]});
        }
    }
    return counted;
}
std::vector<int> pointers(const CsrMatrix& a) { return {a.row_pointer.begin(), a.row_pointer.end()}; }

} // namespace

class SweepLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void rows_are_shared_out_in_one_hand_or_in_many() {
        const SweepLayout one = sweep_layout(10, 3, 1024);
        QCOMPARE(one.hand, 4);
        QCOMPARE(one.rows_of_share, 4);
        const SweepLayout many = sweep_layout(100, 3, 1024, 8); // groups of 24 rows, five times
        QCOMPARE(many.hand, 8);
        QCOMPARE(many.rows_of_share, 40);
    }
    void a_long_row_fills_up_the_shares_that_have_less() {
        const auto with = [](std::vector<int> entries) {
            std::vector<Share> shares;
            for (const int n : entries) shares.push_back({n});
            return shares;
        };
        QCOMPARE(sweep_fillings(with({5, 1, 3}), 6), (std::vector<std::int64_t>{0, 4, 2}));
        QCOMPARE(sweep_fillings(with({5, 1, 3}), 3), (std::vector<std::int64_t>{0, 3, 0}));
        QCOMPARE(sweep_fillings(with({0, 0}), 5), (std::vector<std::int64_t>{3, 2}));
        QCOMPARE(sweep_fillings(with({7, 2}), 0), (std::vector<std::int64_t>{0, 0}));

        auto [layout, long_rows] = counted({0, 2, 32, 33}, 3, 1024, 4, 16); // 2, 30 and 1 entries
        cut_long_rows(layout, long_rows);
        for (const Share& share : layout.share) QCOMPARE(share.entries, 11);
        QCOMPARE(static_cast<int>(layout.pieces.size()), 3);
        QCOMPARE(layout.pieces[0].begin, 2);
        QCOMPARE(layout.pieces[0].end, 11);
        QCOMPARE(layout.pieces[1].share, 1);
        // A piece has as many slots as a row with the same number of entries: 30 entries need 8 slots of 4.
        for (const Share& share : layout.share) QCOMPARE(share.slot_count, 1 + 8);
        for (int s = 0; s < 3; ++s) QCOMPARE(layout.share[s].first_piece, s);
    }
    void a_piece_has_no_more_slots_than_entries_or_than_products_at_a_time() {
        auto [layout, long_rows] = counted({0, 3, 1003}, 2, 100, 4, 8);
        cut_long_rows(layout, long_rows);
        QCOMPARE(layout.pieces[0].slot_count, 100); // its row would need 250
        auto [small, rows_of_small] = counted({0, 30, 62}, 2, 1024, 1, 31);
        cut_long_rows(small, rows_of_small);
        QCOMPARE(small.pieces[0].end - small.pieces[0].begin, 1);
        QCOMPARE(small.pieces[0].slot_count, 1);
        QCOMPARE(small.pieces[1].slot_count, 31);
    }
    void all_entries_of_long_rows_are_in_pieces_and_shares_are_equal() {
        for (const char* name : {"power-law:n=20000,mean=12", "one-long-row:n=30000", "arrow:n=5000"})
            for (const int shares : {1, 2, 7, 132}) {
                const std::vector<int> row_pointer = pointers(generate_matrix(name).csr);
                auto [layout, long_rows] = counted(row_pointer, shares, 1024, 4, 16);
                cut_long_rows(layout, long_rows);
                std::vector<int> covered(row_pointer.back(), 0);
                for (const SweepLayout::Piece& piece : layout.pieces)
                    for (int k = piece.begin; k < piece.end; ++k) ++covered[k];
                for (const SweepLongRow& row : long_rows)
                    for (int k = row.begin; k < row.end; ++k) QCOMPARE(covered[k], 1);
                int all = 0, least = row_pointer.back();
                for (const Share& share : layout.share) {
                    all += share.entries;
                    least = std::min(least, share.entries);
                }
                QCOMPARE(all, row_pointer.back());
                QVERIFY2(layout.most_entries() - least <= shares || std::string(name) == "arrow:n=5000", name);
            }
    }
    void long_rows_of_shares_in_any_order_are_cut_in_the_order_of_the_rows() {
        SweepLayout layout = sweep_layout(64, 2, 1024, 8);
        layout.most_of_slot = 4;
        layout.longest_kept = 16;
        layout.share = {{0, 32, 0, 0, 1, 2}, {0, 32, 0, 0, 0, 1}}; // rows 3 and 35; row 9 comes first in the list
        cut_long_rows(layout, {{9, 50, 90}, {3, 0, 50}, {35, 90, 140}});
        QCOMPARE(layout.pieces.front().row, 3);
        QCOMPARE(layout.pieces.back().row, 35);
        for (std::size_t i = 1; i < layout.pieces.size(); ++i)
            QVERIFY(layout.pieces[i].begin == layout.pieces[i - 1].end);
    }
    void pieces_know_the_others_of_their_row() {
        std::vector<SweepLayout::Piece> pieces;
        for (const int row : {1, 1, 40, 64, 64, 64}) pieces.push_back({row, 0, 1, 0, 0, 1});
        count_pieces(pieces);
        std::vector<int> first, count;
        for (const SweepLayout::Piece& piece : pieces) {
            first.push_back(piece.first_of_row);
            count.push_back(piece.of_row);
        }
        QCOMPARE(first, (std::vector<int>{0, 0, 2, 3, 3, 3}));
        QCOMPARE(count, (std::vector<int>{2, 2, 1, 3, 3, 3}));
        QCOMPARE(cut_rows(pieces, 65), (std::vector<unsigned>{2u, 1u << 8, 1u}));
        QVERIFY(cut_rows({}, 65).empty());
    }
};

WARPLOOM_TEST(SweepLayoutTest);
#include "sweep_layout_test.moc"
