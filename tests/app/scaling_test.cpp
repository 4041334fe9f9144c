#include "app/operations/spmv.h"
#include "app/problem/exchange_plan.h"
#include "app/run/run_plan.h"
#include "app/run/scaling.h"
#include "engine/error.h"
#include "engine/generators/generators.h"
#include "kernels/multi_gpu/split_matrix.h"
#include "run_spmv.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace warploom;
using namespace warploom::app;
using kernels::BoundSpmv;
using kernels::RankRows;
using kernels::SplitMatrix;

namespace {

/// A product over several ranks on the simulated GPU, segment by segment. Elements are exchanged on the host.
class PretendedSpmv final : public BoundSpmv {
public:
    PretendedSpmv(kernels::Machine& inner, const std::string& kernel, std::shared_ptr<const SplitMatrix> matrix,
                  int block)
        : matrix_(std::move(matrix)) {
        detail = std::to_string(matrix_->segments.size()) + " ranks";
        for (const auto& segments : matrix_->segments) {
            auto& bound = bound_.emplace_back();
            for (const auto& segment : segments) bound.push_back(inner.bind(kernel, segment.format, block));
        }
    }
    void set_x(const std::vector<double>& x) override { x_ = x; }
    void poison() override { y_.assign(matrix_->split.rows, std::numeric_limits<double>::quiet_NaN()); }
    std::vector<double> y() const override { return y_; }
    kernels::VectorPlaces places() override { return {}; }
    void enqueue() override {
        for (std::size_t r = 0; r < bound_.size(); ++r) {
            const RankRows& rank = matrix_->split.ranks[r];
            std::vector<double> local(rank.local_cols());
            for (std::int64_t c = rank.first_col; c < rank.last_col; ++c) local[rank.local_col(c)] = x_[c];
            for (const std::int32_t c : rank.halo) local[rank.local_col(c)] = x_[c];
            for (std::size_t s = 0; s < bound_[r].size(); ++s) {
                bound_[r][s]->set_x(local);
                bound_[r][s]->enqueue();
                bound_[r][s]->finish();
                const auto part = bound_[r][s]->y();
                const auto to = y_.begin() + rank.first_row + matrix_->segments[r][s].first_row;
                if (matrix_->segments[r][s].is_added) std::transform(part.begin(), part.end(), to, to, std::plus<>());
                else std::copy(part.begin(), part.end(), to);
            }
        }
    }
    void finish() override {}

private:
    std::shared_ptr<const SplitMatrix> matrix_;
    std::vector<std::vector<std::unique_ptr<BoundSpmv>>> bound_;
    std::vector<double> x_, y_;
};

/// P GPUs that take 1 / (0.8 P) of the time of a single one, or a given time; in the latter case, their bandwidth is
/// known.
class PretendedGpus final : public kernels::Machine {
public:
    explicit PretendedGpus(const std::string& id, int ranks, double several_ns = 0)
        : inner_(kernels::open_machine("simulated:h200")), several_ns_(several_ns) {
        info_.id = id;
        info_.title = "pretended";
        info_.kind = MachineKind::cuda;
        info_.ranks = ranks;
    }
    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return where != RunsOn::host; }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest& request) override {
        if (request.operation() != Operation::spmv) throw Error("kernel.machine", "Not here.");
        const auto& input = request.as<kernels::SpmvInput>();
        if (input.split == nullptr) return inner_->bind(request);
        return std::make_unique<PretendedSpmv>(*inner_, request.kernel, input.split, request.block_size);
    }
    measure::Sample sample(kernels::Bound&, CacheState, int batch) override {
        measure::Sample sample;
        sample.time_ns = info_.ranks == 1 ? 80e6 : several_ns_ > 0 ? several_ns_ : 100e6 / info_.ranks;
        sample.batch = batch;
        return sample;
    }
    double launch_to_finish_ns(kernels::Bound&) override { return 1e6; }
    double copy_bandwidth() override { return several_ns_ > 0 ? 4e12 * info_.ranks : 0; }
    double link_bandwidth() override { return several_ns_ > 0 && info_.ranks > 1 ? 200e9 : 0; }

