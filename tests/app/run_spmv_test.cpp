#include "app/info/describe.h"
#include "app/operations/spmv.h"
#include "app/run/run_plan.h"
#include "engine/generators/matrix_source.h"
#include "engine/protocol/messages/baseline.h"
#include "engine/simulated/card.h"
#include "kernels/registry/simulated_machine.h"
#include "kernels/sources/text_of_kernel.h"
#include "run_spmv.h"
#include "support/runner.h"
#include "troubled_machines.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <map>
#include <set>

using namespace warploom;
using namespace warploom::app;

namespace {

const Row& row_of(const Run& run, const std::string& kernel) {
    for (const Row& row : run.results)
        if (row.kernel == kernel) return row;
    throw std::out_of_range(kernel);
}

RunSettings quick_settings(std::vector<std::string> kernels = {}) {
    RunSettings settings;
    settings.kernels = std::move(kernels);
    settings.quick = true;
    settings.cache = CacheState::warm; // flushing the cache takes longer than these kernels
    return settings;
}

std::string code_of(kernels::Machine& machine, const Matrix& matrix, const RunSettings& settings) {
    try {
        run_spmv(machine, matrix, settings);
    } catch (const Error& error) { return error.code(); }
    return "none";
}

/// Returns a row with ten samples between `min` and 1.001 * `min`.
Row timed_row(const std::string& kernel, double min, double one_time_ns) {
    Row row;
    row.kernel = kernel;
    row.status = RowStatus::ok;
    for (int i = 0; i < 10; ++i) row.samples.push_back({min * (1 + 0.0001 * i), 0, 1, false});
    row.time.take(measure::summarize(row.samples));
    row.conversion_ns = one_time_ns;
    row.preprocess_ns = row.transfer_ns = 0;
    return row;
}

} // namespace

class RunSpmvTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { troubled_ = test::troubled_machines(); }

    // With 256 rows, a multiple of the block size, the kernel is correct on this matrix alone.
    void a_text_that_only_this_matrix_finds_right_is_wrong_and_has_no_time() {
        const kernels::ScopedKernelSources texts(std::map<std::string, std::string>{{"mine.cu", R"(
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
})"}});
        const auto machine = kernels::open_machine("simulated:h200");
        const Run run = run_spmv(*machine, load_matrix("laplace2d:n=16"), quick_settings({"csr-scalar", "mine.cu"}));

        QCOMPARE(row_of(run, "csr-scalar").status, RowStatus::ok);
        const Row& row = row_of(run, "mine.cu");
        QCOMPARE(row.status, RowStatus::wrong);
        QCOMPARE(row.code, std::string("result.finding"));
        QVERIFY2(row.reason.rfind("On the test matrix random-rows:n=500", 0) == 0, row.reason.c_str());
        QVERIFY(row.samples.empty() && !row.model && !row.speedup);
        const Table table = result_table(run);
        for (const char* const figure : {"median", "min", "gflops", "gbytes_per_s", "speedup", "modelled"})
            for (std::size_t c = 0; c < table.columns.size(); ++c)
                if (table.columns[c].name == figure)
                    QVERIFY2(std::holds_alternative<std::monostate>(table.rows[1][c]), figure);
    }
    void x_is_drawn_unless_it_is_named() {
        const auto machine = kernels::open_machine("simulated:h200");
        const Run run = run_spmv(*machine, load_matrix("laplace2d:n=3"), quick_settings({"csr-scalar"}));
        QCOMPARE(run.settings.x, std::string("random:1"));
        const Matrix matrix = load_matrix("laplace2d:n=3");
        const auto x = make_x("random:1", 9);
        double sum = 0;
        for (std::int64_t row = 0; row < 9; ++row)
            for (auto k = matrix.csr.row_pointer[row]; k < matrix.csr.row_pointer[row + 1]; ++k)
                sum += matrix.csr.value[k] * x[matrix.csr.column[k]];
        QVERIFY(std::abs(run.results[0].own<SpmvResult>()->y.sum - sum) < 1e-12);
    }
    void every_kernel_of_a_machine_is_right_and_timed_data() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("cpu") << "cpu";
        QTest::newRow("simulated") << "simulated:h200";
    }
    void every_kernel_of_a_machine_is_right_and_timed() {
        QFETCH(QString, machine);
        const auto opened = kernels::open_machine(machine.toStdString());
        const Matrix matrix = load_matrix("tridiagonal:n=100");
        auto settings = quick_settings();
        settings.precisions = {Precision::float32, Precision::float64};
        settings.x = "reciprocal";
        const Run run = run_spmv(*opened, matrix, settings);

        long double sum = 0;
        const auto x = make_x("reciprocal", 100);
        for (std::size_t k = 0; k < matrix.csr.value.size(); ++k)
            sum += static_cast<long double>(matrix.csr.value[k]) * static_cast<long double>(x[matrix.csr.column[k]]);
        std::set<std::string> seen;
        for (const Row& row : run.results) {
            seen.insert(row.kernel);
            QVERIFY2(row.status == RowStatus::ok || (row.status == RowStatus::skipped && !row.reason.empty()),
                     (row.kernel + ": " + row.reason).c_str());
            if (row.status != RowStatus::ok) continue;
            QVERIFY(row.own<SpmvResult>()->error_bound_ratio <= 1);
            QVERIFY(row.time.min > 0 && row.time.min <= row.time.q1 && row.time.q1 <= row.time.median &&
                    row.time.median <= row.time.q3);
            QCOMPARE(row.samples.size(), row.time.count + row.time.discarded);
            QCOMPARE(row.gflops, 2 * 298.0 / row.time.median);
            const double bytes = static_cast<double>(row.format_bytes + 200 * kernels::bytes_of(row.precision));
            QCOMPARE(row.gbytes_per_s, bytes / row.time.median);
            QCOMPARE(row.model.has_value(), machine != "cpu");
            if (row.model) QVERIFY(std::isnan(row.launch_ns)); // nothing was launched on a GPU
            else QVERIFY(row.launch_ns > 0);
            QVERIFY(row.conversion_ns > 0);
            const bool is_float = row.precision == Precision::float32;
            QVERIFY(std::abs(row.own<SpmvResult>()->y.sum - static_cast<double>(sum)) < (is_float ? 1e-5 : 1e-13));
        }
        for (const auto& info : kernels::spmv_kernels()) QCOMPARE(seen.count(info.id) == 1, opened->runs(info.runs_on));
        QVERIFY(run.is_fine());
    }
    void blocks_and_precisions_each_have_a_row_but_host_loops_have_no_block() {
        const Matrix matrix = load_matrix("diagonal:n=40");
        auto settings = quick_settings({"csr-scalar", "csr-scalar", "ell"});
        settings.blocks = {32, 64, 64};
        settings.precisions = {Precision::float64, Precision::float32};
        std::string rows;
        for (const auto& row : run_spmv(*kernels::open_machine("simulated:h200"), matrix, settings).results)
            rows += row.kernel + " " + kernels::to_string(row.precision) + " " + std::to_string(row.block) + ", ";
        QCOMPARE(rows,
                 std::string("csr-scalar double 32, csr-scalar double 64, csr-scalar float 32, csr-scalar float 64, "
                             "ell double 32, ell double 64, ell float 32, ell float 64, "));
        settings.kernels = {"cpu-csr"};
        const auto host = run_spmv(*kernels::open_machine("cpu"), matrix, settings);
        QCOMPARE(host.results.size(), std::size_t{2});
        QCOMPARE(host.results[0].block, 0);
    }

    void a_kernel_of_another_machine_is_skipped_with_the_reason() {
        const auto run = run_spmv(*kernels::open_machine("cpu"), load_matrix("diagonal:n=4"),
                                  quick_settings({"cpu-csr", "csr-vector"}));
        QVERIFY(row_of(run, "csr-vector").status == RowStatus::skipped);
        QVERIFY(row_of(run, "csr-vector").reason.find("not on cpu") != std::string::npos);
        QVERIFY(row_of(run, "cpu-csr").status == RowStatus::ok);
        QVERIFY(run.is_fine());
    }

    // Built-in kernels trust the indices of their format, and share its arrays with user kernels.
    void a_text_cannot_change_the_matrix_of_the_kernels_beside_it_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("kernel"); ///< statements; empty if `run` itself causes all the damage
        QTest::addColumn<QString>("run");
        QTest::newRow("values") << "csr-scalar"
                                << "((T*)value)[i] = 1e16;"
                                << "";
        QTest::newRow("values of the second call")
            << "csr-vector"
            << "if (calls[0] == 1) ((T*)value)[i] = 1e16; __syncthreads(); if (i == 0) calls[0] = 1;"
            << "";
        QTest::newRow("columns") << "csr-scalar"
                                 << "((int*)column)[i] = 1 << 30;"
                                 << "";
        QTest::newRow("rows of csc") << "csc"
                                     << "((int*)row)[i] = 0x7ffffff0; ((T*)value)[i] = 4.5;"
                                     << "";
        QTest::newRow("cudaMemset") << "csr-scalar"
                                    << ""
                                    << "cudaMemset((int*)column, 127, 400);";
    }
    void a_text_cannot_change_the_matrix_of_the_kernels_beside_it() {
        QFETCH(QString, format);
        QFETCH(QString, kernel);
        QFETCH(QString, run);
        const bool is_csc = format == "csc";
        const QString list = is_csc ? "const int* row, const T* value, T* y, int* calls"
                                    : "const int* column, const T* value, T* y, int* calls";
        const QString text =
            "// format: " + QString(is_csc ? "csc" : "csr") +
            "\n// scratch: calls int[1]\n"
            "template <typename T> __global__ void harm(" +
            list + ") {\n    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    y[i] = 0;\n    " + kernel +
            "\n}\ntemplate <typename T> void run(" + list + ") {\n    cudaMemset(calls, 0, 4);\n    " + run +
            "\n    harm<<<1, 64>>>(" + (is_csc ? "row" : "column") + ", value, y, calls);\n    harm<<<1, 64>>>(" +
            (is_csc ? "row" : "column") + ", value, y, calls);\n}\n";
        const kernels::ScopedKernelSources texts(std::map<std::string, std::string>{{"./harm.cu", text.toStdString()}});
        const Run done = run_spmv(*kernels::open_machine("simulated:h200"), load_matrix("diagonal:n=100"),
                                  quick_settings({"./harm.cu", format.toStdString()}));
        const Row& harm = row_of(done, "./harm.cu");
        QVERIFY2(harm.status == RowStatus::error || harm.status == RowStatus::wrong, harm.reason.c_str());
        QVERIFY2(harm.reason.find("is a read-only input") != std::string::npos, harm.reason.c_str());
        const Row& other = row_of(done, format.toStdString());
        QVERIFY2(other.status == RowStatus::ok, other.reason.c_str());
    }

    void a_card_refuses_what_it_cannot_hold_of_kernels_and_texts() {
        const kernels::ScopedKernelSources texts(std::map<std::string, std::string>{
            {"./wide.cu",
             "// format: csr\n__global__ void k(int rows, const int* row_pointer, const int* column, const double* "
             "value, "
             "const double* x, double* y) {\n    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "    if (i >= rows) return;\n    double sum = 0;\n"
             "    for (int k = row_pointer[i]; k < row_pointer[i + 1]; ++k) sum += value[k] * x[column[k]];\n"
             "    y[i] = sum;\n}\nvoid run(int rows, const int* row_pointer, const int* column, const double* value, "
             "const double* x, double* y, int block) {\n    k<<<(rows + 2 * block - 1) / (2 * block), 2 * "
             "block>>>(rows, "
             "row_pointer, column, value, x, y);\n}\n"}});
        auto settings = quick_settings({"csr-scalar", "./wide.cu"});
        settings.blocks = {256, 512, 1024};
        const Matrix matrix = load_matrix("diagonal:n=40");
        std::string told;
        for (const Row& row : run_spmv(*kernels::open_machine("simulated:gtx295"), matrix, settings).results) {
            told += row.kernel + " " + std::to_string(row.block) + " " + row.code + ", ";
            if (!row.code.empty())
                QVERIFY2(row.reason.find("supports at most 512 threads per block") != std::string::npos ||
                             row.reason.find(" is 512.") != std::string::npos,
                         row.reason.c_str());
            QVERIFY(row.code.empty() || !row.hint.empty());
        }
        QCOMPARE(told, std::string("csr-scalar 256 , csr-scalar 512 , csr-scalar 1024 kernel.block, ./wide.cu 256 , "
                                   "./wide.cu 512 kernel.launch, ./wide.cu 1024 kernel.launch, "));
        for (const Row& row : run_spmv(*kernels::open_machine("simulated:c2050"), matrix, settings).results)
            QCOMPARE(row.code.empty(), row.kernel == "csr-scalar" || row.block < 1024);

        // 40 entries of CSR take 644 bytes, and x and y 640.
        simulated::Card card = simulated::find_card("h200");
        for (const double memory : {1000.0, 1e7}) {
            card.memory_bytes = memory;
            settings.blocks = {128};
            for (const Row& row : run_spmv(*kernels::simulated_machine(card), matrix, settings).results) {
                QCOMPARE(row.code, std::string(memory < 2000 ? "memory.limit" : ""));
                if (memory < 2000)
                    QVERIFY2(row.reason.find("the NVIDIA H200 has only 1000 bytes") != std::string::npos,
                             row.reason.c_str());
            }
        }
    }
    void every_card_of_the_program_says_what_it_can_hold() {
        for (const simulated::Card& card : simulated::cards()) {
            if (card.id.size() > 6) continue; // a user's GPU model
            QVERIFY(card.block_threads > 0 && card.block_shared_bytes > 0 && card.memory_bytes > 8e8);
            QVERIFY(card.grid_x > 0 && card.grid_y > 0 && card.grid_z > 0);
            // Values that are missing in a user's GPU model still have defaults.
            simulated::Card bare = card;
            bare.block_threads = bare.block_shared_bytes = bare.grid_x = bare.grid_y = bare.grid_z = 0;
            const auto wanted = simulated::limits_of(card), found = simulated::limits_of(bare);
            QVERIFY2(found.grid == wanted.grid && found.block == wanted.block &&
                         found.block_threads == wanted.block_threads && found.shared_bytes == wanted.shared_bytes &&
                         found.declared_shared == wanted.declared_shared,
                     card.id.c_str());
        }
    }

    void a_wrong_result_gets_no_time() {
        const auto run = run_on("troubled:wrong", "tridiagonal:n=64");
        const Row& row = row_of(run, "csr-vector");
        QVERIFY(row.status == RowStatus::wrong);
        QVERIFY(row.samples.empty());
        QVERIFY(row.reason.find("Row 32") != std::string::npos);
        QVERIFY(protocol::write_row("spmv", row)["time_ns"].is_null());
        QVERIFY(protocol::write_row("spmv", row)["gflops"].is_null());
        QVERIFY(row_of(run, "csr-scalar").status == RowStatus::ok);
        QVERIFY(!run.is_fine());
    }

    void a_fault_ends_its_row_only() {
        const auto run = run_on("troubled:faulty", "tridiagonal:n=64");
        QVERIFY(row_of(run, "csr-vector").status == RowStatus::error);
        QCOMPARE(row_of(run, "csr-vector").code, std::string("device.fault"));
        QVERIFY(row_of(run, "csr-scalar").status == RowStatus::ok);
        QVERIFY(row_of(run, "ell").status == RowStatus::ok);
    }

    void kernels_that_do_not_fit_together_run_one_after_the_other() {
        const auto run = run_on("troubled:tight", "tridiagonal:n=64");
        for (const Row& row : run.results) QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
    }

    void a_format_that_refuses_leaves_the_others_alone() {
        // One full row: ELL would pad every other row to its length.
        const auto run = run_spmv(*kernels::open_machine("simulated:h200"), load_matrix("one-long-row:n=200000"),
                                  quick_settings({"csr-scalar", "ell"}));
        QVERIFY(row_of(run, "ell").status == RowStatus::skipped);
        QCOMPARE(row_of(run, "ell").code, std::string("memory.limit"));
        QVERIFY(protocol::write_row("spmv", row_of(run, "ell"))["format_bytes"].is_null());
        QVERIFY(row_of(run, "csr-scalar").status == RowStatus::ok);
        QVERIFY(run.is_fine());
    }

    void a_cancelled_run_gives_what_it_has() {
        std::atomic<bool> cancelled{false};
        RunObserver observer;
        observer.cancelled = &cancelled;
        std::size_t samples = 0;
        observer.samples = [&](const Row& row, std::size_t first) {
            samples += row.samples.size() - first;
            if (samples >= 5) cancelled = true;
        };
        const auto run = run_spmv(*find_machine(troubled_, "troubled:slow"), load_matrix("diagonal:n=64"),
                                  quick_settings({"csr-scalar", "ell"}), observer);
        QVERIFY(run.was_cancelled);
        std::size_t kept = 0;
        for (const Row& row : run.results) {
            kept += row.samples.size();
            if (!row.samples.empty()) QCOMPARE(QString(to_string(row.time.stopped_by)), QString("cancelled"));
            else QCOMPARE(row.code, std::string("cancelled"));
        }
        QVERIFY(kept >= 5);
        QCOMPARE(samples, kept);
    }

    void a_run_cancelled_before_it_began_has_rows_without_times() {
        const std::atomic<bool> cancelled{true};
        RunObserver observer;
        observer.cancelled = &cancelled;
        const auto run = run_spmv(*kernels::open_machine("simulated:h200"), load_matrix("diagonal:n=64"),
                                  quick_settings({"ell"}), observer);
        QCOMPARE(run.results.size(), std::size_t{1});
        QVERIFY(run.results[0].status == RowStatus::skipped);
        QVERIFY(!run.results[0].reason.empty());
    }

    void the_observer_hears_every_sample_and_every_row() {
        std::size_t samples = 0;
        std::vector<std::string> rows, stages;
        RunObserver observer;
        observer.samples = [&](const Row& row, std::size_t first) { samples += row.samples.size() - first; };
        observer.row = [&](const Row& row) { rows.push_back(row.kernel); };
        observer.stage = [&](const std::string& stage, const std::string&) { stages.push_back(stage); };
        const auto run = run_spmv(*kernels::open_machine("simulated:h200"), load_matrix("diagonal:n=64"),
                                  quick_settings({"csr-scalar", "ell", "cpu-csr"}), observer);
        std::size_t kept = 0;
        for (const Row& row : run.results) kept += row.samples.size();
        QCOMPARE(samples, kept);
        std::sort(rows.begin(), rows.end());
        QCOMPARE(rows, (std::vector<std::string>{"cpu-csr", "csr-scalar", "ell"}));
        QCOMPARE(stages.front(), std::string("converting"));
        QCOMPARE(stages.back(), std::string("tracing"));
    }

    void rows_that_share_a_format_and_a_precision_are_run_side_by_side() {
        std::string checked;
        RunObserver observer;
        observer.stage = [&](const std::string& stage, const std::string& detail) {
            if (stage == "checking") checked += detail + " ";
        };
        RunSettings settings = quick_settings({"csr-scalar", "ell", "csr-vector"});
        settings.precisions = {Precision::float32, Precision::float64};
        run_spmv(*kernels::open_machine("simulated:h200"), load_matrix("diagonal:n=64"), settings, observer);
        QCOMPARE(checked, std::string("csr-scalar csr-vector ell csr-scalar csr-vector ell "));
    }

    void the_time_of_a_simulated_machine_is_modelled_and_says_so() {
        const auto run = run_spmv(*kernels::open_machine("simulated:h200"), load_matrix("laplace2d:n=20"),
                                  quick_settings({"csr-scalar", "ell"}));
        const auto document = write_run(run);
        for (const auto& row : document["results"]) {
            const auto& time = row["time_ns"];
            QCOMPARE(time["kind"].get<std::string>(), std::string("modelled"));
            QCOMPARE(time["samples"].get<int>(), 1);
            QVERIFY(time["median"] == time["q1"] && time["median"] == time["q3"] && time["median"] == time["min"]);
            QVERIFY(row["launch_ns"].is_null());
            const auto& model = row["model"];
            QCOMPARE(model["traced_share"].get<double>(), 1.0);
            QVERIFY(model["halves_differ"].is_null());
            QVERIFY(model["terms"].contains(model["binding"].get<std::string>()));
            QCOMPARE(model["error"].get<double>(), 0.131); // of times measured on this GPU
            const auto verdict = row["speedup"]["verdict"].get<std::string>();
            if (row["kernel"] == "ell") {
                const double ratio = row["speedup"]["ratio"].get<double>();
                QVERIFY(std::abs(ratio - 1) > 0.005 && std::abs(ratio - 1) < 0.1); // less than the model's error
                QCOMPARE(verdict, std::string("cannot tell"));
                QCOMPARE(row["speedup"]["reason"].get<std::string>(),
                         std::string("The difference is less than the model's error of 13.1%."));
                QCOMPARE(row["speedup"]["low"].get<double>(), ratio / 1.131);
                QCOMPARE(row["speedup"]["high"].get<double>(), ratio * 1.131);
            }
        }
        QVERIFY(document["copy_gbytes_per_s"].is_null());
        const Table table = result_table(run);
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            QCOMPARE(table.text(r, table.column("kind")), std::string("modelled"));
            QCOMPARE(table.text(r, table.column("model_binding")), run.results[r].model->binding);
            QCOMPARE(table.number(r, table.column("traced_share")), 1.0);
        }
    }

    void a_modelled_run_gives_the_same_time_each_time() {
        const auto time = [] {
            return row_of(run_spmv(*kernels::open_machine("simulated:c2050"), load_matrix("power-law:n=2000,mean=9"),
                                   quick_settings({"csr-scalar"})),
                          "csr-scalar")
                .time.median;
        };
        const double first = time();
        QVERIFY(first > 0);
        QCOMPARE(time(), first);
    }

    void measured_rows_have_no_model() {
        const auto run =
            run_spmv(*kernels::open_machine("cpu"), load_matrix("diagonal:n=64"), quick_settings({"cpu-csr"}));
        QVERIFY(write_run(run)["results"][0]["model"].is_null());
        const Table table = result_table(run);
        QCOMPARE(table.text(0, table.column("model_binding")), std::string());
        QVERIFY(std::isnan(table.number(0, table.column("traced_share"))));
    }

    void a_modelled_row_and_a_measured_one_are_never_compared() {
        std::vector<Row> rows{timed_row("base", 100e3, 0), timed_row("other", 50e3, 0)};
        rows[1].time.kind = measure::TimeKind::modelled;
        protocol::compare_with_baseline(rows, "base");
        QVERIFY(rows[1].speedup->verdict == measure::Comparison::Verdict::cannot_tell);
        QVERIFY(std::isnan(rows[1].speedup->ratio));
        QVERIFY(!rows[1].speedup->reason.empty());
        QVERIFY(std::isnan(rows[1].break_even));
    }

    void a_large_matrix_is_modelled_from_a_sample_that_is_stated() {
        auto settings = quick_settings({"csr-scalar"}); // the quick preset traces up to 2 million slots completely
        const auto run =
            run_spmv(*kernels::open_machine("simulated:gtx295"), load_matrix("diagonal:n=2500000"), settings);
        const Row& row = row_of(run, "csr-scalar");
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
        QVERIFY(row.model->traced_share > 0 && row.model->traced_share < 0.5);
        QVERIFY(row.model->halves_differ.has_value());
        QVERIFY(*row.model->halves_differ < 0.02); // all blocks of this matrix do the same work
        QVERIFY2(row.detail.find("of the blocks") != std::string::npos, row.detail.c_str());
        QVERIFY(row.own<SpmvResult>()->error_bound_ratio <= 1); // the result is that of the whole matrix
    }

    void a_card_of_a_file_is_a_machine() {
        QTemporaryDir folder;
        simulated::Card card = simulated::find_card("h200");
        card.id = "half";
        card.dram_gbytes_per_s /= 2;
        const std::string path = folder.filePath("half.json").toStdString();
        std::ofstream(path) << simulated::card_to_json(card);
        const auto half = find_machine({}, "simulated:" + path);
        QCOMPARE(half->info().id, std::string("simulated:half"));
        QCOMPARE(half->card()->dram_gbytes_per_s, card.dram_gbytes_per_s);
        std::ofstream(path) << "{";
        try {
            find_machine({}, "simulated:" + path);
            QFAIL("was opened");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("card.format")); }
        try {
            find_machine(kernels::machines(), "simulated:riva128");
            QFAIL("was opened");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("machine.unknown"));
            QVERIFY(error.hint().find("simulated:gtx295") != std::string::npos);
        }
    }

    void what_makes_no_sense_is_refused_before_anything_runs() {
        const auto machine = kernels::open_machine("simulated:h200");
        const Matrix matrix = load_matrix("diagonal:n=4");
        QCOMPARE(code_of(*machine, matrix, quick_settings({"no-such-kernel"})), std::string("kernel.unknown"));
        for (const int block : {0, 33, 16, 1056, -32}) {
            auto settings = quick_settings({"ell"});
            settings.blocks = {block};
            QCOMPARE(code_of(*machine, matrix, settings), std::string("kernel.block"));
        }
        for (const char* x : {"twos", "random", "random:", "random:x", "random:1x", "random:-1"}) {
            auto settings = quick_settings({"ell"});
            settings.x = x;
            QCOMPARE(code_of(*machine, matrix, settings), std::string("run.x"));
        }
        auto settings = quick_settings({"ell"});
        settings.baseline = "no-such-kernel";
        QCOMPARE(code_of(*machine, matrix, settings), std::string("kernel.unknown"));
        Matrix complex = matrix;
        complex.field = Field::complex;
        complex.csr.imaginary.assign(4, 1.0);
        QCOMPARE(code_of(*machine, complex, quick_settings({"ell"})), std::string("matrix.unsupported"));
    }

    void x_is_what_its_name_says() {
        QCOMPARE(make_x("ones", 3), (std::vector<double>{1, 1, 1}));
        QCOMPARE(make_x("reciprocal", 4), (std::vector<double>{1, 0.5, 1.0 / 3, 0.25}));
        QCOMPARE(make_x("random:7", 100), make_x("random:7", 100));
        QVERIFY(make_x("random:7", 100) != make_x("random:8", 100));
        for (const double value : make_x("random:7", 100)) QVERIFY(value > -1 && value < 1 && value != 0);
        QVERIFY(make_x("ones", 0).empty());
    }

    void a_baseline_that_is_not_listed_joins_the_run() {
        auto settings = quick_settings({"ell"});
        settings.baseline = "csr-vector";
        const auto completed = complete_settings(*kernels::open_machine("simulated:h200"), Operation::spmv, settings);
        QCOMPARE(completed.kernels, (std::vector<std::string>{"csr-vector", "ell"}));
    }

    void break_even_is_extra_cost_over_saving_data() {
        QTest::addColumn<double>("time");
        QTest::addColumn<double>("cost");
        QTest::addColumn<double>("break_even"); // -1: none
        QTest::addColumn<QString>("verdict");
        // The baseline takes 100 us per call and 1 ms once.
        QTest::newRow("faster and costlier") << 50e3 << 6e6 << 100.0 << "faster";
        QTest::newRow("faster and cheaper") << 50e3 << 0.5e6 << 0.0 << "faster";
        QTest::newRow("slower") << 200e3 << 0.0 << -1.0 << "slower";
    }

    void break_even_is_extra_cost_over_saving() {
        QFETCH(double, time);
        QFETCH(double, cost);
        QFETCH(double, break_even);
        std::vector<Row> rows{timed_row("base", 100e3, 1e6), timed_row("other", time, cost)};
        protocol::compare_with_baseline(rows, "base");
        QVERIFY(rows[1].speedup.has_value());
        QTEST(QString(to_string(rows[1].speedup->verdict)), "verdict");
        if (break_even < 0) QVERIFY(std::isnan(rows[1].break_even));
        else QVERIFY(std::abs(rows[1].break_even - break_even) <= 0.01 * break_even);
        for (Row& row : rows) row.time.kind = measure::TimeKind::modelled; // for modeled times, the saving of the model
        protocol::compare_with_baseline(rows, "base");
        QCOMPARE(std::isnan(rows[1].break_even), break_even < 0);
        QCOMPARE(QString(to_string(rows[0].speedup->verdict)), QString("same"));
    }

    void the_baseline_has_the_same_precision_and_block_where_it_can() {
        std::vector<Row> rows{timed_row("base", 400e3, 0), timed_row("base", 200e3, 0), timed_row("base", 100e3, 0),
                              timed_row("other", 100e3, 0)};
        rows[0].block = 32;
        rows[1].block = 64;
        rows[2].precision = Precision::float32;
        rows[3].block = 32;
        protocol::compare_with_baseline(rows, "base");
        QVERIFY(std::abs(rows[3].speedup->ratio - 4) < 0.01);
        rows[3].block = 0; // there is no such block size, so the best one of the baseline is used
        protocol::compare_with_baseline(rows, "base");
        QVERIFY(std::abs(rows[3].speedup->ratio - 2) < 0.01);
        rows[0].status = rows[1].status = RowStatus::error;
        protocol::compare_with_baseline(rows, "base");
        QVERIFY(!rows[3].speedup.has_value());
    }

    void tables_hold_the_numbers_of_the_run() {
        const auto run = run_on("troubled:wrong", "tridiagonal:n=64");
        const Table results = result_table(run);
        const Table samples = sample_table(run);
        QCOMPARE(results.rows.size(), run.results.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < run.results.size(); ++i) {
            const Row& row = run.results[i];
            count += row.samples.size();
            QCOMPARE(results.text(i, results.column("kernel")), row.kernel);
            QCOMPARE(results.text(i, results.column("status")), std::string(to_string(row.status)));
            if (row.has_time()) QCOMPARE(results.number(i, results.column("median")), row.time.median);
            else QVERIFY(std::isnan(results.number(i, results.column("median"))));
        }
        QCOMPARE(samples.rows.size(), count);
        QVERIFY(results.facts.size() > 10);
    }

    void documents_are_plain_json_without_numbers_that_are_not_finite() {
        const auto run = run_on("troubled:faulty", "empty-rows:n=64");
        const std::string line = protocol::to_line(write_run(run));
        const auto document = Json::parse(line);
        QCOMPARE(document["results"].size(), std::size_t{3});
        QCOMPARE(document["matrix"]["hash"].get<std::string>().size(), std::size_t{16});
        QVERIFY(line.find("nan") == std::string::npos);
    }

private:
    Run run_on(const std::string& machine, const std::string& matrix) {
        return run_spmv(*find_machine(troubled_, machine), load_matrix(matrix),
                        quick_settings({"csr-scalar", "csr-vector", "ell"}));
    }
    MachineList troubled_;
};

WARPLOOM_TEST(RunSpmvTest);
#include "run_spmv_test.moc"
