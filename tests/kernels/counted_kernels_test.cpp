// Counts of traced kernels: derived by hand for small matrices, and for any matrix compared with those of the textbook
// loops, which are counted with sets from the CSR arrays alone.

#include "counted_call.h"
#include "counted_textbook.h"
#include "random_matrices.h"

#include "engine/generators/generators.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <ctime>
#include <random>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::simulated;
using kernels::test::matrix_of;
using simulated::plain::Textbook;

namespace {

constexpr const char* cards_of_all_rules[] = {"gtx295", "c2050", "h200"};

/// Row i holds the columns i and i + 32:
///
///     0 . . . 32 . . .
///     . 1 . . . 33 . .      64 entries, two in each of the 32 rows
///     . . 2 . . . 34 .
CsrMatrix two_diagonals() {
    test::Rows rows(32);
    for (int i = 0; i < 32; ++i) rows[i] = {{i, 1.0}, {i + 32, 2.0}};
    return matrix_of(rows, 64);
}

/// A diagonal matrix with 32 rows, except that row 5 also has columns 6 and 7.
CsrMatrix one_longer_row() {
    test::Rows rows(32);
    for (int i = 0; i < 32; ++i) rows[i] = {{i, 1.0}};
    rows[5] = {{5, 1.0}, {6, 1.0}, {7, 1.0}};
    return matrix_of(rows, 32);
}

CsrMatrix random_matrix(unsigned seed, int rows, int cols, int longest) {
    std::mt19937 random(seed);
    test::Rows list(static_cast<std::size_t>(rows));
    for (auto& row : list) {
        std::set<int> columns;
        const int length = static_cast<int>(random() % static_cast<unsigned>(longest + 1));
        for (int n = 0; n < length; ++n) columns.insert(static_cast<int>(random() % static_cast<unsigned>(cols)));
        for (const int column : columns) row.emplace_back(column, 1.0);
    }
    return matrix_of(list, cols);
}

CountedCall counted(const std::string& kernel, const CsrMatrix& matrix, const char* card,
                    Precision precision = Precision::float64, int block = 32) {
    return count_call(kernel, matrix, precision, block, find_card(card),
                      std::vector<double>(static_cast<std::size_t>(matrix.cols), 1.0));
}

/// Returns the counts of an array: "instructions lanes transactions bytes".
QString shown(const SiteCounts& c) {
    return QString("%1 %2 %3 %4")
        .arg(c.warp_instructions)
        .arg(c.lane_accesses)
        .arg(c.transactions)
        .arg(c.bytes_fetched);
}

} // namespace

class CountedKernelsTest : public QObject {
    Q_OBJECT

private slots:
    void two_diagonals_are_counted_by_hand_data();
    void two_diagonals_are_counted_by_hand();
    void a_longer_row_makes_31_lanes_wait();
    void csr_scalar_and_ell_count_what_the_textbook_reads_data();
    void csr_scalar_and_ell_count_what_the_textbook_reads();
    void sorting_the_rows_saves_instructions_not_entries();
    void every_kernel_counts_alike_on_one_thread_and_on_many_data();
    void every_kernel_counts_alike_on_one_thread_and_on_many();
    void multiplications_are_counted_once();
    void a_warm_l2_finds_what_the_call_before_left();
    void a_whole_matrix_is_counted_in_a_second();
};

