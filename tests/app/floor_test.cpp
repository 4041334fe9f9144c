// The lower bound for the time of a row, from its bytes and operations and the measured peaks of the machine.
#include "app/run/floor.h"

#include "support/runner.h"

#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::app;

namespace {

Row row_with(double median, double gbytes_per_s, double gflops) {
    Row row;
    row.status = RowStatus::ok;
    row.time.median = median;
    row.time.count = 10;
    row.gbytes_per_s = gbytes_per_s;
    row.gflops = gflops;
    return row;
}

} // namespace

class FloorTest : public QObject {
    Q_OBJECT

private slots:
    void few_operations_a_byte_wait_for_memory() {
        Run run;
        run.copy_gbytes_per_s = 10;
        run.results = {row_with(100, 5, 1)};
        bool asked = false;
        add_floors(run, [&](Precision) { return asked = true, 1e12; });
        QCOMPARE(run.results[0].floor_ns, 50.0); // 500 bytes at 10 bytes/ns
        QCOMPARE(run.results[0].floor_of, std::string("bytes"));
        QVERIFY(!asked); // measuring a peak takes time, so it is not measured unless needed
    }

    void many_operations_a_byte_wait_for_whichever_takes_longer() {
        Run run;
        run.copy_gbytes_per_s = 10;
        run.results = {row_with(100, 2, 40), row_with(100, 8, 40)};
        run.results[1].precision = Precision::float32;
        add_floors(run, [](Precision p) { return p == Precision::float64 ? 80e9 : 160e9; });
        QCOMPARE(run.results[0].floor_ns, 50.0); // 4000 operations at 80 per ns; its bytes take only 20 ns
        QCOMPARE(run.results[0].floor_of, std::string("operations"));
        QCOMPARE(run.results[1].floor_ns, 80.0); // its operations take 25 ns, its bytes 80 ns
        QCOMPARE(run.results[1].floor_of, std::string("bytes"));
    }

    void without_a_measured_figure_there_is_no_floor() {
        Run run;
        run.copy_gbytes_per_s = 10;
        run.results = {row_with(100, 2, 40), row_with(100, 5, 1)};
        run.results[1].time.kind = measure::TimeKind::modelled;
        add_floors(run, [](Precision) { return 0.0; });
        QVERIFY(std::isnan(run.results[0].floor_ns) && run.results[0].floor_of.empty());
        QVERIFY(std::isnan(run.results[1].floor_ns));
        run.copy_gbytes_per_s = not_known;
        run.results = {row_with(100, 5, 1)};
        add_floors(run, [](Precision) { return 1e12; });
        QVERIFY(std::isnan(run.results[0].floor_ns));
    }
};

WARPLOOM_TEST(FloorTest);
#include "floor_test.moc"
