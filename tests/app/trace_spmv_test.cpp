#include "app/operations/trace_kernel.h"
#include "app/trace/trace.h"
#include "app/trace_documents/trace_document.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace warploom;
using namespace warploom::app;

namespace {

TraceSettings settings_for(const std::string& kernel, const std::string& card, int block = 128) {
    TraceSettings settings;
    settings.kernel = kernel;
    settings.card = simulated::find_card(card);
    settings.block = block;
    return settings;
}

Json trace_of(const Matrix& matrix, const TraceSettings& settings) {
    return protocol::write(trace_document(input_of(matrix), trace_spmv(matrix, settings)));
}

/// Returns a count of each access to an array, in source order.
std::vector<std::int64_t> counts(const Json& trace, const std::string& array, const char* key) {
    std::vector<std::int64_t> list;
    for (const Json& access : trace["accesses"])
        if (access["array"] == array) list.push_back(access[key].get<std::int64_t>());
    return list;
}

std::int64_t sum(const Json& list, const char* key) {
    double all = 0;
    for (const Json& item : list) all += item[key].get<double>();
    return std::llround(all);
}

Error error_of(const Matrix& matrix, const TraceSettings& settings) {
    try {
        trace_spmv(matrix, settings);
    } catch (const Error& error) { return error; }
    return {"none", "nothing"};
}

/// Counts the 32-byte sectors that a warp instruction accesses.
class Sectors {
public:
    explicit Sectors(const Json& trace) {
        for (const Json& array : trace["arrays"])
            arrays_[array["name"].get<std::string>()] = {array["base"].get<std::uint64_t>(),
                                                         array["element_bytes"].get<std::uint64_t>()};
    }
    void ask(const std::string& array, const std::vector<std::int64_t>& indices) {
        if (indices.empty()) return;
        const auto [base, bytes] = arrays_.at(array);
        std::set<std::uint64_t> touched;
        for (const auto i : indices) touched.insert((base + static_cast<std::uint64_t>(i) * bytes) / 32);
        sectors[array] += static_cast<std::int64_t>(touched.size());
        ++instructions[array];
        lanes[array] += static_cast<std::int64_t>(indices.size());
    }
    std::map<std::string, std::int64_t> sectors, instructions, lanes;

private:
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> arrays_;
};

} // namespace

class TraceSpmvTest : public QObject {
    Q_OBJECT
private slots:
    void the_registers_that_a_text_grants_are_those_of_the_model() {
        const auto launch_of = [](const char* kernel) {
            return trace_of(load_matrix("laplace2d:n=200"), settings_for(kernel, "h200"))["launches"][0];
        };
        QCOMPARE(launch_of("bcsr")["resident_blocks"].get<int>(), 65536 / (40 * 128)); // __maxnreg__(40)
        QCOMPARE(launch_of("bcsr")["limited_by"].get<std::string>(), std::string("registers"));
        QCOMPARE(launch_of("sell")["limited_by"].get<std::string>(), std::string("grid")); // 32: full multiprocessors
    }