void CountedKernelsTest::two_diagonals_are_counted_by_hand_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("expected"); // instructions lanes transactions bytes
    const auto row = [](const char* kernel, const char* card, const char* array, const char* expected) {
        QTest::addRow("%s %s %s", kernel, card, array)
            << QString(kernel) << QString(card) << QString(array) << QString(expected);
    };
    // csr-scalar. row_pointer[row] takes 128 bytes; row_pointer[row + 1] starts 4 bytes later, so it needs one more
    // sector (line, segment).
    row("csr-scalar", "h200", "row_pointer", "2 64 9 288");
    row("csr-scalar", "c2050", "row_pointer", "2 64 3 384");
    // Half-warps: 64 + 64; then words 1 to 16, which need 128 bytes, words 17 to 31 in the upper 64, and word 32 alone.
    row("csr-scalar", "gtx295", "row_pointer", "2 64 5 352");
    // value: 32 lanes that are 16 bytes apart: 512 bytes in each of two iterations.
    row("csr-scalar", "h200", "value", "2 64 32 1024");
    row("csr-scalar", "c2050", "value", "2 64 8 1024");
    row("csr-scalar", "gtx295", "value", "2 64 8 1024");
    // column: 8 bytes apart.
    row("csr-scalar", "h200", "column", "2 64 16 512");
    row("csr-scalar", "c2050", "column", "2 64 4 512");
    row("csr-scalar", "gtx295", "column", "2 64 4 512");
    // x: 32 adjacent elements at a time.
    row("csr-scalar", "h200", "x", "2 64 16 512");
    row("csr-scalar", "c2050", "x", "2 64 4 512");
    row("csr-scalar", "gtx295", "x", "2 64 4 512");
    row("csr-scalar", "h200", "y", "1 32 8 256");
    row("csr-scalar", "c2050", "y", "1 32 8 256");
    row("csr-scalar", "gtx295", "y", "1 32 2 256");
    // ell: all accesses are adjacent.
    row("ell", "h200", "length", "1 32 4 128");
    row("ell", "h200", "value", "2 64 16 512");
    row("ell", "h200", "column", "2 64 8 256");
    row("ell", "h200", "x", "2 64 16 512");
    row("ell", "h200", "y", "1 32 8 256");
    row("ell", "c2050", "value", "2 64 4 512");
    row("ell", "c2050", "column", "2 64 2 256");
    row("ell", "gtx295", "value", "2 64 4 512");
    row("ell", "gtx295", "column", "2 64 4 256");
    row("ell", "gtx295", "length", "1 32 2 128");
    // ell-sorted: rows of equal length keep their order; there is one additional read of row[i].
    row("ell-sorted", "h200", "row", "1 32 4 128");
    row("ell-sorted", "h200", "value", "2 64 16 512");
    row("ell-sorted", "h200", "y", "1 32 8 256");
    // csr-vector: two lanes per row, two warps. Pairs of lanes read the same row pointer: 16 words, starting at the
    // beginning or 4 bytes later.
    row("csr-vector", "h200", "row_pointer", "4 128 10 320");
    row("csr-vector", "h200", "value", "2 64 16 512");
    row("csr-vector", "h200", "column", "2 64 8 256");
    row("csr-vector", "h200", "x", "2 64 16 512");
    row("csr-vector", "h200", "y", "2 32 8 256");
    row("csr-vector", "gtx295", "value", "2 64 4 512");
    // Each half-warp reads 8 words: first 32 bytes, four times. Then, 4 bytes later: words 1 to 8 in the lower 64
    // bytes, 9 to 16 across the middle (128), 17 to 24 in the upper 64, 25 to 31 in 32, and word 32 in 32 bytes of the
    // next segment.
    row("csr-vector", "gtx295", "row_pointer", "4 128 9 448");
    // coo-segmented: a single warp processes both groups of 32 entries. Before that, all lanes load the first row
    // index.
    row("coo-segmented", "h200", "row", "3 96 9 288");
    row("coo-segmented", "h200", "value", "2 64 16 512");
    row("coo-segmented", "h200", "column", "2 64 8 256");
    row("coo-segmented", "h200", "x", "2 64 16 512");
    // Stores: rows 0 to 14 end in the first group; row 15 is stored by lane 0 of the second group, in which rows 16 to
    // 30 end; the carry adds row 31.
    row("coo-segmented", "h200", "y", "4 32 10 320");
}

void CountedKernelsTest::two_diagonals_are_counted_by_hand() {
    QFETCH(QString, kernel);
    QFETCH(QString, card);
    QFETCH(QString, array);
    const CountedCall call = counted(kernel.toStdString(), two_diagonals(), card.toUtf8().constData());
    QCOMPARE(call.findings, std::size_t{0});
    const Access access = array == "y" ? Access::store : Access::load;
    QTEST(shown(call.of_array(array.toUtf8().constData(), access)), "expected");
    for (std::size_t row = 0; row < 32; ++row) QCOMPARE(call.y[row], 3.0);
}

