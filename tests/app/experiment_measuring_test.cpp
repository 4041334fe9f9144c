// Measuring the rows of a full experiment: consecutive runs share inputs, and launches may take longer than the time
// limit of a row.

#include "app/experiment/figures/measured_figures.h"
#include "engine/error.h"
#include "fake_gpu.h"
#include "support/runner.h"

#include <QTest>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::app;

namespace {

/// A machine that reports a given duration for each launch without waiting, and counts its calls.
class SaidTimes final : public kernels::Machine {
public:
    explicit SaidTimes(double ns) : inner_(test::fake_gpu("cuda:0", "Model T")), ns_(ns) {}
    const kernels::MachineInfo& info() const override { return inner_->info(); }
    bool runs(RunsOn where) const override { return inner_->runs(where); }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest& request) override { return inner_->bind(request); }
    measure::Sample sample(kernels::Bound& work, CacheState, int batch) override {
        work.enqueue();
        ++timed;
        return {ns_, 0, batch, false};
    }
    double launch_to_finish_ns(kernels::Bound&) override {
        ++finished;
        return ns_;
    }
    double copy_bandwidth() override { return 0; }

    int timed = 0, finished = 0; ///< number of calls

private:
    std::unique_ptr<kernels::Machine> inner_;
    double ns_;
};

/// Returns a product run of a full experiment on the GPU, with one cell.
MeasuredRun product(const std::string& input, const std::string& kernel, std::size_t cell, int block = 128) {
    MeasuredRun run;
    run.run.inputs = {input};
    run.run.kernel = kernel;
    run.run.precision = Precision::float64;
    run.run.block = block;
    run.run.place = experiment::Place::gpu;
    run.cells = {cell};
    return run;
}

} // namespace

class ExperimentMeasuringTest : public QObject {
    Q_OBJECT
private slots:
    void neighbouring_groups_share_their_input_and_its_reference() {
        // ell has two block sizes, csr-scalar one: two groups. The other matrix is a third group.
        const auto groups =
            group_runs({product("laplace2d:n=9", "ell", 0), product("laplace2d:n=9", "ell", 1, 64),
                        product("laplace2d:n=9", "csr-scalar", 2), product("laplace2d:n=12", "ell", 3)});
        QCOMPARE(groups.size(), std::size_t{3});
        const auto machine = test::fake_gpu("cuda:0", "Model T");
        InputChoice inputs({});
        OpenInput open;
        std::vector<const Problem*> problems;
        std::map<std::size_t, std::int64_t> rows;
        for (const MeasuredGroup& group : groups) {
            measure_group(group, *machine, inputs, open, true, 0, {}, {},
                          [&](const MeasuredRun& run, const Row& row, const InputInfo& input, const std::string&) {
                              QCOMPARE(row.status, RowStatus::ok);
                              rows[run.cells.front()] = input.rows;
                          });
            problems.push_back(open.problem.get());
            QVERIFY(open.problem != nullptr);
        }
        QVERIFY(problems[0] == problems[1]); // opened only once
        QCOMPARE(rows, (std::map<std::size_t, std::int64_t>{{0, 81}, {1, 81}, {2, 81}, {3, 144}}));
        QVERIFY(open.key.find("laplace2d:n=12") != std::string::npos);
    }

    void an_input_that_cannot_be_opened_leaves_none_open() {
        const auto machine = test::fake_gpu("cuda:0", "Model T");
        InputChoice inputs({});
        OpenInput open;
        const auto nobody = [](const MeasuredRun&, const Row&, const InputInfo&, const std::string&) {};
        measure_group(group_runs({product("laplace2d:n=9", "ell", 0)}).front(), *machine, inputs, open, true, 0, {}, {},
                      nobody);
        QVERIFY_THROWS_EXCEPTION(Error, measure_group(group_runs({product("absent.mtx", "ell", 0)}).front(), *machine,
                                                      inputs, open, true, 0, {}, {}, nobody));
        QVERIFY(open.key.empty() && open.problem == nullptr); // the previous matrix must not be used instead
    }

    void launches_too_long_for_their_row_are_not_repeated_data() {
        QTest::addColumn<double>("launch_ns");
        QTest::addColumn<double>("row_ns");
        QTest::addColumn<bool>("is_repeated");
        QTest::newRow("0.6 s, a quarter of the row is 0.25 s") << 0.6e9 << 1e9 << false;
        QTest::newRow("1 ms") << 1e6 << 1e9 << true;
        QTest::newRow("0.6 s, and all the time there is") << 0.6e9 << 0.0 << true;
    }
    void launches_too_long_for_their_row_are_not_repeated() {
        QFETCH(double, launch_ns);
        QFETCH(double, row_ns);
        QFETCH(bool, is_repeated);
        SaidTimes machine(launch_ns);
        InputChoice inputs({});
        OpenInput open;
        int samples = 0;
        measure_group(group_runs({product("laplace2d:n=9", "ell", 0)}).front(), machine, inputs, open, false, row_ns,
                      {}, {}, [&](const MeasuredRun&, const Row& row, const InputInfo&, const std::string&) {
                          QCOMPARE(row.status, RowStatus::ok);
                          samples += static_cast<int>(row.samples.size());
                      });
        QVERIFY(samples > 0);
        QCOMPARE(machine.finished > 0, is_repeated);    // launched again to measure the time to completion
        QCOMPARE(machine.timed > samples, is_repeated); // additional launches for warming up
        if (!is_repeated) QCOMPARE(machine.timed, samples);
    }

    void a_launch_of_seconds_is_checked_and_timed_in_one_data() {
        QTest::addColumn<double>("launch_ns");
        QTest::addColumn<double>("row_ns");
        QTest::addColumn<int>("timed");
        QTest::newRow("4 s: one launch in all") << 4e9 << 1e9 << 1;
        QTest::newRow("0.6 s: what the first launch fetches counts, so it is not the one that is timed")
            << 0.6e9 << 0.6e9 << 2;
    }
    void a_launch_of_seconds_is_checked_and_timed_in_one() {
        QFETCH(double, launch_ns);
        QFETCH(double, row_ns);
        SaidTimes machine(launch_ns);
        InputChoice inputs({});
        OpenInput open;
        MeasuredRun run = product("dense:rows=8,cols=5", "naive", 0);
        run.run.operation = Operation::ata;
        std::size_t samples = 0;
        measure_group(group_runs({run}).front(), machine, inputs, open, false, row_ns, {}, {},
                      [&](const MeasuredRun&, const Row& row, const InputInfo&, const std::string&) {
                          QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
                          QCOMPARE(row.time.median, launch_ns);
                          samples += row.samples.size();
                      });
        QCOMPARE(samples, std::size_t{1});
        QTEST(machine.timed, "timed");
        QCOMPARE(machine.finished, 0);
    }
};

WARPLOOM_TEST(ExperimentMeasuringTest);
#include "experiment_measuring_test.moc"