    // 64 rows with one entry each on the diagonal, two blocks of one warp. Row r reads row_pointer[r + 1],
    // row_pointer[r], column[r], value[r] and x[r], and writes y[r].
    void a_diagonal_can_be_counted_by_hand() {
        const Json t = trace_of(load_matrix("diagonal:n=64"), settings_for("csr-scalar", "h200", 32));
        // 32 ints are 128 bytes, or 4 sectors; starting one int later, they touch a fifth. 32 doubles are 8 sectors.
        QCOMPARE(counts(t, "row_pointer", "transactions"), (std::vector<std::int64_t>{10, 8}));
        QCOMPARE(counts(t, "column", "transactions"), (std::vector<std::int64_t>{8}));
        QCOMPARE(counts(t, "value", "transactions"), (std::vector<std::int64_t>{16}));
        QCOMPARE(counts(t, "x", "transactions"), (std::vector<std::int64_t>{16}));
        QCOMPARE(counts(t, "y", "transactions"), (std::vector<std::int64_t>{16}));
        QCOMPARE(counts(t, "row_pointer", "bytes_fetched"), (std::vector<std::int64_t>{320, 256}));
        QCOMPARE(counts(t, "row_pointer", "bytes_used"), (std::vector<std::int64_t>{256, 256}));
        for (const Json& access : t["accesses"]) {
            QCOMPARE(access["warp_instructions"].get<int>(), 2);
            QCOMPARE(access["lane_accesses"].get<int>(), 64);
            QCOMPARE(access["space"].get<std::string>(), std::string("global"));
            QCOMPARE(access["file"].get<std::string>(), std::string("kernels/spmv/csr_scalar.cu"));
        }
        QCOMPARE(t["accesses"].back()["kind"].get<std::string>(), std::string("store"));
        QCOMPARE(t["mean_active_lanes"].get<double>(), 32.0);
        QCOMPARE(t["divergent_steps"].get<int>(), 0);
        QCOMPARE(t["flops"].get<int>(), 128); // a multiplication and an addition per row
        QCOMPARE(t["traced_share"].get<double>(), 1.0);
        QVERIFY(t["sample"]["halves_differ"].is_null());
        QVERIFY(t["leading_dimension"].is_null());
        QCOMPARE(t["blocks"].size(), std::size_t{2});
        QCOMPARE(t["blocks"][1]["first_row"].get<int>(), 32);
        QCOMPARE(t["blocks"][1]["last_row"].get<int>(), 63);
        QVERIFY(t["findings"].empty());
    }

    void the_same_diagonal_on_a_card_that_asks_for_segments() {
        const Json t = trace_of(load_matrix("diagonal:n=64"), settings_for("csr-scalar", "gtx295", 32));
        // A half-warp of ints starting at byte 4: 128 bytes. The other one: 64 bytes, and 32 beyond the end of the
        // segment.
        QCOMPARE(counts(t, "row_pointer", "transactions"), (std::vector<std::int64_t>{6, 4}));
        QCOMPARE(counts(t, "row_pointer", "bytes_fetched"), (std::vector<std::int64_t>{2 * (128 + 64 + 32), 4 * 64}));
        QCOMPARE(counts(t, "value", "transactions"), (std::vector<std::int64_t>{4}));
        QCOMPARE(counts(t, "value", "bytes_fetched"), (std::vector<std::int64_t>{512}));
    }

    void sectors_of_csr_scalar_and_ell_are_those_of_the_textbook_loops_data() {
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<QString>("precision");
        QTest::addColumn<int>("block");
        for (const char* matrix : {"random-rows:n=200,fraction=0.1,seed=3", "power-law:n=500,mean=7,seed=5",
                                   "empty-rows:n=130", "laplace2d:n=17"})
            for (const char* precision : {"float", "double"})
                for (const int block : {32, 96})
                    QTest::addRow("%s %s %d", matrix, precision, block) << matrix << precision << block;
    }

    void sectors_of_csr_scalar_and_ell_are_those_of_the_textbook_loops() {
        QFETCH(QString, matrix);
        QFETCH(QString, precision);
        QFETCH(int, block);
        const Matrix m = load_matrix(matrix.toStdString());
        const CsrMatrix& a = m.csr;
        for (const char* kernel : {"csr-scalar", "ell"}) {
            auto settings = settings_for(kernel, "h200", block);
            settings.precision = *kernels::precision_from(precision.toStdString());
            const Json t = trace_of(m, settings);
            const bool is_ell = t["format"] == "ell";
            const std::int64_t stride = is_ell ? t["leading_dimension"].get<std::int64_t>() : 0;
            Sectors expected(t);
            for (std::int64_t first = 0; first < a.rows; first += 32) {
                const std::int64_t last = std::min(first + 32, a.rows);
                std::vector<std::int64_t> rows, after;
                std::int64_t longest = 0;
                for (std::int64_t row = first; row < last; ++row) {
                    rows.push_back(row);
                    after.push_back(row + 1);
                    longest = std::max(longest, a.row_length(row));
                }
                if (is_ell) {
                    expected.ask("length", rows);
                } else {
                    expected.ask("row_pointer", rows);
                    expected.ask("row_pointer", after);
                }
                for (std::int64_t k = 0; k < longest; ++k) {
                    std::vector<std::int64_t> places, columns;
                    for (const std::int64_t row : rows) {
                        if (k >= a.row_length(row)) continue;
                        const std::int64_t entry = a.row_pointer[row] + k;
                        places.push_back(is_ell ? k * stride + row : entry);
                        columns.push_back(a.column[entry]);
                    }
                    expected.ask("value", places);
                    expected.ask("column", places);
                    expected.ask("x", columns);
                }
                expected.ask("y", rows);
            }
            for (const auto& [array, sectors] : expected.sectors) {
                std::int64_t transactions = 0, instructions = 0, lanes = 0;
                for (const auto n : counts(t, array, "transactions")) transactions += n;
                for (const auto n : counts(t, array, "warp_instructions")) instructions += n;
                for (const auto n : counts(t, array, "lane_accesses")) lanes += n;
                QVERIFY2(transactions == sectors, (std::string(kernel) + " " + array).c_str());
                QVERIFY2(instructions == expected.instructions[array], (std::string(kernel) + " " + array).c_str());
                QVERIFY2(lanes == expected.lanes[array], (std::string(kernel) + " " + array).c_str());
            }
        }
    }

