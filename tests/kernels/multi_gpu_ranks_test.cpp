#include "random_matrices.h"

#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/measure/reference.h"
#include "kernels/multi_gpu/exchange_times.h"
#include "kernels/multi_gpu/split_matrix.h"
#include "kernels/registry/multi_gpu_machine.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

/// Returns each rank's local x after the exchange; NaN where nothing was written.
std::vector<std::vector<double>> exchanged(const RowSplit& split, const std::vector<double>& x) {
    std::vector<std::vector<double>> local;
    for (const RankRows& rank : split.ranks) {
        auto& mine = local.emplace_back(rank.local_cols(), std::numeric_limits<double>::quiet_NaN());
        for (std::int64_t c = rank.first_col; c < rank.last_col; ++c) mine[rank.halo_below + c - rank.first_col] = x[c];
    }
    for (const HaloMessage& message : split.messages) {
        const RankRows& from = split.ranks[message.from];
        for (std::int64_t i = 0; i < message.count; ++i) {
            const std::int64_t own = message.index.empty() ? message.first + i : message.index[i];
            local[message.to][message.place + i] = local[message.from][from.halo_below + own];
        }
    }
    return local;
}

std::vector<double> product(const CsrMatrix& a, const std::vector<double>& x) {
    std::vector<double> y(a.rows, 0.0);
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k) y[i] += a.value[k] * x[a.column[k]];
    return y;
}

bool is_same(double a, double b) { return a == b || (a != a && b != b); }

CsrMatrix generated(const char* text) { return generate_matrix(text).csr; }

} // namespace

class MultiGpuRanksTest : public QObject {
    Q_OBJECT

private slots:
    void a_line_of_six_points_is_cut_into_three_pairs() {
        // -1 2 -1 on six points: each pair of points needs one element from each neighboring pair.
        const CsrMatrix a = generated("tridiagonal:n=6");

        const RowSplit split = split_rows(a, 3, {.row_granule = 1});

        QCOMPARE(split.ranks[0].last_row, 2);
        QCOMPARE(split.ranks[1].last_row, 4);
        QCOMPARE(split.ranks[0].halo, std::vector<std::int32_t>({2}));
        QCOMPARE(split.ranks[1].halo, std::vector<std::int32_t>({1, 4}));
        QCOMPARE(split.ranks[1].halo_below, 1);
        QCOMPARE(split.ranks[2].halo, std::vector<std::int32_t>({3}));
        QCOMPARE(split.halo_entries(), 4);
        // Rank 1 has 1 | 2 3 | 4: its own elements have indices 1 and 2, and the one from above has index 3.
        QCOMPARE(split.ranks[1].local_col(1), 0);
        QCOMPARE(split.ranks[1].local_col(2), 1);
        QCOMPARE(split.ranks[1].local_col(4), 3);
        const HaloMessage& last = split.messages.back();
        QCOMPARE(last.from, 1);
        QCOMPARE(last.to, 2);
        QCOMPARE(last.first, 1);
        QCOMPARE(last.place, 0);
        QVERIFY(last.index.empty());
    }

    void entries_that_do_not_stand_in_a_row_are_listed() {
        const CsrMatrix a =
            matrix_of({{{0, 1.0}, {3, 1.0}, {5, 1.0}}, {{1, 1.0}}, {{2, 1.0}}, {{3, 1.0}}, {{4, 1.0}}, {{5, 1.0}}}, 6);

        const RowSplit split = split_rows(a, 2, {.row_granule = 1});

        QCOMPARE(split.ranks[0].last_row, 2);
        QCOMPARE(split.messages.size(), 1u);
        QCOMPARE(split.messages[0].index, std::vector<std::int32_t>({1, 3})); // 3 and 5 of 2 to 5
        QCOMPARE(split.messages[0].place, 2);
        QCOMPARE(split.ranks[0].inner_first, 1); // row 1 needs no halo
        QCOMPARE(split.ranks[0].inner_last, 2);
    }

    void a_rank_that_needs_nearly_all_gets_all_in_a_row() {
        Rows rows(40);
        for (int j = 0; j < 40; ++j)
            if (j != 33) rows[0].emplace_back(j, 1.0);
        for (int i = 1; i < 40; ++i) rows[i].emplace_back(i, 1.0);

        const RowSplit split = split_rows(matrix_of(rows, 40), 2, {.row_granule = 1});

        const RankRows& rank = split.ranks[0];
        QCOMPARE(static_cast<std::int64_t>(rank.halo.size()), 40 - rank.own_cols());
        QVERIFY(split.messages[0].index.empty());
    }