void CountedKernelsTest::a_longer_row_makes_31_lanes_wait() {
    // Entries 0 to 4, 5 to 7 of row 5, then 8 to 33: first, lanes 0 to 5 read the first 48 bytes and the others bytes
    // 64 to 271, that is, sectors 0 to 8. Then lane 5 alone reads entries 6 and 7.
    const CountedCall call = counted("csr-scalar", one_longer_row(), "h200");
    const SiteCounts value = call.of_array("value", Access::load);
    QCOMPARE(shown(value), QString("3 34 11 352"));
    QCOMPARE(value.divergent, 2);
    QCOMPARE(value.bytes_used, 34 * 8);
    QCOMPARE(value.ideal_transactions, 8 + 1 + 1);
    QCOMPARE(call.of_array("y", Access::store).divergent, 0); // reconverged
    // csr-vector uses 2 lanes per row; lane 0 has one more entry.
    QCOMPARE(counted("csr-vector", one_longer_row(), "h200").of_array("value", Access::load).lane_accesses, 34);
    // After sorting, the long row is the last one, which saves nothing in a single warp.
    QCOMPARE(counted("ell-sorted", one_longer_row(), "h200").of_array("value", Access::load).warp_instructions, 3);
}

void CountedKernelsTest::csr_scalar_and_ell_count_what_the_textbook_reads_data() {
    QTest::addColumn<QString>("card");
    QTest::addColumn<bool>("is_double");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("cols");
    QTest::addColumn<int>("longest");
    for (const char* card : cards_of_all_rules)
        for (const bool is_double : {true, false}) {
            QTest::addRow("%s %s 200 rows", card, is_double ? "double" : "float")
                << QString(card) << is_double << 200 << 150 << 40;
            QTest::addRow("%s %s 33 short rows", card, is_double ? "double" : "float")
                << QString(card) << is_double << 33 << 1000 << 3;
            QTest::addRow("%s %s 1 row", card, is_double ? "double" : "float")
                << QString(card) << is_double << 1 << 500 << 300;
            QTest::addRow("%s %s 555 rows", card, is_double ? "double" : "float")
                << QString(card) << is_double << 555 << 1111 << 25;
        }
}

void CountedKernelsTest::csr_scalar_and_ell_count_what_the_textbook_reads() {
    QFETCH(QString, card);
    QFETCH(bool, is_double);
    QFETCH(int, rows);
    QFETCH(int, cols);
    QFETCH(int, longest);
    const Precision precision = is_double ? Precision::float64 : Precision::float32;
    const Coalescing rule = find_card(card.toStdString()).coalescing;
    for (const int block : {32, 64, 256}) {
        const CsrMatrix a = random_matrix(static_cast<unsigned>(rows + block), rows, cols, longest);
        for (const bool is_csr : {true, false}) {
            Textbook book =
                is_csr ? plain::csr_scalar(a, rule, is_double ? 8 : 4) : plain::ell(a, rule, is_double ? 8 : 4);
            const CountedCall call =
                counted(is_csr ? "csr-scalar" : "ell", a, card.toUtf8().constData(), precision, block);
            QCOMPARE(call.findings, std::size_t{0});
            std::int64_t lanes = 0;
            for (const auto& array : call.arrays) {
                QVERIFY2(array.base == book.base(array.name), array.name.c_str());
                const SiteCounts ours =
                    call.of_array(array.name.c_str(), array.name == "y" ? Access::store : Access::load);
                const SiteCounts& plain = book.counts(array.name);
                QCOMPARE(shown(ours), shown(plain));
                QCOMPARE(ours.bytes_used, plain.bytes_used);
                QCOMPARE(ours.divergent, plain.divergent);
                lanes += plain.lane_accesses;
            }
            QCOMPARE(call.lane_accesses, lanes);
            QCOMPARE(call.arrays.size(), std::size_t{5});
        }
    }
}

void CountedKernelsTest::sorting_the_rows_saves_instructions_not_entries() {
    const CsrMatrix a = random_matrix(3, 512, 512, 60);
    const auto plain = counted("ell", a, "h200").of_array("value", Access::load),
               sorted = counted("ell-sorted", a, "h200").of_array("value", Access::load);
    QCOMPARE(plain.lane_accesses, a.nonzeros());
    QCOMPARE(sorted.lane_accesses, a.nonzeros());
    QVERIFY(sorted.warp_instructions * 10 < plain.warp_instructions * 6);
    QVERIFY(sorted.transactions < plain.transactions);
}

void CountedKernelsTest::every_kernel_counts_alike_on_one_thread_and_on_many_data() {
    QTest::addColumn<QString>("kernel");
    for (const auto& entry : simulated_entries_of(Operation::spmv))
        QTest::newRow(entry.info.id) << QString(entry.info.id);
}

