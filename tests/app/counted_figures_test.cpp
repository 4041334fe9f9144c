// Figures that are counts, compared with counts derived by hand.

#include "app/experiment/run_experiment.h"
#include "engine/error.h"
#include "fake_gpu.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::app;

namespace {

/// 64 rows with one entry each; each warp processes 32 of them.
constexpr const char* diagonal = R"("operation": "spmv", "input": "diagonal:n=64", "precision": "float", "block": 32)";
constexpr const char* eight_rows = R"("operation": "tridiagonal", "input": "tridiagonal:n=8,kind=0", "block": 32)";

std::string with_kernel(const char* run, const char* kernel) {
    return std::string(run) + R"(, "kernel": ")" + kernel + R"(")";
}

experiment::CellValue counted(const std::string& run, const std::string& figure, const std::string& options) {
    const std::string unit = figure == "time" ? "ms" : figure == "occupancy" || figure == "share of peak" ? "%" : "";
    const std::string text = R"( {"warploom_experiment": 1, "id": "made", "title": "made", "card": "gtx295",
        "series": [{"id": "s", "over": [], "unit": ")" +
                             unit + R"(", "figure": ")" + figure + R"(", "options": {)" + options + R"(},
        "run": {)" + run + "}}]} ";
    experiment::Result result = begin_experiment(experiment::experiment_from_json(text, "made"), true);
    run_experiment(result, {}, test::host_with({}), {});
    return result.cells.front().modelled;
}

} // namespace

class CountedFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void a_count_is_the_one_made_by_hand_data() {
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QString>("options");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* name, const std::string& run, const char* figure, const char* options,
                            double expected) {
            QTest::newRow(name) << QString::fromStdString(run) << QString(figure) << QString(options) << expected;
        };
        const std::string csr = with_kernel(diagonal, "paper:prata2010_csr_scalar.cu");
        // 64 values of 4 bytes, read by 2 warps; each half-warp issues one transaction of 64 bytes.
        row("transactions", csr, "transactions", R"("array": "value", "access": "load")", 4);
        row("transactions a request", csr, "transactions", R"("array": "value", "per": "request")", 2);
        row("bytes moved", csr, "bytes moved", R"("array": "value")", 256);
        row("bytes used", csr, "bytes used", R"("array": "value")", 256);
        row("requests", csr, "requests", R"("array": "y")", 2);
        row("lane accesses", csr, "lane accesses", R"("array": "x")", 64);
        row("reads a nonzero", csr, "lane accesses", R"("access": "load", "per": "nonzero")", 5); // 2 row pointers + 3
        row("operations", csr, "operations", R"("per": "nonzero")", 2);
        row("active lanes", csr, "active lanes", "", 32);
        row("divergent steps", csr, "divergent steps", "", 0);
        row("barriers", csr, "barriers", "", 0);
        row("bank passes", csr, "bank passes", "", 0);
        row("threads at work", csr, "threads at work", "", 64);
        // A single thread: one active lane of 32; 7 of 8 accesses per nonzero are its own loads and stores.
        row("one lane", with_kernel(diagonal, "paper:it168_coo_serial.cu"), "active lanes",
            R"("launch": "spmv_coo_serial")", 1);
        row("one thread", with_kernel(diagonal, "paper:it168_coo_serial.cu"), "threads at work",
            R"("launch": "spmv_coo_serial")", 64); // one store per entry
        // Cyclic reduction of 8 rows: rows 1 3 5 7, rows 3 7, the middle, and back (docs/step-page.md).
        row("launches of cr", with_kernel(eight_rows, "cr"), "launches", "", 5);
        row("threads of step 1", with_kernel(eight_rows, "cr"), "threads at work", R"("launch": "1")", 4);
        row("threads of step 2", with_kernel(eight_rows, "cr"), "threads at work", R"("launch": "2")", 2);
        row("operations of cr", with_kernel(eight_rows, "cr"), "operations", "", 111);
        row("launches of pcr", with_kernel(eight_rows, "pcr"), "launches", "", 3);
        row("threads of pcr", with_kernel(eight_rows, "pcr"), "threads at work", R"("launch": "3")", 8);
        const std::string band =
            with_kernel(R"("operation": "spmv", "input": "banded:n=64,lower=1,upper=1", "block": 32)",
                        "paper:prata2010_csr_scalar.cu");
        row("bandwidth", band, "bandwidth", "", 1);
        row("profile", band, "profile", "", 63);
        row("sectors of x a warp", band, "sectors of x a warp", "", 9); // columns 0 to 32, and 31 to 63
        row("launches by their name", with_kernel(eight_rows, "cr"), "launches", R"("launch": "forward")", 2);
    }
    void a_count_is_the_one_made_by_hand() {
        QFETCH(QString, run);
        QFETCH(QString, figure);
        QFETCH(QString, options);
        QFETCH(double, expected);
        const auto value = counted(run.toStdString(), figure.toStdString(), options.toStdString());
        QCOMPARE(QString::fromStdString(value.why_not), QString());
        QVERIFY2(std::abs(*value.number - expected) <= 1e-9 * std::abs(expected),
                 qPrintable(QStringLiteral("%1, expected %2").arg(*value.number).arg(expected)));
    }

    void what_is_not_there_is_named_with_what_is() {
        const std::string run = with_kernel(diagonal, "paper:prata2010_csr_scalar.cu");
        QCOMPARE(counted(run, "transactions", R"("array": "values")").why_not,
                 std::string("The kernel has no array 'values'. Available arrays: row_pointer, column, value, x, y."));
        const std::string launch = counted(run, "transactions", R"("launch": "2")").why_not;
        QVERIFY2(launch.starts_with("The call has no launch '2'. Available launches: "), launch.c_str());
        const std::string nothing = counted(run, "bank passes", R"("per": "operation", "array": "x")").why_not;
        QCOMPARE(nothing, std::string("The selection contains no operation of this type."));
    }

    void a_part_of_a_call_has_no_bandwidth() {
        const std::string run = with_kernel(diagonal, "paper:prata2010_csr_scalar.cu");
        QVERIFY_THROWS_EXCEPTION(Error, counted(run, "bandwidth", R"("array": "x")"));
    }

    void shares_lie_between_nothing_and_all() {
        const std::string run = with_kernel(diagonal, "paper:prata2010_csr_scalar.cu");
        for (const char* figure : {"occupancy", "share of peak"}) {
            const auto value = counted(run, figure, "");
            QVERIFY2(value.number && *value.number > 0 && *value.number <= 100, figure);
        }
    }

    void the_times_of_the_launches_make_up_that_of_the_call() {
        const std::string run = with_kernel(diagonal, "paper:it168_coo_serial.cu");
        const double zero = *counted(run, "time", R"("launch": "set_to_zero")").number;
        const double serial = *counted(run, "time", R"("launch": "spmv_coo_serial")").number;
        const double all = *counted(run, "time", "").number;
        QVERIFY(zero > 0 && serial > zero);
        QVERIFY(std::abs((zero + serial) / all - 1) < 1e-9);
    }

    void nothing_measures_a_count() {
        const std::string text = R"( {"warploom_experiment": 1, "id": "made", "title": "made", "card": "gtx295",
            "series": [{"id": "s", "over": [], "figure": "steps", "run": {)" +
                                 with_kernel(diagonal, "ell") + "}}]} ";
        experiment::Result result = begin_experiment(experiment::experiment_from_json(text, "made"), true);
        run_experiment(result, {}, test::host_with({}), {});
        QVERIFY(result.cells.front().modelled.number);
        QVERIFY(!result.cells.front().measured.number);
        QCOMPARE(result.cells.front().measured.why_not,
                 std::string("Counts come from the modeled card and cannot be measured."));
    }
};

WARPLOOM_TEST(CountedFiguresTest);
#include "counted_figures_test.moc"