    void ranks_have_even_entries_where_rows_allow() {
        const CsrMatrix a = generated("laplace3d:n=40");
        for (const int ranks : {2, 3, 4, 8}) {
            const RowSplit split = split_rows(a, ranks);
            for (const RankRows& rank : split.ranks)
                QVERIFY(std::abs(static_cast<double>(rank.nonzeros) * ranks / static_cast<double>(a.nonzeros()) - 1) <
                        0.01);
        }
    }

    void one_long_row_goes_to_one_rank_and_the_rest_to_the_others() {
        const CsrMatrix a = generated("one-long-row:n=4000");
        const RowSplit split = split_rows(a, 4, {.row_granule = 1});
        std::int64_t most = 0;
        for (const RankRows& rank : split.ranks) most = std::max(most, rank.nonzeros);
        QVERIFY(most <= longest(a) + a.nonzeros() / 4);
        QCOMPARE(split.ranks.back().last_row, a.rows);
    }

    void a_slab_computes_all_but_its_faces_while_they_travel() {
        const CsrMatrix a = generated("laplace3d:n=32");
        const RowSplit split = split_rows(a, 4);
        const std::int64_t plane = 32 * 32;
        QCOMPARE(split.ranks[0].inner_first, 0);
        QCOMPARE(split.ranks[3].inner_last, a.rows);
        for (const RankRows& rank : split.ranks) {
            QVERIFY(rank.inner_last - rank.inner_first >= rank.rows() - 2 * plane);
            QVERIFY(static_cast<std::int64_t>(rank.halo.size()) <= 2 * plane);
        }
    }

    void blocks_stay_whole() {
        const CsrMatrix a = generated("reservoir:grid=5,block=3");
        const auto split = split_matrix("bcsr", a, Precision::float64, 4);
        const auto whole = make_format("bcsr", a, Precision::float64);
        QCOMPARE(split->footprint.value_slots, whole->footprint.value_slots);
        for (const RankRows& rank : split->split.ranks) {
            QCOMPARE(rank.first_row % 3, 0);
            QCOMPARE(rank.halo_below % 3, 0);
            QCOMPARE(rank.inner_first % 3, 0);
        }
    }

    void diagonals_stay_straight() {
        const CsrMatrix a = generated("laplace3d:n=16");
        const auto split = split_matrix("dia", a, Precision::float64, 3);
        for (const auto& segments : split->segments)
            for (const RankSegment& segment : segments) QVERIFY(segment.format->arrays()[0].size <= 7);
    }

    void every_product_is_the_same_bit_for_bit_data() {
        QTest::addColumn<int>("matrix");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("granule");
        QTest::addColumn<bool>("whole_range");
        const auto& matrices = random_matrices();
        for (int m = 0; m < static_cast<int>(matrices.size()); ++m)
            for (const int ranks : {1, 2, 3, 7, 16})
                for (const int granule : {1, 3, 32}) // for columns: whole groups, and rows as well
                    for (const bool whole_range : {false, true})
                        QTest::addRow("%s, %d ranks, granule %d%s", matrices[m].name.c_str(), ranks, granule,
                                      whole_range ? ", whole range" : "")
                            << m << ranks << granule << whole_range;
    }
    void every_product_is_the_same_bit_for_bit() {
        QFETCH(int, matrix);
        QFETCH(int, ranks);
        QFETCH(int, granule);
        QFETCH(bool, whole_range);
        const Drawn& drawn = random_matrices()[matrix];
        const std::vector<double> expected = product(drawn.a, drawn.x);

        const RowSplit split = split_rows(drawn.a, ranks, {granule, granule == 3 ? 3 : 1, whole_range});
        const auto local_x = exchanged(split, drawn.x);

        QCOMPARE(static_cast<int>(split.ranks.size()), ranks);
        std::int64_t next = 0;
        for (int r = 0; r < ranks; ++r) {
            const RankRows& rank = split.ranks[r];
            QCOMPARE(rank.first_row, next);
            next = rank.last_row;
            QVERIFY(rank.inner_first >= rank.first_row && rank.inner_last <= std::max(rank.last_row, rank.inner_first));
            const CsrMatrix local = local_rows(drawn.a, rank, rank.first_row, rank.last_row);
            for (std::int64_t i = 0; i < local.rows; ++i)
                for (std::int64_t k = local.row_pointer[i] + 1; k < local.row_pointer[i + 1]; ++k)
                    QVERIFY(local.column[k - 1] < local.column[k]);
            const std::vector<double> y = product(local, local_x[r]);
            for (std::int64_t i = 0; i < local.rows; ++i) QVERIFY(is_same(y[i], expected[rank.first_row + i]));
            for (std::int64_t i = rank.inner_first; i < rank.inner_last; ++i)
                for (std::int64_t k = drawn.a.row_pointer[i]; k < drawn.a.row_pointer[i + 1]; ++k)
                    QVERIFY(drawn.a.column[k] >= rank.first_col && drawn.a.column[k] < rank.last_col);
        }
        QCOMPARE(next, drawn.a.rows);
    }