    void every_kernel_adds_up_data() {
        QTest::addColumn<QString>("kernel");
        for (const auto& entry : kernels::simulated_entries_of(Operation::spmv))
            QTest::newRow(entry.info.id) << entry.info.id;
    }

    void every_kernel_adds_up() {
        QFETCH(QString, kernel);
        const Matrix matrix = load_matrix("power-law:n=200,mean=6,seed=2");
        // Shuffles require compute capability 3.0.
        const bool shuffles =
            QStringList{"csr-vector", "csr-merge", "csr-adaptive", "coo-segmented", "hyb", "bcsr", "bcsr-wide"}
                .contains(kernel);
        for (const char* card : {"gtx295", "c2050", "h200"}) {
            if (shuffles && card != std::string("h200")) {
                try {
                    trace_of(matrix, settings_for(kernel.toStdString(), card, 64));
                    QFAIL("a card was given a time for what it cannot do");
                } catch (const Error& error) {
                    QCOMPARE(error.code(), std::string("kernel.machine"));
                    QVERIFY2(std::string(error.what()).find("which require compute capability 3.0") !=
                                 std::string::npos,
                             error.what());
                }
                continue;
            }
            const Json t = trace_of(matrix, settings_for(kernel.toStdString(), card, 64));
            QVERIFY(!t["accesses"].empty());
            QVERIFY2(t["findings"].empty(), t["findings"].dump().c_str());
            std::int64_t global = 0;
            for (const Json& access : t["accesses"])
                if (access["space"] == "global") global += access["transactions"].get<std::int64_t>();
            QCOMPARE(sum(t["blocks"], "transactions"), global);
            QCOMPARE(sum(t["blocks"], "warp_instructions"), sum(t["accesses"], "warp_instructions"));
            QCOMPARE(sum(t["blocks"], "dram_bytes"), sum(t["accesses"], "dram_bytes"));
            QCOMPARE(t["divergent_steps"].get<std::int64_t>(), sum(t["accesses"], "divergent_steps"));
            QCOMPARE(t["mean_active_lanes"].get<double>(),
                     static_cast<double>(sum(t["accesses"], "lane_accesses")) /
                         static_cast<double>(sum(t["accesses"], "warp_instructions")));
            QVERIFY(t["modelled_ns"].get<double>() > 0);
            QVERIFY(t["terms"].contains(t["binding"].get<std::string>()));
            double launches = 0;
            for (const Json& launch : t["launches"]) {
                launches += launch["ns"].get<double>();
                QCOMPARE(launch["schedule"].size(), launch["blocks"].get<std::size_t>());
            }
            const double call = launches + simulated::find_card(card).start_us * 1e3; // plus the fixed cost of a call
            QVERIFY(std::abs(call - t["modelled_ns"].get<double>()) <= 1e-9 * call);
            QVERIFY(protocol::to_line(t).find("nan") == std::string::npos);
        }
    }

    void matrices_without_work_are_traced_too_data() {
        QTest::addColumn<QString>("kernel");
        for (const auto& entry : kernels::simulated_entries_of(Operation::spmv))
            QTest::newRow(entry.info.id) << entry.info.id;
    }

