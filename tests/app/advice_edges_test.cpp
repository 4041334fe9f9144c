// Advice for extreme matrices, for GPUs with too little memory, and for kernels whose suitability depends on the GPU.
#include "app/advice/advise.h"
#include "app/advice/atomic_passes.h"
#include "app/advice/measured_times.h"
#include "app/advice/product_advice.h"
#include "app/advice/prove.h"
#include "app/advice/reordering.h"
#include "app/advice/sampled_trace.h"
#include "app/advice/small_product.h"
#include "called_engine.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "kernels/registry/simulated_machine.h"
#include "support/runner.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace warploom;
using namespace warploom::app;

namespace {

protocol::Advice advice_on(const std::string& name, const std::string& machine, const AdviceSettings& settings = {}) {
    Inputs inputs;
    const auto opened = kernels::open_machine(machine);
    return advise(inputs, name, advised_machine(*opened), settings);
}

/// Returns the advice for a modified GPU.
protocol::Advice advice_on_card(const std::string& name, const simulated::Card& card,
                                const AdviceSettings& settings = {}) {
    Inputs inputs;
    const auto opened = kernels::open_machine("simulated:" + card.id);
    AdvisedMachine machine = advised_machine(*opened);
    machine.card = card;
    machine.memory_bytes = card.memory_bytes;
    return advise(inputs, name, machine, settings);
}

} // namespace

class AdviceEdgesTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    std::string file_with(const char* text) const {
        const std::string file = folder_.filePath("edge.mtx").toStdString();
        write_whole_file(file, std::string("%%MatrixMarket matrix coordinate real general\n") + text);
        return file;
    }