    void kernels_over_the_parts_give_what_the_reference_gives_data() {
        QTest::addColumn<QString>("kernel");
        for (const char* kernel :
             {"csr-scalar", "csr-vector", "csr-merge", "coo-atomic", "ell", "sell", "hyb", "jad", "bcsr", "dia", "csc"})
            QTest::newRow(kernel) << kernel;
    }
    void kernels_over_the_parts_give_what_the_reference_gives() {
        QFETCH(QString, kernel);
        const std::string id = kernel.toStdString();
        const auto machine = open_machine("simulated:h200");
        for (const Drawn& drawn : random_matrices()) {
            if (!drawn.is_small || drawn.a.nonzeros() > 4000) continue;
            const auto reference = measure::spmv_reference(drawn.a, drawn.x, false);
            FormatOptions options = drawn.options;
            options.limit_factor = 1e6;
            for (const auto& [ranks, worth_hiding] : std::vector<std::pair<int, std::int64_t>>{
                     {2, halo_worth_hiding}, {5, halo_worth_hiding}, {2, 1}, {5, 1}}) {
                const auto split = split_matrix(find_spmv_kernel(id)->format, drawn.a, Precision::float64, ranks,
                                                options, {}, worth_hiding);
                const auto local_x = exchanged(split->split, drawn.x);
                std::vector<double> y(drawn.a.rows, std::numeric_limits<double>::quiet_NaN());
                for (int r = 0; r < ranks; ++r)
                    for (const RankSegment& segment : split->segments[r]) {
                        auto x = local_x[r];
                        if (!segment.needs_halo) { // must not read elements that have not been received
                            const RankRows& rank = split->split.ranks[r];
                            std::fill(x.begin(), x.begin() + rank.halo_below, std::numeric_limits<double>::quiet_NaN());
                            std::fill(x.begin() + rank.halo_below + rank.own_cols(), x.end(),
                                      std::numeric_limits<double>::quiet_NaN());
                        }
                        const auto bound = machine->bind(id, segment.format, 64);
                        bound->set_x(x);
                        bound->enqueue();
                        bound->finish();
                        const auto part = bound->y();
                        const std::int64_t first = split->split.ranks[r].first_row + segment.first_row;
                        if (segment.is_added)
                            std::transform(part.begin(), part.end(), y.begin() + first, y.begin() + first,
                                           std::plus<>());
                        else std::copy(part.begin(), part.end(), y.begin() + first);
                    }
                const auto check = measure::check_spmv(reference, y);
                QVERIFY2(check.is_right(),
                         (drawn.name + ", " + std::to_string(ranks) + " ranks: " + check.complaint).c_str());
            }
        }
    }

