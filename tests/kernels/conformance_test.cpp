#include "random_matrices.h"
#include "recorded_steps.h"

#include "engine/error.h"
#include "engine/measure/reference.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <bit>
#include <map>
#include <memory>
#include <tuple>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Tests every registered kernel on every random matrix. The rows are generated from the registry, so new kernels are
// included automatically. The same source is built into two programs: one for the machines that every computer has, and
// one for `cuda:0`.

namespace {

/// Counts the accesses of a traced kernel; results must be correct with and without tracing.
class AddingSink final : public simulated::SingleThreadTraceSink {
public:
    std::int64_t accesses = 0;

private:
    void step(std::int64_t, int, const simulated::WarpInstruction& step) override {
        accesses += std::popcount(step.active);
    }
};

} // namespace

class ConformanceTest : public QObject {
    Q_OBJECT

    const std::string machine_id_ = runner::machine();
    std::unique_ptr<Machine> machine_;
    std::map<std::tuple<int, Precision, std::string>, std::shared_ptr<const HostFormat>> converted_;
    std::map<std::pair<int, Precision>, measure::SpmvReference> references_;

    std::shared_ptr<const HostFormat> format(int matrix, Precision p, const std::string& id) {
        auto& made = converted_[{matrix, p, id}];
        if (!made) {
            FormatOptions options = random_matrices()[matrix].options;
            options.limit_factor = 1e6; // the test is about matrices with much padding
            made = make_format(id, random_matrices()[matrix].a, p, options);
        }
        return made;
    }
    const measure::SpmvReference& reference(int matrix, Precision p) {
        auto& made = references_[{matrix, p}];
        const Drawn& drawn = random_matrices()[matrix];
        if (made.bound.empty()) made = measure::spmv_reference(drawn.a, drawn.x, p == Precision::float32);
        return made;
    }
    void compare(BoundSpmv& spmv, int matrix, Precision p, int rounds = 2) {
        spmv.set_x(random_matrices()[matrix].x);
        for (int round = 0; round < rounds; ++round) { // again: scratch memory keeps data of the first launch
            spmv.poison();
            spmv.enqueue();
            spmv.finish();
            const measure::ErrorCheck check = measure::check_spmv(reference(matrix, p), spmv.y());
            QVERIFY2(check.is_right(), check.complaint.c_str());
        }
    }
    static void columns() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("matrix");
        QTest::addColumn<bool>("in_float");
        QTest::addColumn<int>("block");
    }
    enum class Rows { all, usual_blocks, usual_blocks_in_double_where_large };
    static void add_rows(const KernelInfo& info, Rows wanted) {
        if (!runner::is_wanted(info.id)) return;
        const auto& matrices = random_matrices();
        for (int m = 0; m < static_cast<int>(matrices.size()); ++m) {
            // The vendor's library multiplies the padding of a block with x, whatever x contains. Our kernels must not.
            if (std::string(info.id) == "cusparse-bsr" &&
                matrices[m].name.find("under the padding") != std::string::npos)
                continue;
            // 12,000 diagonals for 70,000 entries take ten seconds to trace, without testing more than smaller
            // matrices. Their results are computed without tracing, and only in double.
            const bool is_little = is_little_in(info.format, matrices[m], Precision::float64);
            if (wanted == Rows::usual_blocks_in_double_where_large && !is_little) continue;
            for (const bool in_float : {false, true})
                for (const int block : {32, 64, 128, 256, 1024}) {
                    if (block != 64 && !(wanted == Rows::all && matrices[m].is_small)) continue;
                    if (in_float && (!matrices[m].in_float || !(is_little || matrices[m].is_small))) continue;
                    if (in_float && wanted == Rows::usual_blocks_in_double_where_large && !matrices[m].is_small)
                        continue;
#if defined(__SANITIZE_THREAD__)
                    if (!matrices[m].is_small || block > 64) continue; // the others would take longer
#endif
                    const std::string name = std::string(info.id) + ", " + matrices[m].name +
                                             (in_float ? ", float" : ", double") + ", block " + std::to_string(block);
                    QTest::newRow(name.c_str()) << QString(info.id) << m << in_float << block;
                }
        }
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
    }

    void the_machine_gives_what_the_reference_gives_data() {
        columns();
        if (!machine_) return;
        for (const KernelInfo& info : spmv_kernels())
            if (machine_->runs(info.runs_on))
                add_rows(info, info.runs_on == RunsOn::gpu ? Rows::all : Rows::usual_blocks);
    }
    void the_machine_gives_what_the_reference_gives() {
        QFETCH(QString, kernel);
        QFETCH(int, matrix);
        QFETCH(bool, in_float);
        QFETCH(int, block);
        const Precision p = in_float ? Precision::float32 : Precision::float64;
        if (kernel == "cusparse-spmvop" &&
            QByteArray(QTest::currentDataTag()).contains("infinity and NaN that are met"))
            QSKIP("The library's SpMVOp makes NaN of infinities.");
        try {
            const std::string id = kernel.toStdString();
            compare(*machine_->bind(id, format(matrix, p, find_spmv_kernel(id)->format), block), matrix, p);
        } catch (const Error& error) {
            if (kernel == "cusparse-spmvop" && error.code() == "kernel.machine")
                QSKIP(error.what()); // an older library
            QFAIL(error.what());
        }
    }

    void a_traced_kernel_gives_the_same_and_names_its_lines_data() {
        columns();
        if (!machine_ || machine_->info().kind != MachineKind::simulated) return;
        for (const SimulatedEntry& entry : simulated_entries_of(Operation::spmv))
            add_rows(entry.info, Rows::usual_blocks_in_double_where_large); // tracing them takes a second each
    }
    void a_traced_kernel_gives_the_same_and_names_its_lines() {
        if (machine_->info().kind != MachineKind::simulated) return; // traced by one machine, which suffices
        QFETCH(QString, kernel);
        QFETCH(int, matrix);
        QFETCH(bool, in_float);
        QFETCH(int, block);
        const Precision p = in_float ? Precision::float32 : Precision::float64;
        for (const SimulatedEntry& entry : simulated_entries_of(Operation::spmv)) {
            if (kernel != entry.info.id) continue;
            AddingSink sink;
            simulated::Tracer tracer({}, sink);
            const auto spmv =
                bind_traced(entry.info.id, SpmvInput{format(matrix, p, entry.info.format)}, block, tracer);
            // Errors of a second launch show on small matrices, and in the untraced tests on all.
            compare(*spmv, matrix, p, random_matrices()[matrix].is_small ? 2 : 1);
            QVERIFY(tracer.arrays().size() > 3);
            for (const auto& site : tracer.sites()) QVERIFY(is_in_a_text(site));
            for (const auto& finding : tracer.findings()) QFAIL(finding.sentence.c_str());
            QCOMPARE(tracer.lane_accesses(), sink.accesses);
            if (random_matrices()[matrix].a.nonzeros() >
                0) // a value, a column and an x for each entry; at least a value and an x
                QVERIFY(sink.accesses >= 2 * random_matrices()[matrix].a.nonzeros());
        }
    }
};

WARPLOOM_TEST(ConformanceTest);
#include "conformance_test.moc"
