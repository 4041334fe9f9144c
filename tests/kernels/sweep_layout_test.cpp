#include "kernels/cuda/spmv/sweep_layout.h"

#include "engine/generators/generators.h"
#include "engine/matrix/random.h"
#include "support/runner.h"

#include <QTest>

#include <numeric>

using namespace warploom;
using namespace warploom::kernels;

// Which block of csr-sweep has which entries, and in which slot each is added up: no GPU is needed for that.

namespace {

/// Adds up the products of 1, 2, 3 ... as csr-sweep does it, slot by slot; whole numbers, so that no order matters.
std::vector<std::int64_t> row_sums_by(const SweepLayout& layout, const std::vector<int>& row_pointer) {
    const int rows = static_cast<int>(row_pointer.size()) - 1;
    std::vector<std::vector<std::int64_t>> in_slot;
    for (const int n : layout.slot_count) in_slot.emplace_back(n, 0);
    std::vector<int> entries(layout.shares, 0);
    const auto add = [&](int share, int first_slot, int second_slot, int begin, int end) {
        const int turns = layout.slots_for(end - begin);
        for (int k = begin; k < end; ++k) {
            const int turn = (k - begin) % turns;
            in_slot[share].at(turn == 0 ? first_slot : second_slot + turn - 1) += k + 1;
            ++entries[share];
        }
    };
    for (int row = 0; row < rows; ++row)
        if (row_pointer[row + 1] - row_pointer[row] <= layout.longest_kept)
            add(row / layout.rows_of_share, row % layout.rows_of_share, layout.second_slot[row], row_pointer[row],
                row_pointer[row + 1]);
    for (const SweepLayout::Piece& piece : layout.pieces)
        add(piece.share, piece.first_slot, piece.first_slot + 1, piece.begin, piece.end);
    if (entries != layout.entries) return {};

    std::vector<std::int64_t> sums(rows, 0);
    for (int share = 0; share < layout.shares; ++share) {
        for (int i = layout.first_sum[share]; i < layout.first_sum[share + 1]; ++i) {
            const SweepLayout::Sum& sum = layout.sums[i];
            const auto first = in_slot[share].begin() + sum.first;
            const std::int64_t all = std::accumulate(first, first + sum.count, std::int64_t{0});
            in_slot[share].at(sum.target) += all;
        }
        for (int i = layout.first_piece[share]; i < layout.first_piece[share + 1]; ++i) {
            const SweepLayout::Piece& piece = layout.pieces[i];
            const auto first = in_slot[share].begin() + piece.first_slot;
            sums[piece.row] += std::accumulate(first, first + piece.slot_count, std::int64_t{0});
        }
        for (int i = 0; i < layout.rows_of_share && share * layout.rows_of_share + i < rows; ++i)
            sums[share * layout.rows_of_share + i] += in_slot[share][i];
    }
    return sums;
}
std::vector<std::int64_t> row_sums(const std::vector<int>& row_pointer) {
    std::vector<std::int64_t> sums;
    for (std::size_t row = 0; row + 1 < row_pointer.size(); ++row) {
        sums.push_back(0);
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sums.back() += k + 1;
    }
    return sums;
}
std::vector<int> pointers(const CsrMatrix& a) { return {a.row_pointer.begin(), a.row_pointer.end()}; }

} // namespace

class SweepLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void a_row_with_more_entries_than_a_slot_takes_has_two() {
        const std::vector<int> row_pointer{0, 1, 3, 9, 12}; // 1, 2, 6 and 3 entries
        const SweepLayout layout = lay_out_sweep(row_pointer.data(), 4, 2, 1024);
        QCOMPARE(layout.rows_of_share, 2);
        QCOMPARE(layout.most_of_slot, 4);
        QCOMPARE(layout.entries, (std::vector<int>{3, 9}));
        QCOMPARE(layout.slot_count, (std::vector<int>{2, 3}));
        QCOMPARE(int{layout.second_slot[2]}, 2);
        QCOMPARE(layout.first_sum, (std::vector<int>{0, 0, 1}));
        QCOMPARE(layout.sums[0].first, 2);
        QCOMPARE(layout.sums[0].count, 1);
        QCOMPARE(layout.sums[0].target, 0);
        QVERIFY(layout.pieces.empty());
        QCOMPARE(row_sums_by(layout, row_pointer), row_sums(row_pointer));
    }
    void a_long_row_fills_up_the_shares_that_have_less() {
        QCOMPARE(sweep_fillings({5, 1, 3}, 6), (std::vector<std::int64_t>{0, 4, 2}));
        QCOMPARE(sweep_fillings({5, 1, 3}, 3), (std::vector<std::int64_t>{0, 3, 0}));
        QCOMPARE(sweep_fillings({0, 0}, 5), (std::vector<std::int64_t>{3, 2}));
        QCOMPARE(sweep_fillings({7, 2}, 0), (std::vector<std::int64_t>{0, 0}));

        const std::vector<int> row_pointer{0, 2, 32, 33}; // 2, 30 and 1; longer ones than 16 are cut
        const SweepLayout layout = lay_out_sweep(row_pointer.data(), 3, 3, 1024);
        QCOMPARE(layout.entries, (std::vector<int>{11, 11, 11}));
        QCOMPARE(static_cast<int>(layout.pieces.size()), 3);
        QCOMPARE(layout.pieces[0].begin, 2);
        QCOMPARE(layout.pieces[0].end, 11);
        QCOMPARE(layout.pieces[1].share, 1);
        QCOMPARE(layout.slot_count, (std::vector<int>{4, 4, 4})); // its own and 3 of the piece
        QCOMPARE(row_sums_by(layout, row_pointer), row_sums(row_pointer));
    }
    void each_entry_is_added_to_the_sum_of_its_row() {
        for (const char* name : {"power-law:n=20000,mean=12", "one-long-row:n=30000", "empty-rows:n=3000",
                                 "random-rows:n=300,fraction=0.5", "arrow:n=5000", "diagonal:n=10"})
            for (const int shares : {1, 2, 7, 132})
                for (const int at_a_time : {1, 8, 1024}) {
                    const std::vector<int> row_pointer = pointers(generate_matrix(name).csr);
                    const int rows = static_cast<int>(row_pointer.size()) - 1;
                    const SweepLayout layout = lay_out_sweep(row_pointer.data(), rows, shares, at_a_time);
                    QVERIFY2(row_sums_by(layout, row_pointer) == row_sums(row_pointer), name);
                }
    }
    void shares_of_a_power_law_are_equal() {
        const std::vector<int> row_pointer = pointers(generate_matrix("power-law:n=100000").csr);
        const SweepLayout layout = lay_out_sweep(row_pointer.data(), static_cast<int>(row_pointer.size()) - 1, 16, 512);
        const auto [least, most] = std::minmax_element(layout.entries.begin(), layout.entries.end());
        QVERIFY(*most - *least < layout.shares); // of 100,000
        QVERIFY(layout.most_slots() < 2 * layout.rows_of_share);
    }
    void no_slot_takes_more_than_its_part_of_the_rounds() {
        const std::vector<int> row_pointer = pointers(generate_matrix("power-law:n=20000").csr);
        const SweepLayout layout = lay_out_sweep(row_pointer.data(), static_cast<int>(row_pointer.size()) - 1, 8, 16);
        const int rounds = row_pointer.back() / (8 * 16) + 1;
        QCOMPARE(layout.most_of_slot, rounds / 2);
        for (const SweepLayout::Piece& piece : layout.pieces) {
            const int count = piece.end - piece.begin;
            QVERIFY((count + piece.slot_count - 1) / piece.slot_count <= layout.most_of_slot);
        }
    }
    void threads_lay_out_what_one_does() {
        std::vector<int> pointer(1, 0);
        for (int row = 0; row < 5000; ++row) pointer.push_back(pointer.back() + (row % 97 == 5 ? 3000 : row % 13));
        const SweepLayout one = lay_out_sweep(pointer.data(), 5000, 7, 1024);
        const SweepLayout four = lay_out_sweep(pointer.data(), 5000, 7, 1024, 4);
        QCOMPARE(four.entries, one.entries);
        QCOMPARE(four.slot_count, one.slot_count);
        QCOMPARE(four.second_slot, one.second_slot);
        QCOMPARE(four.first_piece, one.first_piece);
        QCOMPARE(four.sums.size(), one.sums.size());
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