private slots:
    // 1,920 nonzeros take 1,360 ns on the core, so 3,700 ns are enough for 5,224. If 100,000 nonzeros take longer on
    // the core (50,000 ns) than on the card (10,000 ns), 12,000 take as long as a launch (6,000 ns).
    void below_the_size_that_takes_as_long_as_a_launch_one_core_is_faster() {
        QCOMPARE(entries_for_one_core(1'920, 1'360, 3'700, 2'620), std::int64_t{5'200});
        QCOMPARE(entries_for_one_core(100'000, 50'000, 10'000, 6'000), std::int64_t{12'000});
        QCOMPARE(entries_for_one_core(10, 100, 50, 40), std::int64_t{4});
    }
    void advice_for_a_small_matrix_says_up_to_which_size_one_core_is_faster() {
        const auto advice = advice_on("laplace2d:n=20", "simulated:rtx4060");
        const bool is_said = std::any_of(advice.notes.begin(), advice.notes.end(), [](const std::string& note) {
            return note.find("Below about ") != std::string::npos;
        });
        QVERIFY(is_said);
    }

    void a_matrix_at_the_edge_is_advised_on_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing at all") << QByteArray("0 0 0\n");
        QTest::newRow("rows without entries") << QByteArray("1000 1000 0\n");
        QTest::newRow("one row") << QByteArray("1 5000 2\n1 1 1.0\n1 5000 2.0\n");
        QTest::newRow("one column") << QByteArray("5000 1 2\n1 1 1.0\n5000 1 2.0\n");
        QTest::newRow("one entry") << QByteArray("1 1 1\n1 1 1.0\n");
        QTest::newRow("not a number") << QByteArray("2 2 2\n1 1 nan\n2 2 inf\n");
    }
    void a_matrix_at_the_edge_is_advised_on() {
        QFETCH(QByteArray, text);
        const std::string file = file_with(text.constData());
        for (const char* machine : {"simulated:c2050", "simulated:h200", "cpu"})
            for (const bool quick : {false, true}) {
                AdviceSettings settings;
                settings.quick = quick;
                const protocol::Advice advice = advice_on(file, machine, settings);
                const std::string where = std::string(machine) + (quick ? ", quick: " : ": ") + advice.sentence;
                QVERIFY2(!advice.take.empty(), where.c_str());
                QVERIFY2(where.find("nan") == std::string::npos && where.find("inf") == std::string::npos,
                         where.c_str());
            }
    }

    void a_thousand_million_columns_are_not_read_for_two_entries() {
        const std::string file = file_with("1 1000000000 2\n1 1 1.0\n1 1000000000 2.0\n");
        AdviceSettings quick;
        quick.quick = true;
        const protocol::Advice advice = advice_on(file, "simulated:h200", quick);
        QVERIFY(advice.find("csr-scalar")->ns < 10'000); // reading all of x would take 2 ms
        QCOMPARE(advice.find("dia"), nullptr);           // the matrix has too many diagonals to examine
        const std::string sentence = advice_on(file, "simulated:c2050", quick).sentence;
        QVERIFY2(sentence.find("does not fit in the memory of the Tesla C2050") != std::string::npos, sentence.c_str());
    }

    void what_has_no_entries_needs_no_product() {
        for (const bool quick : {false, true}) {
            AdviceSettings settings;
            settings.quick = quick;
            const protocol::Advice advice = advice_on(file_with("1000 1000 0\n"), "simulated:h200", settings);
            QVERIFY(advice.notes.back().find("no entries") != std::string::npos);
            for (const auto& kernel : advice.kernels)
                QVERIFY2(kernel.reason.find("about 0 of them") == std::string::npos, kernel.reason.c_str());
        }
    }

    void every_refusal_has_a_hint_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no such machine") << QStringList{"laplace2d:n=4", "--machine", "simulated:h2000"};
        QTest::newRow("no such place") << QStringList{"laplace2d:n=4", "--machine", "moon"};
        QTest::newRow("no such file") << QStringList{"absent.mtx"};
        QTest::newRow("no square") << QStringList{"dense:rows=4,cols=3", "--operation", "cg"};
        QTest::newRow("no warp") << QStringList{"laplace2d:n=4", "--block", "33"};
        QTest::newRow("nothing to measure") << QStringList{"laplace2d:n=4", "--try"};
    }
    void every_refusal_has_a_hint() {
        QFETCH(QStringList, arguments);
        const auto called = test::call_engine(QStringList{"advise"} + arguments);
        QVERIFY(called.status > 0);
        const QStringList lines = called.error.trimmed().split('\n');
        QVERIFY2(lines.size() >= 2 && (lines.last().endsWith('.') || lines.last().endsWith('?')),
                 qPrintable(called.error));
    }

    void a_card_without_room_is_named_with_both_figures() {
        simulated::Card small = simulated::find_card("c2050");
        small.memory_bytes = 100'000;
        const protocol::Advice advice = advice_on_card("laplace2d:n=100", small);
        QVERIFY(advice.take.empty());
        // 49,600 entries of 12 bytes and 10,001 pointers of 4 bytes; x and y have 10,000 elements each.
        const std::string& said = advice.sentence;
        QVERIFY2(said.find("does not fit in the memory of the Tesla C2050") != std::string::npos, said.c_str());
        QVERIFY2(said.find("776.6 KiB") != std::string::npos && said.find("97.7 KiB") != std::string::npos,
                 said.c_str());
        QVERIFY2(said.find("single precision") != std::string::npos, said.c_str());
    }

    void a_format_without_room_has_no_place_and_the_others_have() {
        simulated::Card small = simulated::find_card("h200");
        small.memory_bytes = 900'000; // CSR takes 795,204 bytes including x and y, COO 953,600
        for (const bool quick : {false, true}) {
            AdviceSettings settings;
            settings.quick = quick;
            const protocol::Advice advice = advice_on_card("laplace2d:n=100", small, settings);
            QVERIFY(advice.find("csr-vector") != nullptr);
            QVERIFY(advice.find("coo-segmented") == nullptr);
            bool is_told = false;
            for (const auto& other : advice.others)
                is_told =
                    is_told || (other.kernel == "coo-segmented" && other.reason.find("of memory") != std::string::npos);
            QVERIFY(is_told);
        }
    }

    void without_memory_for_the_vectors_nothing_is_traced_and_the_advice_says_so() {
        const Matrix matrix = load_matrix("laplace2d:n=20");
        const auto machine = kernels::open_machine("simulated:h200");
        const std::int64_t vectors = std::int64_t{3} * 8 * (400 + 400); // three copies of x and y: 18.8 KiB
        const auto with = [&](std::int64_t bytes) {
            return advise_product(matrix, advised_machine(*machine), {}, Progress(), bytes);
        };
        const auto is_traced = [](const protocol::AdvisedKernel& kernel) { return kernel.traced_share > 0; };
        const protocol::Advice roomy = with(vectors);
        QVERIFY(std::any_of(roomy.kernels.begin(), roomy.kernels.end(), is_traced));
        const protocol::Advice tight = with(vectors - 1);
        QVERIFY(std::none_of(tight.kernels.begin(), tight.kernels.end(), is_traced));
        QVERIFY(!tight.take.empty() && tight.quick);
        QVERIFY2(tight.notes.back().find("No kernel was traced") == 0 &&
                     tight.notes.back().find("needs 18.8 KiB of memory, but only 18.7 KiB is available") !=
                         std::string::npos,
                 tight.notes.back().c_str());
    }

    void the_memory_of_a_real_gpu_is_what_it_says_of_itself() {
        TimedMachine timed;
        timed.id = "cuda:0";
        timed.title = "NVIDIA H100 80GB HBM3";
        timed.facts = {{"compute capability", "9.0"}, {"device memory", "79.1 GiB"}};
        const auto gpu = absent_machine(timed);
        QCOMPARE(advised_machine(*gpu).memory_bytes, 79.1 * (1 << 30));
        const auto host = kernels::open_machine("cpu");
        QCOMPARE(advised_machine(*host).memory_bytes, 0.0);
    }

    void the_reason_of_csr_adaptive_names_its_way_on_this_card() {
        // 4.5 million entries with scattered columns: 28,000 elements of x fit in the shared memory of a block on an
        // H200, none on a C2050.
        const std::string name = "random-rows:n=60000,fraction=0.0025";
        const auto reason_on = [&](simulated::Card card) {
            const protocol::Advice advice = advice_on_card(name, card);
            const protocol::AdvisedKernel* const row = advice.find("csr-adaptive");
            return row != nullptr ? row->reason : std::string("no place");
        };
        simulated::Card card = simulated::find_card("h200");
        const std::string held = reason_on(card);
        QVERIFY2(held.find("x in shared memory") != std::string::npos, held.c_str());
        QVERIFY2(held.find("of its 60,000 elements") != std::string::npos, held.c_str());
        card.block_shared_bytes = 49152;
        const std::string other = reason_on(card);
        QVERIFY2(other.find("The kernel uses ") == 0, other.c_str());
        QVERIFY2(other.find("x in shared memory") == std::string::npos, other.c_str());
    }

    void a_sample_of_rows_that_differ_has_about_the_mean_of_their_entries() {
        CsrMatrix a; // one multiprocessor gets all blocks with long rows
        a.rows = 4000;
        a.cols = 10;
        for (std::int64_t row = 0; row < a.rows; ++row) {
            for (std::int32_t k = 0; k < (row % 10 == 2 ? 10 : 1); ++k) a.column.push_back(k);
            a.row_pointer.push_back(a.nonzeros());
        }
        const auto blocks = telling_blocks(4000, 800, 10, row_figures(a));
        double entries = 0;
        for (const std::int64_t block : blocks) entries += static_cast<double>(a.row_length(block));
        const double mean = entries / static_cast<double>(blocks.size()); // 1.9 over all; with that multiprocessor, 5.5
        QVERIFY2(mean < 3, std::to_string(mean).c_str());
    }

    void passes_of_atomics_are_counted_by_hand() {
        CsrMatrix
            // 16 rows of 4 entries: 32 adjacent entries are in 8 rows, with 4 lanes each; these 8 rows are 2 sectors of
            // double, or 1 of float.
            a;
        a.rows = 16;
        a.cols = 64;
        for (std::int64_t row = 0; row < a.rows; ++row) {
            for (std::int32_t k = 0; k < 4; ++k) a.column.push_back(static_cast<std::int32_t>(4 * row) + k);
            a.value.resize(a.column.size(), 1);
            a.row_pointer.push_back(a.nonzeros());
        }
        QCOMPARE(passes_by_entries(a, 8), 2 * 4 / 32.0);
        QCOMPARE(passes_by_entries(a, 4), 1 * 4 / 32.0);
        QCOMPARE(passes_by_columns(a, 8), 2 * 4 / 32.0); // 32 columns have entries in the same 8 rows
        for (std::int32_t& column : a.column) column = 0;
        a.cols = 1;
        QCOMPARE(passes_by_columns(a, 8), 1.0); // a single lane, one row after another
        QCOMPARE(passes_by_columns(CsrMatrix{}, 8), 1.0);
        QCOMPARE(passes_by_entries(CsrMatrix{}, 8), 1.0);
    }

    void atomics_that_cannot_be_among_the_first_are_told_without_a_conversion() {
        const protocol::Advice advice = advice_on("dense:rows=1500,cols=700", "simulated:h200");
        for (const char* name : {"csc", "coo-atomic"}) {
            const protocol::AdvisedKernel* const row = advice.find(name);
            QVERIFY2(row != nullptr && row->is_at_least, name);
            QCOMPARE(row->cause, std::string("atomics"));
        }
    }

    void an_order_pays_off_in_a_range_and_not_at_all_within_the_error_of_the_model() {
        const Matrix grid = load_matrix("laplace2d:n=60|random");
        simulated::Card card = simulated::find_card("c2050");
        card.measured_error = 0.05;
        const Table close = order_table(grid, card, Precision::float64);
        card.measured_error = 10;
        const Table far = order_table(grid, card, Precision::float64);
        constexpr std::size_t rcm = 1; // the first row is the original order
        const auto number = [](const Table& table, const char* name) { return table.number(rcm, table.column(name)); };
        const auto remark = [](const Table& table) { return table.text(rcm, table.column("remark")); };
        QCOMPARE(close.text(rcm, 0), std::string("rcm"));
        QVERIFY2(number(close, "pays_after_high") > number(close, "pays_after_low"), remark(close).c_str());
        QCOMPARE(remark(close), std::string());
        QVERIFY(number(far, "pays_after_low") >= 0);
        QVERIFY(std::isnan(number(far, "pays_after_high")));
        QCOMPARE(remark(far), std::string("difference within the error of the model"));
    }

    void the_sentence_names_the_machine() {
        QVERIFY(advice_on("laplace2d:n=30", "simulated:c2050").sentence.find(" on the simulated Tesla C2050. ") !=
                std::string::npos);
        QVERIFY(advice_on("laplace2d:n=30", "cpu").sentence.find(" on the host. ") != std::string::npos);
    }
};

WARPLOOM_TEST(AdviceEdgesTest);
#include "advice_edges_test.moc"