private:
    std::unique_ptr<kernels::Machine> inner_;
    double several_ns_;
    kernels::MachineInfo info_;
};

MachineList four_gpus() {
    MachineList list;
    for (const char* id : {"cuda:0", "cuda:1", "cuda:2", "cuda:3"})
        list.push_back(std::make_unique<PretendedGpus>(id, 1));
    list.push_back(std::make_unique<PretendedGpus>("cuda:0,1", 2));
    list.push_back(std::make_unique<PretendedGpus>("cuda:0,1,2,3", 4));
    return list;
}

ScalingCommand command_for(const std::string& matrix, const std::string& kernel) {
    ScalingCommand command;
    command.matrix = matrix;
    command.kernel = kernel;
    command.settings.quick = true;
    return command;
}

std::string code_of(const ScalingCommand& command, const MachineList& machines) {
    try {
        run_scaling(command, machines);
    } catch (const Error& error) { return error.code(); }
    return "no error";
}

} // namespace

class ScalingTest : public QObject {
    Q_OBJECT

private slots:
    void one_two_and_four_gpus_make_three_rows_with_their_efficiency() {
        const Table table = run_scaling(command_for("reservoir:grid=4,block=3", "bcsr"), four_gpus());

        QCOMPARE(table.rows.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i) QCOMPARE(table.text(i, table.column("status")), std::string("ok"));
        QCOMPARE(table.number(0, table.column("efficiency")), 1.0);
        QCOMPARE(table.number(1, table.column("gpus")), 2.0);
        QCOMPARE(table.number(1, table.column("time")), 50e6);
        QCOMPARE(table.number(1, table.column("speedup")), 1.6);
        QCOMPARE(table.number(2, table.column("efficiency")), 0.8);
        QCOMPARE(table.text(2, table.column("detail")).substr(0, 7), std::string("4 ranks"));
    }

    void counts_that_are_asked_for_are_taken_and_without_one_gpu_there_is_no_ratio() {
        ScalingCommand command = command_for("laplace2d:n=20", "csr-vector");
        command.counts = {2};
        const Table table = run_scaling(command, four_gpus());
        QCOMPARE(table.rows.size(), 1u);
        QCOMPARE(table.text(0, table.column("machine")), std::string("cuda:0,1"));
        QVERIFY(std::isnan(table.number(0, table.column("efficiency"))));
    }

    void two_gpus_that_are_slower_than_one_say_why() {
        MachineList machines;
        machines.push_back(std::make_unique<PretendedGpus>("cuda:0", 1, 90e6));
        machines.push_back(std::make_unique<PretendedGpus>("cuda:1", 1, 90e6));
        machines.push_back(std::make_unique<PretendedGpus>("cuda:0,1", 2, 90e6));
        ScalingCommand command = command_for("laplace2d:n=64", "csr-vector");
        command.counts = {1, 2};
        std::vector<std::string> stages;
        RunObserver observer;
        observer.stage = [&](const std::string& stage, const std::string& detail) {
            stages.push_back(stage + " " + detail);
        };
        const Table table = run_scaling(command, machines, observer);
        // 64 elements of x cross the cut in each direction.
        QCOMPARE(table.number(1, table.column("exchanged")), 2 * 64 * 8.0);
        const std::string slower = table.text(1, table.column("slower"));
        QVERIFY2(slower.find("2 GPUs take 90 ms, but one GPU takes 80 ms: the computation on each GPU takes 40 ms, "
                             "sending 1.02 kB takes ") == 0,
                 slower.c_str());
        QVERIFY(table.text(0, table.column("slower")).empty());
        // Before measuring, this is an estimate: for such a small matrix, two launches cannot pay off.
        const auto warned = std::find_if(stages.begin(), stages.end(), [](const std::string& stage) {
            return stage.find("expecting no speedup from 2 GPUs: ") == 0;
        });
        const auto measured = std::find_if(stages.begin(), stages.end(), [](const std::string& stage) {
            return stage.find("measuring") == 0 && stage.find("csr-vector") != std::string::npos;
        });
        QVERIFY(warned != stages.end() && measured != stages.end());
        QVERIFY(std::find_if(warned, stages.end(), [](const auto& stage) { return stage.find("measuring") == 0; }) !=
                stages.end());
        QVERIFY(table.text(1, table.column("detail")).find("estimated before the run: 2 GPUs take") !=
                std::string::npos);
        // If several GPUs are faster, there is nothing to explain.
        QVERIFY(run_scaling(command_for("reservoir:grid=4,block=3", "bcsr"), four_gpus())
                    .text(1, table.column("slower"))
                    .empty());
    }