    void a_rank_that_needs_nearly_all_of_x_multiplies_with_its_own_entries_first() {
        // Every row has an entry in each half, so no range of rows can be computed without the other rank's x.
        Rows rows(64);
        for (int i = 0; i < 64; ++i) rows[i] = {{i % 32, 1.0 + i}, {32 + i % 32, 100.0 + i}};
        const CsrMatrix both = matrix_of(rows, 64);
        const auto split = split_matrix("csr", both, Precision::float64, 2, {}, {}, 1);
        for (const auto& segments : split->segments) {
            QCOMPARE(segments.size(), 2u);
            QVERIFY(!segments[0].needs_halo && !segments[0].is_added && segments[0].nonzeros == 32);
            QVERIFY(segments[1].needs_halo && segments[1].is_added && segments[1].nonzeros == 32);
            QVERIFY(segments[0].first_row == 0 && segments[1].first_row == 0);
        }
        // Rank 1 owns columns 32 to 63. Its row 40 has 1 + 40 in column 8, which rank 0 owns, and 100 + 40 in column
        // 40.
        const RankRows& upper = split->split.ranks[1];
        const CsrMatrix own = local_rows(both, upper, 40, 41, LocalColumns::own);
        QCOMPARE(own.value, std::vector<double>{140.0});
        QCOMPARE(own.column, std::vector<std::int32_t>{static_cast<std::int32_t>(upper.local_col(40))});
        const CsrMatrix others = local_rows(both, upper, 40, 41, LocalColumns::halo);
        QCOMPARE(others.value, std::vector<double>{41.0});
        QCOMPARE(others.column, std::vector<std::int32_t>{8});

        // Not for small transfers, for blocks and diagonals, or if enough rows need no halo.
        QCOMPARE(split_matrix("csr", both, Precision::float64, 2)->segments[0].size(), 1u);
        for (const char* format : {"bcsr", "dia"}) {
            FormatOptions options;
            options.limit_factor = 1e6;
            const auto whole = split_matrix(format, both, Precision::float64, 2, options, {}, 1);
            for (const RankSegment& segment : whole->segments[0]) QVERIFY(!segment.is_added);
        }
        const auto grid = split_matrix("csr", generated("laplace2d:n=20"), Precision::float64, 2, {}, {}, 1);
        for (const RankSegment& segment : grid->segments[0]) QVERIFY(!segment.is_added);
    }

    void the_shortest_time_is_chosen_and_all_are_named() {
        const std::vector<ExchangeTime> times{{"NCCL", 541.2e3}, {"peer", 514e3}};
        QCOMPARE(fastest_exchange(times), 1u);
        QCOMPARE(describe_choice(times, 1), std::string("fastest exchange: peer (514 us; NCCL 541 us)"));
        QCOMPARE(fastest_exchange({{"NCCL", 47.8e3}, {"peer", 47.8e3}}), 0u);
        QCOMPARE(describe_choice({{"NCCL", 47.8e3}, {"peer", 61.52e3}}, 0),
                 std::string("fastest exchange: NCCL (47.8 us; peer 61.5 us)"));
        QCOMPARE(describe_choice({{"peer", 1e3}}, 0), std::string()); // there was no alternative
    }

    void names_of_several_gpus_are_understood() {
        QVERIFY(!names_multi_gpu("cuda:0"));
        QVERIFY(!names_multi_gpu("cpu"));
        QVERIFY(!names_multi_gpu("simulated:/a,b.json"));
        QVERIFY(names_multi_gpu("cuda:all"));
        QCOMPARE(parse_multi_gpu("cuda:0,0,3").ordinals, std::vector<int>({0, 0, 3}));
        QVERIFY(parse_multi_gpu("cuda:all+peer").ordinals.empty());
        QVERIFY(parse_multi_gpu("cuda:all+peer").exchange == ExchangeKind::peer);
        QVERIFY(parse_multi_gpu("cuda:1,0+nccl").exchange == ExchangeKind::nccl);
        for (const char* bad : {"cuda:0,", "cuda:,1", "cuda:0,-1", "cuda:0,1+mpi", "cuda:a,b",
                                "cuda:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"})
            try {
                parse_multi_gpu(bad);
                QFAIL(bad);
            } catch (const Error& error) { QCOMPARE(error.code(), std::string("machine.unknown")); }
    }

    void a_machine_of_one_place_says_that_it_takes_no_parts() {
        const auto split = split_matrix("csr", generated("laplace2d:n=8"), Precision::float64, 2);
        try {
            open_machine("cpu")->bind("csr-scalar", SpmvInput{nullptr, split}, 64);
            QFAIL("it took them");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("kernel.machine")); }
    }

private:
    static std::int64_t longest(const CsrMatrix& a) {
        std::int64_t most = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) most = std::max(most, a.row_length(i));
        return most;
    }
};

WARPLOOM_TEST(MultiGpuRanksTest);
#include "multi_gpu_ranks_test.moc"