void CountedKernelsTest::every_kernel_counts_alike_on_one_thread_and_on_many() {
    QFETCH(QString, kernel);
    const CsrMatrix a = random_matrix(5, 300, 64, 30);
    Card card = find_card("c2050");
    card.l2_bytes = 16384; // so that lines are evicted
    const std::vector<double> x(64, 1.0);
    const CountedCall one = count_call(kernel.toStdString(), a, Precision::float64, 64, card, x, 1),
                      many = count_call(kernel.toStdString(), a, Precision::float64, 64, card, x, 3);
    QVERIFY(one.findings == 0);
    QCOMPARE(one.launches.size(), many.launches.size());
    QCOMPARE(one.lane_accesses, many.lane_accesses);
    SiteCounts sites;
    for (std::size_t n = 0; n < one.launches.size(); ++n) {
        const auto &a1 = one.launches[n], &b1 = many.launches[n];
        QCOMPARE(a1.blocks.size(), static_cast<std::size_t>(a1.launch.blocks));
        for (std::size_t block = 0; block < a1.blocks.size(); ++block) {
            QCOMPARE(a1.blocks[block].block, static_cast<std::int64_t>(block));
            QCOMPARE(a1.blocks[block].transactions, b1.blocks[block].transactions);
            QCOMPARE(a1.blocks[block].l1_hits, b1.blocks[block].l1_hits);
            QCOMPARE(a1.blocks[block].dram_bytes, b1.blocks[block].dram_bytes);
            QCOMPARE(a1.blocks[block].longest_memory_chain, b1.blocks[block].longest_memory_chain);
        }
        for (const auto& site : a1.sites) sites += site;
    }
    QCOMPARE(one.total(Access::load, Space::global).dram_bytes, many.total(Access::load, Space::global).dram_bytes);
    QVERIFY(sites.transactions >= sites.ideal_transactions);
    QVERIFY(sites.bytes_fetched >= sites.bytes_used);
    QVERIFY(sites.l2_sectors >= sites.l2_hits);
    // A column (or row) index and a value per entry.
    QVERIFY(one.total(Access::load, Space::global).lane_accesses >= 2 * a.nonzeros());
}

void CountedKernelsTest::multiplications_are_counted_once() {
    const CsrMatrix a = random_matrix(8, 100, 100, 20);
    for (const char* kernel : {"csr-scalar", "ell"}) {
        const CountedCall call = counted(kernel, a, "h200");
        SiteCounts sum;
        for (const auto& site : call.launches.at(0).sites) sum += site;
        QCOMPARE(sum.flops, 2 * a.nonzeros());
    }
}

void CountedKernelsTest::a_warm_l2_finds_what_the_call_before_left() {
    const CsrMatrix a = random_matrix(2, 200, 200, 20);
    const Card card = find_card("h200");
    LateCounter counter(card);
    Tracer tracer({}, counter);
    counter.watch(tracer);
    const auto bound = bind_traced("csr-scalar", SpmvInput{make_format("csr", a, Precision::float64)}, 64, tracer);
    bound->set_x(std::vector<double>(200, 1.0));
    std::vector<std::int64_t> dram;
    for (int call = 0; call < 2; ++call) {
        bound->enqueue();
        std::int64_t bytes = 0;
        for (const auto& launch : counter.take())
            for (const auto& site : launch.sites) bytes += site.dram_bytes;
        dram.push_back(bytes);
    }
    QVERIFY(dram[0] > 0);
    QCOMPARE(dram[1], 0);
}

void CountedKernelsTest::a_whole_matrix_is_counted_in_a_second() {
    const CsrMatrix a = generate_matrix("random-rows:n=4096,fraction=0.2").csr;
    const auto cpu_seconds = [] {
        timespec now{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
    };
    for (const char* id : {"gtx295", "h200"}) {
        const Card card = find_card(id);
        const CountedCall call =
            count_call("csr-scalar", a, Precision::float64, 128, card, std::vector<double>(4096, 1.0), 1, cpu_seconds);
        const double seconds = call.seconds;
        qInfo("%s: %.1f million lane accesses in %.2f s of processor time, %.1f million a second and core", id,
              static_cast<double>(call.lane_accesses) * 1e-6, seconds,
              static_cast<double>(call.lane_accesses) * 1e-6 / seconds);
        QVERIFY(call.lane_accesses > 3 * a.nonzeros());
        QVERIFY(seconds < 60); // a limit that even a loaded or instrumented machine reaches
    }
}

WARPLOOM_TEST(CountedKernelsTest);
#include "counted_kernels_test.moc"