    void matrices_without_work_are_traced_too() {
        QFETCH(QString, kernel);
        const auto make = [](std::int64_t rows, std::int64_t cols) {
            Matrix matrix;
            matrix.name = "none";
            matrix.csr.rows = rows;
            matrix.csr.cols = cols;
            matrix.csr.row_pointer.assign(static_cast<std::size_t>(rows) + 1, 0);
            return matrix;
        };
        for (const auto& [rows, cols] : {std::pair{0, 0}, std::pair{0, 3}, std::pair{3, 0}, std::pair{5, 7}}) {
            const Json t = trace_of(make(rows, cols), settings_for(kernel.toStdString(), "h200", 1024));
            QVERIFY(t["findings"].empty());
            QVERIFY(std::isfinite(t["modelled_ns"].get<double>()));
            QCOMPARE(t["traced_share"].get<double>(), 1.0);
        }
        const Json one = trace_of(load_matrix("diagonal:n=1"), settings_for(kernel.toStdString(), "h200", 1024));
        QVERIFY(one["findings"].empty());
        QVERIFY(!one["accesses"].empty());
    }

    void a_sample_is_stated_and_its_halves_are_compared() {
        const Matrix matrix = load_matrix("random-rows:n=6400,fraction=0.002,seed=4");
        auto settings = settings_for("csr-scalar", "gtx295", 32); // 200 blocks
        const Json whole = trace_of(matrix, settings);
        settings.sample = 40;
        const Json part = trace_of(matrix, settings);
        QCOMPARE(part["sample"]["blocks"].get<int>(), 200);
        QCOMPARE(part["sample"]["traced"].get<int>(), 40);
        QCOMPARE(part["traced_share"].get<double>(), 0.2);
        QCOMPARE(part["blocks"].size(), std::size_t{40});
        const double differ = part["sample"]["halves_differ"].get<double>();
        QVERIFY2(differ > 0 && differ < 0.3, std::to_string(differ).c_str());
        // The modeled time is still that of the whole grid.
        QCOMPARE(part["launches"][0]["blocks"].get<int>(), 200);
        const double ratio = part["modelled_ns"].get<double>() / whole["modelled_ns"].get<double>();
        QVERIFY2(ratio > 0.8 && ratio < 1.25, std::to_string(ratio).c_str());
        settings.sample = 1000; // more than there are
        QCOMPARE(trace_of(matrix, settings)["traced_share"].get<double>(), 1.0);
    }

    void a_large_matrix_is_sampled_unless_all_is_asked_for() {
        const Matrix matrix = load_matrix("tridiagonal:n=40000");
        auto settings = settings_for("csr-scalar", "gtx460", 32); // 1250 blocks on 7 multiprocessors
        settings.slots_traced_whole = 50000;
        const Json part = trace_of(matrix, settings);
        QVERIFY(part["traced_share"].get<double>() < 0.3);
        QVERIFY(part["sample"]["traced"].get<int>() >= 28);
        settings.sample = TraceSettings::all_blocks;
        QCOMPARE(trace_of(matrix, settings)["traced_share"].get<double>(), 1.0);
    }

    void a_warm_cache_saves_bytes_of_memory_and_a_cold_one_does_not() {
        const Matrix matrix = load_matrix("laplace2d:n=60"); // far smaller than the L2 cache of an H200
        auto settings = settings_for("csr-scalar", "h200");
        const Json cold = trace_of(matrix, settings);
        settings.cache = CacheState::warm;
        const Json warm = trace_of(matrix, settings);
        QCOMPARE(sum(warm["accesses"], "transactions"), sum(cold["accesses"], "transactions"));
        QVERIFY(sum(cold["accesses"], "dram_bytes") > 100000);
        QVERIFY(sum(warm["accesses"], "dram_bytes") < sum(cold["accesses"], "dram_bytes") / 2);
        QVERIFY(warm["modelled_ns"].get<double>() <= cold["modelled_ns"].get<double>());
    }

