#include "counted_call.h"
#include "recorded_steps.h"

#include "engine/error.h"
#include "engine/matrix/random.h"
#include "engine/measure/ata_reference.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::kernels;

// Tests every kernel for C = AᵀA on matrices of all awkward shapes. The same source is built into two programs: one for
// the machines that every computer has, and one for `cuda:0`.

namespace {

struct DrawnMatrix {
    std::string name;
    std::shared_ptr<const DenseMatrix> a;
};

std::shared_ptr<DenseMatrix> dense(std::int64_t rows, std::int64_t cols) {
    return std::make_shared<DenseMatrix>(
        load_dense_matrix("dense:rows=" + std::to_string(rows) + ",cols=" + std::to_string(cols) + ",seed=5"));
}

/// Returns a matrix of which all columns are multiples of two of them.
std::shared_ptr<DenseMatrix> rank_two(std::int64_t rows, std::int64_t cols) {
    auto a = dense(rows, cols);
    for (std::int64_t k = 0; k < rows; ++k)
        for (std::int64_t j = 2; j < cols; ++j)
            a->value[k * cols + j] = static_cast<double>(j) * a->value[k * cols + j % 2];
    return a;
}

std::shared_ptr<DenseMatrix> whole_numbers(std::int64_t rows, std::int64_t cols) {
    auto a = dense(rows, cols);
    Random random(9);
    for (double& v : a->value) v = static_cast<double>(random.below(17)) - 8;
    return a;
}

std::shared_ptr<DenseMatrix> with_one(std::int64_t rows, std::int64_t cols, std::int64_t column, double value) {
    auto a = dense(rows, cols);
    a->value[rows / 2 * cols + column] = value;
    return a;
}

bool promises_symmetry(const std::string& kernel) { return kernel != "cublas-dgemm"; }

} // namespace

class AtaConformanceTest : public QObject {
    Q_OBJECT

    const std::string machine_id_ = runner::machine();
    std::unique_ptr<Machine> machine_;
    std::vector<DrawnMatrix> matrices_;

    bool is(MachineKind kind) const { return machine_->info().kind == kind; }

    void draw() {
        for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{1, 1},
                                                                         {7, 1},
                                                                         {1, 7},
                                                                         {7, 7},
                                                                         {16, 16},
                                                                         {17, 47},
                                                                         {48, 48},
                                                                         {15, 49},
                                                                         {33, 96},
                                                                         {100, 3},
                                                                         {127, 127},
                                                                         {128, 128},
                                                                         {129, 129},
                                                                         {0, 5},
                                                                         {5, 0},
                                                                         {0, 0},
                                                                         {1000, 8},
                                                                         {8, 200}})
            matrices_.push_back({std::to_string(rows) + " x " + std::to_string(cols), dense(rows, cols)});
        matrices_.push_back({"rank 2", rank_two(40, 51)});
        matrices_.push_back({"NaN in column 20", with_one(30, 50, 20, std::numeric_limits<double>::quiet_NaN())});
        matrices_.push_back({"infinity in column 0", with_one(30, 50, 0, std::numeric_limits<double>::infinity())});
        matrices_.push_back(
            {"infinity in the last column", with_one(9, 17, 16, -std::numeric_limits<double>::infinity())});
        if (is(MachineKind::simulated)) return;
        matrices_.push_back({"wide", dense(8, 2000)});
        matrices_.push_back({"tall", dense(100000, 8)});
        matrices_.push_back({"between the tiles", dense(700, 257)});
        if (is(MachineKind::cpu)) return;
        matrices_.push_back({"whole tiles and split ones", dense(600, 2100)});
        matrices_.push_back({"whole tiles and split ones, odd", dense(601, 2101)});
        matrices_.push_back({"split tiles", dense(4001, 130)});
        matrices_.push_back({"middle tiles", dense(1500, 1500)});
        matrices_.push_back({"middle tiles, split", dense(1000, 1000)});
        matrices_.push_back({"small tiles, split", dense(515, 640)});
        for (const auto& [rows, cols] : {std::pair{999, 1002}, {129, 704}, {700, 898}, {1470, 1430}, {900, 2046}})
            matrices_.push_back({"boxes for " + std::to_string(cols), dense(rows, cols)});
        for (const auto& [rows, cols] : {std::pair{203, 502}, {512, 512}, {999, 34}}) // tiles of 16 x 16
            matrices_.push_back({"smallest tiles for " + std::to_string(cols), dense(rows, cols)});
        for (const auto& [rows, cols] :
             {std::pair{600001, 8}, {300003, 16}, {140001, 32}, {70001, 64}}) // read as a single stream
            matrices_.push_back({"tall " + std::to_string(cols), dense(rows, cols)});
        matrices_.push_back({"NaN in a tall one", with_one(600001, 8, 5, std::numeric_limits<double>::quiet_NaN())});
        matrices_.push_back(
            {"infinity between large tiles", with_one(200, 1502, 130, std::numeric_limits<double>::infinity())});
        for (const int cols : {400, 700, 701}) // smallest tiles, boxes, slices
            matrices_.push_back({"NaN between the tiles of " + std::to_string(cols),
                                 with_one(300, cols, 130, std::numeric_limits<double>::quiet_NaN())});
    }

    AtaInput input(std::shared_ptr<const DenseMatrix> a, Precision precision = Precision::float64) const {
        AtaInput input;
        input.a = std::move(a);
        input.precision = precision;
        return input;
    }
    static std::vector<double> launch(BoundAta& bound) {
        bound.poison();
        bound.enqueue();
        bound.finish();
        return bound.c();
    }
    static bool same_bits(const std::vector<double>& x, const std::vector<double>& y) {
        return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), [](double a, double b) {
                   return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
               });
    }
    static void compare(BoundAta& bound, const measure::AtaReference& reference, bool is_symmetric) {
        const std::vector<double> first = launch(bound);
        const measure::AtaCheck check = measure::check_ata(reference, first);
        QVERIFY2(check.is_right(), check.complaint.c_str());
        if (is_symmetric) QVERIFY2(check.is_symmetric(), check.asymmetry.c_str());
        QVERIFY(same_bits(first, launch(bound)));
        const auto fingerprint = bound.fingerprint(); // hash of C, which is in device memory
        QVERIFY(fingerprint == bound.fingerprint());
        bound.poison();
        bound.finish();
        if (fingerprint && !first.empty()) QVERIFY(*fingerprint != *bound.fingerprint());
    }
    template <class Use> void for_kernels(const Use& use) {
        for (const KernelInfo& info : kernels_of(Operation::ata))
            if (machine_->runs(info.runs_on)) use(std::string(info.id));
    }
    static QString refusal_of(const std::function<void()>& work, std::string* sentence = nullptr) {
        try {
            work();
        } catch (const Error& error) {
            if (sentence != nullptr) *sentence = error.what();
            return QString::fromStdString(error.code());
        }
        return {};
    }

