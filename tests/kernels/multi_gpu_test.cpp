#include "cg_cases.h"
#include "random_matrices.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/measure/reference.h"
#include "kernels/cg/solve.h"
#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/split_matrix.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <map>
#include <memory>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Several ranks must give the same results as one. With a single GPU, all ranks share it; with more, they are also
// tested on separate GPUs.

class MultiGpuTest : public QObject {
    Q_OBJECT

    std::map<std::string, std::unique_ptr<Machine>> machines_;
    int gpus_ = 0;

    Machine& machine(const std::string& id) {
        auto& opened = machines_[id];
        if (opened == nullptr) opened = open_machine(id);
        return *opened;
    }
    bool has_nccl() {
        return code_of([&] { machine("cuda:0,1+nccl").copy_bandwidth(); }) != "nccl.missing";
    }
    /// NCCL is used only if the loader finds it; a machine without it is not an error.
    std::vector<std::string> ids() {
        std::vector<std::string> list{"cuda:0,0", "cuda:0,0,0"};
        if (gpus_ < 2) return list;
        list.insert(list.end(), {"cuda:0,1", "cuda:1,0+peer"});
        if (has_nccl()) list.emplace_back("cuda:0,1+nccl");
        if (gpus_ > 2) list.emplace_back("cuda:all+peer");
        return list;
    }
    static FormatOptions options_of(const Drawn& drawn) {
        FormatOptions options = drawn.options;
        options.limit_factor = 1e6;
        return options;
    }
    static std::string code_of(const std::function<void()>& work) {
        try {
            work();
        } catch (const Error& error) { return error.code(); }
        return "no error";
    }

private slots:
    void initTestCase() {
        for (const auto& each : machines()) gpus_ += each->info().kind == MachineKind::cuda && each->info().ranks == 1;
        if (gpus_ > 0) return;
        qInfo("all tests skipped: %s", why_no_cuda().c_str());
        QSKIP(why_no_cuda().c_str());
    }