    void transfers_are_added_when_asked_for() {
        const Matrix matrix = load_matrix("laplace2d:n=60");
        auto settings = settings_for("ell", "c2050");
        const Json without = trace_of(matrix, settings);
        settings.with_transfers = true;
        const Json with = trace_of(matrix, settings);
        QCOMPARE(without["terms"]["transfer"].get<double>(), 0.0);
        QVERIFY(with["terms"]["transfer"].get<double>() > 1000);
        QVERIFY(std::abs(with["modelled_ns"].get<double>() - without["modelled_ns"].get<double>() -
                         with["terms"]["transfer"].get<double>()) < 1);
    }

    void the_order_of_the_lanes_changes_no_count() {
        const Matrix matrix = load_matrix("power-law:n=400,mean=6");
        auto settings = settings_for("csr-vector", "h200", 64);
        const Json ascending = trace_of(matrix, settings);
        settings.lane_order_seed = 12345;
        const Json shuffled = trace_of(matrix, settings);
        QCOMPARE(sum(shuffled["accesses"], "transactions"), sum(ascending["accesses"], "transactions"));
        QCOMPARE(sum(shuffled["accesses"], "lane_accesses"), sum(ascending["accesses"], "lane_accesses"));
        QVERIFY(shuffled["findings"].empty());
    }

    void formats_stored_by_columns_tell_their_leading_dimension() {
        const Matrix matrix = load_matrix("tridiagonal:n=70");
        for (const char* kernel : {"ell", "ell-sorted", "hyb", "dia"})
            QCOMPARE(trace_of(matrix, settings_for(kernel, "h200"))["leading_dimension"].get<int>(), 96);
        for (const char* kernel : {"csr-scalar", "jad", "sell"})
            QVERIFY(trace_of(matrix, settings_for(kernel, "h200"))["leading_dimension"].is_null());
    }

    void arrays_start_on_256_bytes_and_a_kernel_that_permutes_rows_claims_no_ranges() {
        const Matrix matrix = load_matrix("power-law:n=1000,mean=6");
        const Json plain = trace_of(matrix, settings_for("csr-scalar", "h200"));
        for (const Json& array : plain["arrays"])
            if (array["space"] == "global") QCOMPARE(array["base"].get<std::int64_t>() % 256, std::int64_t{0});
        const Json sorted = trace_of(matrix, settings_for("ell-sorted", "h200"));
        for (const Json& block : sorted["blocks"]) QVERIFY(block["first_row"].is_null() && block["last_row"].is_null());
    }

    void what_cannot_be_traced_is_refused_with_a_hint() {
        const Matrix matrix = load_matrix("diagonal:n=4");
        const auto refuses = [&](const char* code, TraceSettings settings, const char* part) {
            const Error error = error_of(matrix, settings);
            QCOMPARE(error.code(), std::string(code));
            QVERIFY2(std::string(error.what()).find(part) != std::string::npos, error.what());
            QVERIFY(!error.hint().empty());
        };
        refuses("kernel.unknown", settings_for("quantum", "h200"), "quantum");
        refuses("kernel.machine", settings_for("cpu-csr", "h200"), "Host kernels do not run on a simulated GPU.");
        refuses("kernel.machine", settings_for("cusparse-csr", "h200"),
                "This kernel is compiled code from a vendor library.");
        for (const int block : {-32, 0, 16, 33, 1056})
            refuses("kernel.block", settings_for("ell", "h200", block), "block of");
        refuses("kernel.block", settings_for("ell", "gtx295", 1024),
                "GeForce GTX 295 (one of its two GPUs), which supports at most 512 threads per block.");
        auto settings = settings_for("ell", "h200");
        settings.sample = -2;
        refuses("trace.sample", settings, "-2");
        Matrix complex = matrix;
        complex.field = Field::complex;
        complex.csr.imaginary.assign(4, 1.0);
        QCOMPARE(error_of(complex, settings_for("ell", "h200")).code(), std::string("matrix.unsupported"));
    }

    void a_cancelled_trace_ends_at_once() {
        const std::atomic<bool> cancelled{true};
        Progress progress;
        progress.cancelled = &cancelled;
        try {
            trace_spmv(load_matrix("laplace2d:n=50"), settings_for("csr-scalar", "h200"), progress);
            QFAIL("was not cancelled");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("cancelled")); }
    }
};

WARPLOOM_TEST(TraceSpmvTest);
#include "trace_spmv_test.moc"
