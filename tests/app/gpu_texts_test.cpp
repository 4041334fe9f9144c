// Tests of a source before its first launch on a real GPU, and the time limit that ends a launch that does not
// terminate.
#include "app/check/test_input_failure.h"
#include "app/operations/spmv.h"
#include "app/run/runner.h"
#include "app/solve/cg_session.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "fake_gpu.h"
#include "kernels/sources/launch_limit.h"
#include "kernels/sources/text_of_kernel.h"
#include "run_spmv.h"
#include "support/own_time.h"
#include "support/runner.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace warploom;
using namespace warploom::app;

namespace {

/// Returns a kernel with one thread per row. Before `last`, `sum` holds the product of the row.
std::string gpu_text(const std::string& last, const std::string& first = "T sum = 0;") {
    return "template <typename T>\n"
           "__global__ void mine(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* "
           "y) {\n"
           "    const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (row >= rows) return;\n    " +
           first +
           "\n    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];\n    " +
           last +
           "\n}\n"
           "template <typename T>\n"
           "void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) "
           "{\n"
           "    mine<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);\n"
           "}\n";
}
const std::string right_last = "y[row] = sum;", race_last = "if (row > 0) y[row - 1] = 0; y[row] = sum;";

std::unique_ptr<kernels::Machine> invented_gpu() {
    return test::fake_gpu("cuda:0", "Invented GPU", 0, kernels::bind_text_on);
}

std::optional<ValidationFailure> complaint_about(const kernels::Machine& machine, const std::string& kernel) {
    return failure_before_launch(machine, Operation::spmv, kernel, Precision::float64, 128, {});
}

/// Runs a single row.
Row run_of(kernels::Machine& machine, const std::string& kernel, bool unchecked) {
    RunSettings settings;
    settings.kernels = {kernel};
    settings.quick = true;
    settings.unchecked = unchecked;
    return run_spmv(machine, load_matrix("laplace2d:n=20"), settings).results.at(0);
}

/// A GPU for which the test determines how long a call has been waiting.
class WaitingGpu final : public kernels::TextGpu {
public:
    void* make_array(std::int64_t, const std::string&) override { return nullptr; }
    void upload(void*, const void*, std::int64_t) override {}
    void download(void*, const void*, std::int64_t) const override {}
    void compile(const kernels::DeviceText&) override {}
    void start(const simt::HostStep&) override {}
    void finish() override {}
    double waited_s() const override { return seconds; }

    std::atomic<double> seconds{0};
};

/// Arguments that the handler of the launch limit received.
struct Told {
    std::atomic<int> times{0};
    std::string code, sentence;

    kernels::LaunchLimit limit(double seconds) {
        return {seconds, [this](const Error& error) {
                    code = error.code();
                    sentence = error.what();
                    ++times;
                }};
    }
};

void wait_a_while() { std::this_thread::sleep_for(std::chrono::milliseconds(200)); }

} // namespace

class GpuTextsTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() {
        kernels::limit_launches({});
        kernels::set_request_sources({});
    }

    void a_text_is_launched_on_a_gpu_only_when_nothing_is_found_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("found"); // empty: the kernel is launched
        const auto row = [](const char* what, const std::string& text, const char* found) {
            QTest::newRow(what) << QString::fromStdString(text) << QString(found);
        };
        row("right", gpu_text(right_last), "");
        row("a race", gpu_text(race_last), "global-race");
        row("outside", gpu_text("y[row] = sum; if (row == rows - 1) y[rows] = 0;"), "out-of-bounds");
        row("an input", gpu_text("y[row] = sum; ((T*)x)[row % 2] = 0;"), "input-write");
        row("unset", gpu_text(right_last, "T sum;"), "unset-value");
        row("endless", gpu_text("while (sum == sum) y[row] = sum;"), "endless-loop");
        row("wrong", gpu_text("y[row] = 2 * sum;"), "should be");
    }
    void a_text_is_launched_on_a_gpu_only_when_nothing_is_found() {
        QFETCH(QString, text);
        QFETCH(QString, found);
        kernels::set_request_sources({{"mine.cu", text.toStdString()}});
        const auto gpu = invented_gpu();
        const Row row = run_of(*gpu, "mine.cu", false);
        if (found.isEmpty()) {
            QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
            return;
        }
        QVERIFY2(row.status == RowStatus::wrong, row.reason.c_str());
        QVERIFY2(row.reason.find("On the test matrix ") == 0, row.reason.c_str());
        QVERIFY2(row.reason.find(found.toStdString()) != std::string::npos, row.reason.c_str());
        QVERIFY2(row.hint.find("The kernel was not launched on cuda:0") != std::string::npos, row.hint.c_str());
        QVERIFY(row.samples.empty());
    }

    // The fake GPU computes the correct product whatever the source, so a row that is ok was launched there.
    void an_unchecked_text_is_launched() {
        kernels::set_request_sources({{"mine.cu", gpu_text(race_last)}});
        const auto gpu = invented_gpu();
        const Row row = run_of(*gpu, "mine.cu", true);
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
    }

    void only_texts_from_outside_are_tried_and_only_before_a_gpu() {
        kernels::set_request_sources({{"mine.cu", gpu_text(race_last)}});
        const auto gpu = invented_gpu();
        QVERIFY(complaint_about(*gpu, "mine.cu"));
        QVERIFY(!complaint_about(*kernels::open_machine("simulated:h200"), "mine.cu"));
        QVERIFY(!complaint_about(*kernels::open_machine("cpu"), "mine.cu"));
        QVERIFY(!complaint_about(*gpu, "csr-scalar"));
        // The paper prints it with an error, and it is included for that reason.
        QVERIFY(!complaint_about(*gpu, "paper:it168_coo_reduce_printed.cu"));
        kernels::set_request_sources({{"paper:prata2010_csr_scalar.cu", gpu_text(race_last)}});
        QVERIFY(complaint_about(*gpu, "paper:prata2010_csr_scalar.cu")); // a paper's kernel only by name
        kernels::set_request_sources({});
        QVERIFY(!complaint_about(*gpu, "paper:prata2010_csr_scalar.cu"));
    }

    void the_product_of_a_live_solution_is_tried_too() {
        kernels::set_request_sources({{"mine.cu", gpu_text(race_last)}});
        std::vector<std::unique_ptr<kernels::Machine>> gpus;
        gpus.push_back(invented_gpu());
        const MachineList machines = test::host_with(std::move(gpus));
        const auto matrix = std::make_shared<Matrix>(load_matrix("laplace2d:n=8"));
        CgChoice choice;
        choice.machine = "cuda:0";
        choice.kernel = "cg:mine.cu";
        try {
            const CgSession session(machines, matrix, choice, {});
            QFAIL("it was bound");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("result.finding"));
            QVERIFY2(std::string(error.what()).find("global-race") != std::string::npos, error.what());
        }
        CgChoice other = choice;
        other.kernel = "cg:csr-scalar";
        CgSession session(machines, matrix, other, {});
        choice.unchecked = true;
        session.switch_to(choice, {});
        QCOMPARE(session.choice().kernel, std::string("cg:mine.cu"));
    }

    void a_text_is_tried_once() {
        kernels::set_request_sources({{"mine.cu", gpu_text("while (sum == sum) y[row] = sum; // once")}});
        const auto gpu = invented_gpu();
        test::OwnTime time;
        const auto first = complaint_about(*gpu, "mine.cu");
        const double first_ms = time.ms();
        time.start();
        const auto second = complaint_about(*gpu, "mine.cu");
        const double second_ms = time.ms();
        QVERIFY2(second_ms * 4 < first_ms, qPrintable(QStringLiteral("%1 of %2").arg(second_ms).arg(first_ms)));
        QVERIFY(first && second);
        QCOMPARE(first->sentence, second->sentence);
        QCOMPARE(first->hint, second->hint); // the final sentence occurs only once
    }

    void what_takes_too_long_to_be_tried_is_given_up() {
        const std::string launches = gpu_text(right_last);
        const std::size_t at = launches.find("    mine<<<");
        kernels::set_request_sources(
            {{"mine.cu",
              launches.substr(0, at) + "    for (int i = 0; i < 10000000; ++i)\n    " + launches.substr(at)}});
        TestInputSettings settings{{"mine.cu", simulated::find_card("h200")}};
        settings.patience = {0.1, 0.5};
        const test::OwnTime time;
        const auto complaint = failure_on_test_inputs(settings, {});
        QVERIFY(time.ms() < 5000);
        QVERIFY(complaint);
        QCOMPARE(complaint->code, std::string("result.unchecked"));
        QVERIFY2(complaint->sentence.find("Checking this small input took more than 0.5 s") != std::string::npos,
                 complaint->sentence.c_str());
        std::atomic<bool> cancelled{true};
        Progress progress;
        progress.cancelled = &cancelled;
        settings.block = 64; // not in the cache
        QVERIFY_THROWS_EXCEPTION(Error, failure_on_test_inputs(settings, progress));
    }

    void a_slow_text_is_tried_on_fewer_inputs() {
        // Wrong only on matrices with one row, which are not the largest.
        kernels::set_request_sources({{"mine.cu", gpu_text("y[row] = rows == 1 ? 0 : sum;")}});
        TestInputSettings settings{{"mine.cu", simulated::find_card("h200")}};
        settings.patience = {60, 60};
        QVERIFY(failure_on_test_inputs(settings, {}));
        settings.patience = {0, 60};
        QVERIFY(!failure_on_test_inputs(settings, {}));
        kernels::set_request_sources({{"mine.cu", gpu_text("y[row] = sum + sum;")}});
        QVERIFY(failure_on_test_inputs(settings, {})); // at least one input is always tested
    }

    void a_wait_above_the_limit_is_told_once_with_the_text_that_was_launched_last() {
        WaitingGpu gpu;
        Told told;
        kernels::limit_launches(told.limit(0.5));
        const kernels::LaunchWatch first(&gpu, "first.cu"), second(&gpu, "second.cu");
        first.launches();
        gpu.seconds = 0.4;
        wait_a_while();
        QCOMPARE(told.times.load(), 0);
        gpu.seconds = 0.6;
        QTRY_COMPARE(told.times.load(), 1);
        QCOMPARE(told.code, std::string("launch.limit"));
        QCOMPARE(told.sentence,
                 std::string("A kernel launch did not finish within 0.5 s. The last kernel launched was first.cu."));
        wait_a_while();
        QCOMPARE(told.times.load(), 1);
        kernels::limit_launches(told.limit(0.5));
        second.launches();
        QTRY_COMPARE(told.times.load(), 2);
        QVERIFY2(told.sentence.find("second.cu") != std::string::npos, told.sentence.c_str());
    }

    void nothing_is_watched_without_a_text_on_a_gpu() {
        WaitingGpu gpu;
        gpu.seconds = 1000;
        Told told;
        kernels::limit_launches(told.limit(0.1));
        { const kernels::LaunchWatch none(nullptr, "here.cu"); }
        wait_a_while();
        QCOMPARE(told.times.load(), 0);
        kernels::limit_launches(told.limit(2000));
        {
            const kernels::LaunchWatch gone(&gpu, "gone.cu");
            gone.launches();
        }
        kernels::limit_launches(told.limit(0.1));
        wait_a_while();
        QCOMPARE(told.times.load(), 0);
    }
};

WARPLOOM_TEST(GpuTextsTest);
#include "gpu_texts_test.moc"