    void every_kernel_gives_what_the_reference_gives_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<bool>("in_float");
        if (gpus_ == 0) return;
        for (const std::string& id : ids())
            for (const KernelInfo& info : spmv_kernels()) {
                const std::string name = info.id;
                if (info.runs_on != RunsOn::gpu || name == "coo-serial") continue;
                // All combinations once; then one kernel of each kind for each way of exchanging data.
                const bool is_one_of_a_kind =
                    name == "csr-vector" || name == "csr-merge" || name == "bcsr" || name == "dia";
                if (id != "cuda:0,0" && !is_one_of_a_kind) continue;
                for (const bool in_float : {false, true}) {
                    if (in_float && (id != "cuda:0,0" || !is_one_of_a_kind)) continue;
                    QTest::addRow("%s, %s, %s", id.c_str(), info.id, in_float ? "float" : "double")
                        << QString::fromStdString(id) << QString(info.id) << in_float;
                }
            }
    }
    void every_kernel_gives_what_the_reference_gives() {
        QFETCH(QString, id);
        QFETCH(QString, kernel);
        QFETCH(bool, in_float);
        const std::string name = kernel.toStdString();
        const Precision p = in_float ? Precision::float32 : Precision::float64;
        Machine& several = machine(id.toStdString());
        for (const Drawn& drawn : random_matrices()) {
            if ((in_float && !drawn.in_float) || drawn.a.nonzeros() > 30000) continue;
            try {
                const auto reference = measure::spmv_reference(drawn.a, drawn.x, in_float);
                for (const std::int64_t worth_hiding : {halo_worth_hiding, std::int64_t{1}}) { // 1: split by columns
                    const auto split = split_matrix(find_spmv_kernel(name)->format, drawn.a, p, several.info().ranks,
                                                    options_of(drawn), {}, worth_hiding);
                    const auto spmv = several.bind(name, SpmvInput{nullptr, split}, 64);
                    for (int round = 0; round < 2; ++round) {
                        spmv->set_x(drawn.x); // sets halo entries to NaN until they are received
                        spmv->poison();
                        spmv->enqueue();
                        spmv->finish();
                        const auto check = measure::check_spmv(reference, spmv->y());
                        QVERIFY2(check.is_right(), (drawn.name + ": " + check.complaint + " " + spmv->detail).c_str());
                    }
                }
            } catch (const Error& error) {
                if (error.code() == "nccl.missing") QSKIP(error.what());
                QFAIL((drawn.name + ": " + error.what()).c_str());
            }
        }
    }

    /// Small enough for compute-sanitizer, which runs only this function.
    void sanitizer_small_data() {
        QTest::addColumn<QString>("id");
        if (gpus_ == 0) return;
        QTest::newRow("three ranks on one GPU") << "cuda:0,0,0";
        if (gpus_ > 1) QTest::newRow("two GPUs, peer") << "cuda:0,1+peer";
        if (gpus_ > 1) QTest::newRow("two GPUs, NCCL") << "cuda:0,1+nccl";
    }
    void sanitizer_small() {
        QFETCH(QString, id);
        Machine& several = machine(id.toStdString());
        try {
            for (const char* name :
                 {"laplace3d:n=7", "reservoir:grid=4,block=5", "power-law:n=400,mean=6", "arrow:n=300"}) {
                const CsrMatrix a = load_matrix(name).csr;
                const std::vector<double> x = random_vector(a.cols);
                const auto reference = measure::spmv_reference(a, x, false);
                FormatOptions options;
                options.limit_factor = 1e6;
                for (const char* kernel : {"csr-vector", "csr-merge", "bcsr", "sell", "dia"}) {
                    const auto split = split_matrix(find_spmv_kernel(kernel)->format, a, Precision::float64,
                                                    several.info().ranks, options, {}, 1);
                    const auto spmv = several.bind(kernel, SpmvInput{nullptr, split}, 64);
                    spmv->set_x(x);
                    spmv->poison();
                    spmv->enqueue();
                    spmv->finish();
                    QVERIFY(measure::check_spmv(reference, spmv->y()).is_right());
                }
            }
            const CsrMatrix a = load_matrix("laplace2d:n=14").csr;
            const std::vector<double> b = random_vector(a.rows);
            // The launches for general products with each preconditioner, and the two for few diagonals.
            const std::pair<const char*, Preconditioner> solvers[] = {{"cg-fused:sell", Preconditioner::none},
                                                                      {"cg-fused:sell", Preconditioner::jacobi},
                                                                      {"cg-fused:sell", Preconditioner::ic0},
                                                                      {"cg:csr-vector", Preconditioner::ilu0},
                                                                      {"cg-fused:dia", Preconditioner::none}};
            for (const auto& solver : solvers) {
                const auto cg = bind_cg(several, solver.first, a, Precision::float64, solver.second);
                cg->set_right_side(b);
                QCOMPARE(cg->iterate(20, -1).residuals.size(), 20u);
                QVERIFY(std::abs(cg->true_residual() / residual_of(a, b, cg->x()) - 1) < 1e-9);
                cg->restart();
                QCOMPARE(cg->iterate(2, -1).residuals.size(), 2u);
            }
        } catch (const Error& error) {
            if (error.code() == "nccl.missing") QSKIP(error.what());
            QFAIL(error.what());
        }
    }

    void the_fastest_exchange_is_taken_and_its_rivals_are_named() {
        if (gpus_ < 2) QSKIP("It takes two GPUs.");
        const CsrMatrix a = load_matrix("laplace3d:n=40").csr;
        const auto split = split_matrix("csr", a, Precision::float64, 2);
        const auto detail_on = [&](const char* id) {
            const auto cg = bind_cg(machine(id), "cg-fused:csr-vector", a, Precision::float64, Preconditioner::none);
            return std::pair(machine(id).bind("csr-vector", SpmvInput{nullptr, split}, 128)->detail, cg->detail);
        };
        if (!has_nccl()) QSKIP("There is no NCCL here, so there is nothing to choose.");
        const auto [product, iteration] = detail_on("cuda:0,1");
        for (const std::string& detail : {product, iteration}) {
            const std::string choice = detail.substr(std::min(detail.find("fastest exchange"), detail.size()));
            QVERIFY2(choice.find("NCCL") != std::string::npos && choice.find("peer") != std::string::npos,
                     detail.c_str());
        }
        for (const char* id : {"cuda:0,1+nccl", "cuda:0,1+peer"})
            QVERIFY(detail_on(id).first.find("fastest exchange") == std::string::npos);
    }

    void a_sample_of_a_large_matrix_is_right_before_and_after_data() {
        QTest::addColumn<QString>("id");
        if (gpus_ == 0) return;
        for (const std::string& id : ids()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
    void a_sample_of_a_large_matrix_is_right_before_and_after() {
        QFETCH(QString, id);
        Machine& several = machine(id.toStdString());
        const CsrMatrix a = load_matrix("laplace3d:n=64").csr;
        const std::vector<double> x = random_vector(a.cols);
        const auto reference = measure::spmv_reference(a, x, false);
        try {
            for (const char* kernel : {"sell", "dia", "csr-merge"}) {
                const auto split =
                    split_matrix(find_spmv_kernel(kernel)->format, a, Precision::float64, several.info().ranks);
                const auto spmv = several.bind(kernel, SpmvInput{nullptr, split}, 128);
                spmv->set_x(x);
                for (const int batch : {1, 50}) {
                    spmv->poison();
                    const auto sample = several.sample(*spmv, batch == 1 ? CacheState::cold : CacheState::warm, batch);
                    QVERIFY(sample.time_ns > 1000 && sample.time_ns < 1e9);
                    QVERIFY(sample.clock_mhz > 100);
                    spmv->finish();
                    QVERIFY(measure::check_spmv(reference, spmv->y()).is_right());
                }
                QVERIFY(several.launch_to_finish_ns(*spmv) > 1000);
            }
        } catch (const Error& error) { QFAIL(error.what()); }
    }

    void conjugate_gradients_solve_what_is_positive_definite_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<QString>("preconditioner");
        if (gpus_ == 0) return;
        for (const std::string& id : ids())
            for (const char* kernel : {"cg:csr-vector", "cg-fused:csr-merge", "cg-fused:sell", "cg-fused:dia"})
                for (const CgCase& c : cg_cases())
                    for (const char* with : {"none", "jacobi", "ic0", "ilu0"}) {
                        const bool is_plain = std::string(with) == "none",
                                   is_sell = std::string(kernel) == "cg-fused:sell";
                        if (!c.for_all_products && (is_plain || !is_sell)) continue;
                        QTest::addRow("%s, %s, %s, %s", id.c_str(), kernel, c.name.c_str(), with)
                            << QString::fromStdString(id) << QString(kernel) << QString::fromStdString(c.name)
                            << QString(with);
                    }
    }
    void conjugate_gradients_solve_what_is_positive_definite() {
        QFETCH(QString, id);
        QFETCH(QString, kernel);
        QFETCH(QString, matrix);
        QFETCH(QString, preconditioner);
        const CgCase& c = cg_case(matrix.toStdString());
        const std::vector<double> b = random_vector(c.a.rows);
        CgLimits limits;
        limits.tolerance = c.tolerance;
        try {
            const auto cg = bind_cg(machine(id.toStdString()), kernel.toStdString(), c.a, Precision::float64,
                                    *preconditioner_from(preconditioner.toStdString()));
            cg->set_right_side(b);
            const CgOutcome outcome = solve_cg(*cg, limits);
            QVERIFY2(outcome.end == CgEnd::converged, outcome.sentence.c_str());
            const double truth = residual_of(c.a, b, cg->x());
            QVERIFY2(truth <= 1.1 * limits.tolerance, std::to_string(truth / limits.tolerance).c_str());
            // Every rank adds the same numbers in the same order, so repeated runs give the same bits.
            const std::vector<double> first = cg->x();
            cg->set_right_side(b);
            const CgOutcome again = solve_cg(*cg, limits);
            QVERIFY(again.history == outcome.history && cg->x() == first);
        } catch (const Error& error) { QFAIL(error.what()); }
    }

    void two_unknowns_on_three_ranks_go_as_on_paper() {
        // The same as on a single machine: r = b = (1, 2), A p = (6, 7), p·Ap = 20, α = 5 / 20. One or two ranks have
        // no rows.
        const auto cg =
            bind_cg(machine("cuda:0,0,0"), "cg-fused:csr-scalar", matrix_of({{{0, 4}, {1, 1}}, {{0, 1}, {1, 3}}}, 2),
                    Precision::float64, Preconditioner::none);
        cg->set_right_side({1, 2});
        QCOMPARE(cg->iterate(1, 1e-12).residuals, std::vector<double>{0.25});
        const CgState state = cg->state();
        QCOMPARE(state.x, (std::vector<double>{0.25, 0.5}));
        QCOMPARE(state.r, (std::vector<double>{-0.5, 0.25}));
        QCOMPARE(state.p, (std::vector<double>{-0.4375, 0.375}));
        QCOMPARE(state.rz, 0.3125);
        QCOMPARE(cg->true_residual(), 0.25);
    }

    void a_rank_solves_with_the_factors_of_its_own_block() {
        // Two disconnected tridiagonal blocks, split between them, so that IC(0) and ILU(0) are complete factorizations
        // of A.
        CsrMatrix a = load_matrix("tridiagonal:n=64").csr, one = a;
        for (const std::int32_t column : one.column) a.column.push_back(column + 64);
        a.value.insert(a.value.end(), one.value.begin(), one.value.end());
        for (int row = 1; row <= 64; ++row) a.row_pointer.push_back(one.nonzeros() + one.row_pointer[row]);
        a.rows = a.cols = 128;
        const std::vector<double> b = random_vector(128);
        for (const Preconditioner with : {Preconditioner::ic0, Preconditioner::ilu0}) {
            const auto cg = bind_cg(machine("cuda:0,0"), "cg-fused:csr-vector", a, Precision::float64, with);
            cg->set_right_side(b);
            QVERIFY(cg->iterate(1, -1).residuals.at(0) < 1e-12);
            QVERIFY2(cg->detail.find("each rank's own block") != std::string::npos, cg->detail.c_str());
            QVERIFY(cg->parts(2).preconditioner > 0);
        }
        // Split in the middle of a line of 128, each half lacks one neighbor: two more iterations, because A and M
        // differ by a matrix of rank two.
        const CsrMatrix line = load_matrix("tridiagonal:n=128").csr;
        const auto cg =
            bind_cg(machine("cuda:0,0"), "cg-fused:csr-vector", line, Precision::float64, Preconditioner::ic0);
        cg->set_right_side(b);
        const std::vector<double> residuals = cg->iterate(3, -1).residuals;
        QVERIFY(residuals.at(0) > 1e-6 && residuals.at(2) < 1e-10);
    }
    void few_diagonals_on_several_gpus_go_as_on_one_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<bool>("in_float");
        if (gpus_ == 0) return;
        // Enough planes for all ranks, two or three planes per rank, and lines instead of planes.
        for (const std::string& id : ids())
            for (const char* matrix : {"laplace3d:n=36", "laplace3d:n=7", "laplace2d:n=90"})
                for (const bool in_float : {false, true}) {
                    if (in_float && std::string(matrix) == "laplace3d:n=7") continue; // converges too early
                    QTest::addRow("%s, %s, %s", id.c_str(), matrix, in_float ? "float" : "double")
                        << QString::fromStdString(id) << QString(matrix) << in_float;
                }
    }
    void few_diagonals_on_several_gpus_go_as_on_one() {
        QFETCH(QString, id);
        QFETCH(QString, matrix);
        QFETCH(bool, in_float);
        const Precision precision = in_float ? Precision::float32 : Precision::float64;
        const CsrMatrix a = load_matrix(matrix.toStdString()).csr;
        const std::vector<double> b = random_vector(a.rows);
        try {
            const auto alone = bind_cg(machine("cuda:0"), "cg-fused:dia", a, precision, Preconditioner::none);
            const auto several = bind_cg(machine(id.toStdString()), "cg-fused:dia", a, precision, Preconditioner::none);
            QVERIFY2(several->detail.find("p made in the product") != std::string::npos, several->detail.c_str());
            // Batches that end at odd and even iterations, longer than a graph, and two runs.
            std::vector<double> first_x;
            for (int run = 0; run < 2; ++run) {
                for (BoundCg* cg : {alone.get(), several.get()}) cg->set_right_side(b);
                for (const int count : {1, 2, 5, 12, 3}) {
                    const IterationBatch expected = alone->iterate(count, -1), found = several->iterate(count, -1);
                    QCOMPARE(found.residuals.size(), expected.residuals.size());
                    for (std::size_t i = 0; i < found.residuals.size(); ++i)
                        QVERIFY(std::abs(found.residuals[i] / expected.residuals[i] - 1) < (in_float ? 1e-2 : 1e-6));
                }
                if (run == 0) first_x = several->x();
            }
            QVERIFY(several->x() == first_x);
            // The way in which iterations are split into batches must not change any bit of x.
            several->set_right_side(b);
            several->iterate(23, -1);
            QVERIFY(several->x() == first_x);
            QVERIFY(std::abs(several->true_residual() / residual_of(a, b, several->x()) - 1) <
                    (in_float ? 1e-1 : 1e-6));
        } catch (const Error& error) {
            if (error.code() == "nccl.missing") QSKIP(error.what());
            QFAIL(error.what());
        }
    }

    void a_state_goes_on_from_one_gpu_to_several_and_back_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<bool>("is_jacobi");
        if (gpus_ == 0) return;
        QTest::newRow("launches for any product") << "cg:csr-vector" << true;
        QTest::newRow("few diagonals") << "cg-fused:dia" << false;
    }
    void a_state_goes_on_from_one_gpu_to_several_and_back() {
        QFETCH(QString, kernel);
        QFETCH(bool, is_jacobi);
        const CgCase& c = cg_case("laplace2d");
        const std::vector<double> b = random_vector(c.a.rows);
        const auto with = is_jacobi ? Preconditioner::jacobi : Preconditioner::none;
        const auto alone = bind_cg(machine("cuda:0"), kernel.toStdString(), c.a, Precision::float64, with);
        const auto several = bind_cg(machine("cuda:0,0"), kernel.toStdString(), c.a, Precision::float64, with);
        for (BoundCg* cg : {alone.get(), several.get()}) cg->set_right_side(b);
        const IterationBatch expected = alone->iterate(12, 0);
        alone->set_right_side(b);
        alone->iterate(5, 0);
        several->set_state(alone->state());
        several->iterate(4, 0);
        alone->set_state(several->state());
        const IterationBatch last = alone->iterate(3, 0);
        for (int i = 0; i < 3; ++i) QVERIFY(std::abs(last.residuals[i] / expected.residuals[9 + i] - 1) < 1e-9);
        const CgState before = several->state();
        QVERIFY(several->parts(3).spmv > 0);
        QVERIFY(several->state().p == before.p && several->state().x == before.x); // timing keeps the state
        several->restart();
        const double truth = several->true_residual();
        QVERIFY(std::abs(truth / residual_of(c.a, b, several->x()) - 1) < 1e-6);
    }

    void what_is_not_definite_breaks_down_on_all_ranks() {
        Rows rows(200);
        for (int i = 0; i < 200; ++i) rows[i].emplace_back(i, i == 150 ? -500.0 : 1.0);
        const auto cg = bind_cg(machine("cuda:0,0"), "cg-fused:csr-scalar", matrix_of(rows, 200), Precision::float64,
                                Preconditioner::none);
        cg->set_right_side(std::vector<double>(200, 1.0));
        const IterationBatch stretch = cg->iterate(100, 1e-12);
        QVERIFY(stretch.breakdown.has_value());
        QVERIFY(stretch.p_ap < 0);
    }

    void what_cannot_be_shared_out_is_refused_with_the_reason() {
        Machine& several = machine("cuda:0,0");
        const CsrMatrix a = load_matrix("laplace2d:n=8").csr;
        const auto split = split_matrix("csr", a, Precision::float64, 2);
        QCOMPARE(code_of([&] {
                     several.bind("cusparse-csr", SpmvInput{nullptr, split}, 64);
                 }),
                 std::string("kernel.machine"));
        QCOMPARE(code_of([&] { several.bind("ell", SpmvInput{nullptr, split}, 64); }), std::string("kernel.format"));
        QCOMPARE(code_of([&] {
                     several.bind("csr-scalar", SpmvInput{nullptr, split}, 63);
                 }),
                 std::string("kernel.block"));
        QCOMPARE(code_of([&] {
                     several.bind("csr-scalar", SpmvInput{nullptr, split_matrix("csr", a, Precision::float64, 3)}, 64);
                 }),
                 std::string("kernel.machine"));
        QCOMPARE(code_of([&] { several.bind("csr-scalar", make_format("csr", a, Precision::float64), 64); }),
                 std::string("kernel.machine"));
        QCOMPARE(code_of([&] { bind_cg(several, "cg-persistent", a, Precision::float64, Preconditioner::none); }),
                 std::string("kernel.refused"));
        QCOMPARE(code_of([&] { open_machine("cuda:0,99"); }), std::string("machine.unknown"));
        QCOMPARE(code_of([&] { machine("cuda:0,0+nccl").copy_bandwidth(); }), std::string("nccl.missing"));
    }
};

WARPLOOM_TEST(MultiGpuTest);
#include "multi_gpu_test.moc"