    void the_cut_alone_says_what_would_be_sent() {
        const CsrMatrix a = generate_matrix("tridiagonal:n=64").csr;
        const protocol::ExchangePlan plan = plan_exchange(a, "csr", Precision::float64, {1, 2, 4});
        QCOMPARE(plan.exchanges.size(), 3u);
        QCOMPARE(plan.exchanges[0].bytes, std::vector<double>{0});
        // Each half needs one element of the other. All rows except those two can be computed during the exchange: 184
        // of 190 entries.
        QCOMPARE(plan.exchanges[1].bytes, (std::vector<double>{0, 8, 8, 0}));
        QCOMPARE(plan.exchanges[1].overlapped, 184.0 / 190);
        QCOMPARE(plan_exchange(a, "csr", Precision::float32, {2}).exchanges[0].bytes,
                 (std::vector<double>{0, 4, 4, 0}));
        // The plan must equal that of a matrix that was actually split and converted.
        for (const char* format : {"csr", "dia", "bcsr"})
            for (const int gpus : {2, 3}) {
                const CsrMatrix grid = generate_matrix("reservoir:grid=6,block=2").csr;
                const protocol::Exchange planned =
                    plan_exchange(grid, format, Precision::float64, {gpus}).exchanges.front();
                kernels::FormatOptions options;
                options.limit_factor = 1e6;
                const protocol::Exchange made =
                    exchange_of(*kernels::split_matrix(format, grid, Precision::float64, gpus, options), 0);
                QCOMPARE(planned.bytes, made.bytes);
                QCOMPARE(planned.overlapped, made.overlapped);
            }
        for (const int gpus : {0, 17}) try {
                plan_exchange(a, "csr", Precision::float64, {gpus});
                QFAIL("It was planned.");
            } catch (const Error& error) { QCOMPARE(error.code(), std::string("exchange.gpus")); }
    }

    void a_run_over_ranks_is_checked_like_any_other() {
        const Matrix matrix = generate_matrix("power-law:n=900,mean=6");
        PretendedGpus gpus("cuda:0,1,2", 3);
        RunSettings settings;
        settings.kernels = {"csr-merge", "sell", "hyb", "cusparse-csr"};
        settings.quick = true;
        settings.x = "random:3";
        const Run run = run_spmv(gpus, matrix, settings);
        for (const Row& row : run.results) {
            if (row.kernel == "cusparse-csr") continue;
            QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
            QVERIFY(row.format_bytes > 0 && row.conversion_ns > 0);
        }
    }

    void what_makes_no_sense_is_refused() {
        ScalingCommand command = command_for("laplace2d:n=20", "csr-vector");
        QCOMPARE(code_of(command, MachineList()), std::string("machine.unknown"));
        command.counts = {5};
        QCOMPARE(code_of(command, four_gpus()), std::string("scaling.gpus"));
        command.counts = {0};
        QCOMPARE(code_of(command, four_gpus()), std::string("scaling.gpus"));
        command.operation = Operation::ata;
        QCOMPARE(code_of(command, four_gpus()), std::string("scaling.operation"));
    }
};

WARPLOOM_TEST(ScalingTest);
#include "scaling_test.moc"