private slots:
    void init() { // with --kernel, skips test functions without data rows
        if (!runner::is_wanted({}) && QTest::currentDataTag() == nullptr) QSKIP("--kernel names something else.");
    }
    void initTestCase() {
        try {
            machine_ = open_machine(machine_id_);
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
        draw();
    }

    void three_rows_and_two_columns_by_hand() {
        const auto a = std::make_shared<DenseMatrix>(DenseMatrix{3, 2, {1, 2, 3, 4, 5, 6}});
        int kernels = 0;
        for_kernels([&](const std::string& kernel) {
            ++kernels;
            const auto bound = machine_->bind(kernel, input(a), 256);
            QVERIFY2((launch(*bound) == std::vector<double>{35, 44, 44, 56}), kernel.c_str());
        });
        QVERIFY(kernels >= 2);
    }

    void every_kernel_gives_what_the_reference_gives_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("matrix");
        QTest::addColumn<bool>("in_float");
        if (!machine_) return;
        for_kernels([&](const std::string& kernel) {
            if (!runner::is_wanted(kernel)) return;
            for (int m = 0; m < static_cast<int>(matrices_.size()); ++m)
                for (const bool in_float : {false, true}) {
                    const std::string name = kernel + ", " + matrices_[m].name + (in_float ? ", float" : ", double");
                    QTest::newRow(name.c_str()) << QString::fromStdString(kernel) << m << in_float;
                }
        });
    }
    void every_kernel_gives_what_the_reference_gives() {
        QFETCH(QString, kernel);
        QFETCH(int, matrix);
        QFETCH(bool, in_float);
        const auto& a = matrices_[matrix].a;
        const std::string id = kernel.toStdString();
        try {
            const auto bound = machine_->bind(id, input(a, in_float ? Precision::float32 : Precision::float64), 256);
            compare(*bound, measure::ata_reference(*a, in_float), promises_symmetry(id));
        } catch (const Error& error) { QFAIL(error.what()); }
    }

    void sums_of_whole_numbers_are_exact() {
        const auto a = whole_numbers(150, 131);
        const auto reference = measure::ata_reference(*a, true);
        for_kernels([&](const std::string& kernel) {
            for (const Precision p : {Precision::float64, Precision::float32}) {
                const auto check = measure::check_ata(reference, launch(*machine_->bind(kernel, input(a, p), 256)));
                QVERIFY2(check.is_right() && check.is_symmetric() && check.bound_ratio == 0, kernel.c_str());
            }
        });
    }

    void a_nan_stays_in_its_row_and_column() {
        constexpr std::int64_t n = 60, poisoned = 49;
        const auto a = with_one(40, n, poisoned, std::numeric_limits<double>::quiet_NaN());
        for_kernels([&](const std::string& kernel) {
            const auto c = launch(*machine_->bind(kernel, input(a), 256));
            for (std::int64_t i = 0; i < n; ++i)
                for (std::int64_t j = 0; j < n; ++j)
                    QVERIFY2(std::isnan(c[i * n + j]) == (i == poisoned || j == poisoned), kernel.c_str());
        });
    }

    void all_32_combinations_of_switches_give_the_product() {
        if (!machine_->runs(RunsOn::gpu)) return; // host kernels have no options
        for (const auto& [rows, cols] : {std::pair{37, 61}, std::pair{16, 48}, std::pair{1, 17}})
            for (const Precision precision : {Precision::float64, Precision::float32}) {
                const auto a = dense(rows, cols);
                const auto reference = measure::ata_reference(*a, precision == Precision::float32);
                for (int bits = 0; bits < 32; ++bits) {
                    AtaInput in = input(a, precision);
                    in.switches = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0 ? 1 : 0, (bits & 8) != 0,
                                   (bits & 16) != 0};
                    compare(*machine_->bind("tiled", in, 256), reference, true);
                    if (QTest::currentTestFailed()) QFAIL(to_string(AtaKernelName{"tiled", in.switches}).c_str());
                }
            }
    }

    void every_size_of_padding_gives_the_product() {
        if (!machine_->runs(RunsOn::gpu)) return;
        const auto a = dense(37, 61);
        const auto reference = measure::ata_reference(*a, false);
        for (int padding = 0; padding <= widest_padding; ++padding)
            for (const bool is_tile_large : {false, true}) {
                AtaInput in = input(a);
                in.switches.padding = padding;
                in.switches.registers = is_tile_large;
                compare(*machine_->bind("tiled", in, 256), reference, true);
                if (QTest::currentTestFailed()) QFAIL(to_string(AtaKernelName{"tiled", in.switches}).c_str());
            }
    }

    void a_product_that_does_not_fit_is_refused_with_the_figure() {
        const auto a = std::make_shared<DenseMatrix>(DenseMatrix{0, 3000000, {}}); // C would have 9e12 elements
        for_kernels([&](const std::string& kernel) {
            std::string sentence;
            QCOMPARE(refusal_of([&] { machine_->bind(kernel, input(a), 256); }, &sentence), QString("memory.limit"));
            QVERIFY2(sentence.find("iB") != std::string::npos, sentence.c_str());
        });
    }

    void tensor_cores_keep_24_bits_in_float() {
        if (!is(MachineKind::cuda)) return; // runs on no other machine, as the registry says
        const auto few = machine_->bind("tensor-core", input(dense(63, 5), Precision::float32), 256);
        QVERIFY2(few->detail.find("replaced by tiled") != std::string::npos, few->detail.c_str());
        for (const auto& [rows, cols] : {std::pair{64, 5}, {64, 200}, {1000, 333}, {20000, 96}}) {
            const auto a = dense(rows, cols);
            const auto reference = measure::ata_reference(*a, true);
            const auto bound = machine_->bind("tensor-core", input(a, Precision::float32), 256);
            QVERIFY2(bound->detail.find("three products") != std::string::npos ||
                         bound->detail.find("replaced by tiled") != std::string::npos, // a GPU without tensor cores
                     bound->detail.c_str());
            const auto check = measure::check_ata(reference, launch(*bound));
            QVERIFY2(check.is_right() && check.is_symmetric(), check.complaint.c_str());
            const auto library = machine_->bind("cublas-dgemm", input(a, Precision::float32), 256);
            const auto theirs = measure::check_ata(reference, launch(*library));
            qInfo("%d x %d: largest error / bound %.3g, pedantic cuBLAS %.3g", rows, cols, check.bound_ratio,
                  theirs.bound_ratio);
        }
        for (const double value : {std::numeric_limits<double>::infinity(), 3.4e38}) {
            const auto a = with_one(100, 70, 0, value);
            const auto bound = machine_->bind("tensor-core", input(a, Precision::float32), 256);
            compare(*bound, measure::ata_reference(*a, true), true);
        }
    }

    void even_columns_come_by_tensor_copies_on_hopper() {
        if (!is(MachineKind::cuda)) return;
        const auto detail = [&](int rows, int cols) {
            return machine_->bind("tensor-core", input(dense(rows, cols)), 256)->detail;
        };
        const bool is_hopper = detail(601, 601).find("m16n8k4") != std::string::npos;
        for (const auto& [rows, cols] : {std::pair{600, 600}, {1000, 1000}, {1500, 1500}, {2000, 2000}})
            QCOMPARE(detail(rows, cols).find("tensor copies") != std::string::npos, is_hopper);
        QVERIFY(detail(1000, 1001).find("tensor copies") == std::string::npos); // rows are not aligned to 16 bytes
    }

    void libraries_say_in_which_mode_they_compute() {
        if (is(MachineKind::cuda))
            for (const char* kernel : {"cublas-dgemm", "cublas-dsyrk"}) {
                const auto bound = machine_->bind(kernel, input(dense(3, 3)), 256);
                QVERIFY2(bound->detail.find("pedantic math") != std::string::npos, bound->detail.c_str());
            }
        if (is(MachineKind::cpu))
            QVERIFY(machine_->bind("blas-dsyrk", input(dense(3, 3)), 256)->detail.find("mirror") != std::string::npos);
    }

    void a_traced_kernel_gives_the_same_and_names_its_lines() {
        if (!is(MachineKind::simulated)) return; // traced by one machine, which suffices
        const auto a = dense(37, 61);
        const auto reference = measure::ata_reference(*a, false);
        for (const SimulatedEntry& entry : simulated_entries_of(Operation::ata))
            for (int bits = 0; bits < 32; ++bits) {
                if (bits > 0 && std::string("tiled") != entry.info.id) break;
                AtaInput in = input(a);
                in.switches = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0 ? 1 : 0, (bits & 8) != 0,
                               (bits & 16) != 0};
                LateCounter counter(*machine_->card());
                simulated::Tracer tracer({}, counter);
                counter.watch(tracer);
                const auto bound = bind_traced(entry.info.id, in, 256, tracer);
                const auto check = measure::check_ata(reference, launch(*bound));
                QVERIFY2(check.is_right() && check.is_symmetric(), (check.complaint + check.asymmetry).c_str());
                for (const auto& site : tracer.sites()) QVERIFY(test::is_in_a_text(site));
                for (const auto& finding : tracer.findings()) QFAIL(finding.sentence.c_str());
                QVERIFY(tracer.lane_accesses() > 0);
            }
    }

    void each_switch_does_what_it_says_in_counts() {
        if (!is(MachineKind::simulated)) return;
        const auto count = [&](const std::string& name) {
            const AtaKernelName parsed = parse_ata_kernel(name);
            AtaInput in = input(dense(96, 96));
            in.switches = parsed.switches;
            LateCounter counter(*machine_->card());
            simulated::Tracer tracer({}, counter);
            counter.watch(tracer);
            launch(*bind_traced(parsed.kernel, in, 256, tracer));
            CountedCall call;
            call.launches = counter.take();
            call.sites = tracer.sites();
            return call;
        };
        const auto loads = [](const CountedCall& call, simulated::Space space) {
            return call.total(simulated::Access::load, space).lane_accesses;
        };
        const auto conflicts = [](const CountedCall& call) {
            return call.total([](const simulated::Site& site) { return site.space == simulated::Space::shared; })
                .bank_conflicts;
        };
        const CountedCall none = count("tiled@none"), with_registers = count("tiled@registers"),
                          padded = count("tiled@registers+padding"), half = count("tiled@registers+symmetric");
        // 96 x 96 x 96: with 16 x 16 tiles, each element of A is read 6 times per side; with 48 x 48 tiles, twice.
        QCOMPARE(loads(none, simulated::Space::global), std::int64_t{2 * 6} * 96 * 96);
        QCOMPARE(loads(with_registers, simulated::Space::global), std::int64_t{2 * 2} * 96 * 96);
        // Two reads from shared memory per product, or six for nine products.
        QCOMPARE(loads(none, simulated::Space::shared), std::int64_t{2} * 96 * 96 * 96);
        QCOMPARE(loads(with_registers, simulated::Space::shared), std::int64_t{2} * 96 * 96 * 96 / 3);
        // Only three of the four tiles are computed.
        QCOMPARE(loads(half, simulated::Space::global) * 4, loads(with_registers, simulated::Space::global) * 3);
        QVERIFY(conflicts(with_registers) > 0);
        QCOMPARE(conflicts(padded), 0);
        // With 16 + 16 elements per row, all rows begin in the same bank again; with an odd number, they never do.
        QCOMPARE(conflicts(count("tiled@registers+padding=16")), conflicts(with_registers));
        for (const int odd : {3, 7, 15})
            QCOMPARE(conflicts(count("tiled@registers+padding=" + std::to_string(odd))), std::int64_t{0});
        // With columns, the 32 lanes of a warp read 32 columns that are 96 doubles apart; with rows, adjacent elements.
        const auto transactions = [](const CountedCall& call) {
            return call.total(simulated::Access::load, simulated::Space::global).transactions;
        };
        QVERIFY(transactions(count("naive-columns")) > 3 * transactions(count("naive")));
        QCOMPARE(transactions(count("tiled-columns")), transactions(count("tiled")));
    }
};

WARPLOOM_TEST(AtaConformanceTest);
#include "ata_conformance_test.moc"
