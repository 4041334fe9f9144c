#include "counted_call.h"
#include "random_matrices.h"
#include "random_systems.h"

#include "engine/error.h"
#include "engine/matrix/lower_factor.h"
#include "engine/measure/ata_reference.h"
#include "engine/measure/reference.h"
#include "engine/measure/tridiagonal_residual.h"
#include "engine/regular_file.h"
#include "kernels/machine/machine.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"
#include "kernels/trsv/level_sets.h"
#include "support/runner.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Tests every CUDA C file that comes with the program, on every random matrix for its operation: on the simulated GPU,
// and, compiled by NVRTC, on a real one. Files that are incorrect on purpose say so in their first line.

namespace {

struct Shipped {
    std::string path, name, row; ///< `ell.cu`, `spmv/ell.cu`
    Operation operation = Operation::spmv;
    bool has_atomics = false;   ///< whether sums are in arbitrary order
    bool asserts = false;       ///< whether it asserts that it supports the input
    bool reads_padding = false; ///< whether it multiplies the padding of a row with x, whatever x contains
};

/// Reads the files. Built-in kernels are not included, because they have separate conformance tests.
std::vector<Shipped> read_shipped() {
    std::vector<Shipped> files;
    for (const char* const folder : {"kernels/papers", "kernels/textbook", "tests/kernels/texts"}) {
        const QDir dir(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + folder);
        for (const QString& name : dir.entryList({"*.cu"}, QDir::Files)) {
            Shipped file;
            file.path = dir.filePath(name).toStdString();
            file.name = name.toStdString();
            file.row = folder + ("/" + file.name);
            const std::string text = read_regular_file(file.path, 1 << 20);
            if (text.rfind("// finding:", 0) == 0 || name == "empty.cu") continue; // wrong on purpose, or a template
            file.operation = operation_of(*simt::translate(file.name, text).program);
            find_kernel_file(file.operation, file.path);
            file.has_atomics = text.find("atomicAdd") != std::string::npos;
            file.asserts = text.find("assert(") != std::string::npos;
            file.reads_padding = file.name == "prata2010_ell_no_lengths.cu" || file.name == "rossignon2013_bcsr.cu" ||
                                 file.name == "rossignon2013_bcsr_shared_x.cu";
            files.push_back(file);
        }
    }
    return files;
}

const std::vector<Shipped>& shipped_files() {
    static const std::vector<Shipped> files = read_shipped();
    return files;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) // all NaNs are equal
        if (std::memcmp(&a[i], &b[i], sizeof(double)) != 0 && !(a[i] != a[i] && b[i] != b[i])) return false;
    return true;
}

std::shared_ptr<DenseMatrix> dense(int rows, int cols) {
    return std::make_shared<DenseMatrix>(
        load_dense_matrix("dense:rows=" + std::to_string(rows) + ",cols=" + std::to_string(cols) + ",seed=5"));
}

/// Returns a lower triangular matrix whose rows depend on some previous rows; every seventh row depends on none.
CsrMatrix some_lower(int n) {
    Rows rows(static_cast<std::size_t>(n));
    for (int row = 0; row < n; ++row) {
        for (const int back : {row / 2, row - 3, row - 1})
            if (back >= 0 && back < row && row % 7 != 0 &&
                (rows[static_cast<std::size_t>(row)].empty() ||
                 rows[static_cast<std::size_t>(row)].back().first < back))
                rows[static_cast<std::size_t>(row)].emplace_back(back, 0.25 + 0.5 / (1 + back % 5));
        rows[static_cast<std::size_t>(row)].emplace_back(row, 3 + row % 4);
    }
    return matrix_of(rows, n);
}

} // namespace

class TextConformanceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Machine> machine_, simulated_;
    std::map<std::pair<int, Precision>, measure::SpmvReference> references_;

    bool is_real() const { return machine_->info().kind == MachineKind::cuda; }

    static std::shared_ptr<const HostFormat> format_of(const Shipped& file, const CsrMatrix& a, Precision p,
                                                       FormatOptions options) {
        options.limit_factor = 1e6;
        return make_format(find_kernel_file(file.operation, file.path)->info.format, a, p, options);
    }
    /// Returns the result of one launch, with products and sums rounded separately if `exactly`.
    template <class Input, class Run>
    std::vector<double> result(Machine& machine, const Shipped& file, const Input& input, int block, bool exactly,
                               const Run& run) {
        qputenv("WARPLOOM_FMAD", exactly ? "off" : "on");
        const auto bound = machine.bind(file.path, input, block);
        return run(*bound);
    }
    /// Checks the result with `judge`. On a real GPU, it must also be bitwise equal to that of the simulated GPU,
    /// unless sums are in arbitrary order, or the input is too large to be simulated. Files may assert which inputs
    /// they support. They are not run on others, because a failed assertion makes a real GPU unusable.
    template <class Input, class Run>
    void compare(const Shipped& file, const Input& input, int block, const Run& run,
                 const std::function<QString(const std::vector<double>&)>& judge, bool is_small = true) {
        std::vector<double> simulated;
        try {
            if (is_small) simulated = result(*simulated_, file, input, block, true, run);
        } catch (const Error& error) {
            if (std::string(error.what()).find("asserts") != std::string::npos) return;
            QFAIL(error.what());
        }
        try {
            const QString complaint = judge(is_real() ? result(*machine_, file, input, block, false, run) : simulated);
            QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
            if (!is_real() || file.has_atomics || !is_small) return;
            QVERIFY2(same_bits(result(*machine_, file, input, block, true, run), simulated),
                     "other bits than simulated");
        } catch (const Error& error) { QFAIL(error.what()); }
    }
    static std::vector<Precision> precisions() { return {Precision::float64, Precision::float32}; }
    static bool is_single(Precision p) { return p == Precision::float32; }

    static void rows_of(Operation operation) {
        QTest::addColumn<QString>("path");
        for (const Shipped& file : shipped_files())
            if (file.operation == operation) QTest::newRow(file.row.c_str()) << QString::fromStdString(file.path);
    }
    static const Shipped& file_at(const QString& path) {
        return *std::find_if(shipped_files().begin(), shipped_files().end(),
                             [&](const Shipped& file) { return file.path == path.toStdString(); });
    }

private slots:
    void initTestCase() {
        try {
            machine_ = open_machine(runner::machine());
            simulated_ = open_machine("simulated:h200");
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
    }

    void products_are_right_data() { rows_of(Operation::spmv); }
    void products_are_right() {
        QFETCH(QString, path);
        const Shipped& file = file_at(path);
        const auto& matrices = random_matrices();
        for (int m = 0; m < static_cast<int>(matrices.size()); ++m) {
            const Drawn& drawn = matrices[static_cast<std::size_t>(m)];
            if (file.reads_padding && drawn.name.find("under the padding") != std::string::npos) continue;
            if (!is_real() && !drawn.is_small) continue;   // too slow in the simulator
            if (!drawn.is_small && file.asserts) continue; // the simulator does not check first whether it is supported
            for (const Precision p : precisions()) {
                if (is_single(p) && !drawn.in_float) continue;
                auto& reference = references_[{m, p}];
                if (reference.bound.empty()) reference = measure::spmv_reference(drawn.a, drawn.x, is_single(p));
                const auto run = [&](BoundSpmv& bound) {
                    bound.set_x(drawn.x);
                    for (int round = 0; round < 2; ++round) { // again: scratch keeps data of the first launch
                        bound.poison();
                        bound.enqueue();
                        bound.finish();
                    }
                    return bound.y();
                };
                for (const int block : is_real() ? std::vector<int>{64, 256} : std::vector<int>{64}) {
                    const std::string what = drawn.name + ", " + to_string(p) + ", block " + std::to_string(block);
                    compare(
                        file, SpmvInput{format_of(file, drawn.a, p, drawn.options)}, block, run,
                        [&](const std::vector<double>& y) {
                            const auto check = measure::check_spmv(reference, y);
                            return check.is_right() ? QString() : QString::fromStdString(what + ": " + check.complaint);
                        },
                        drawn.is_small);
                    if (QTest::currentTestFailed()) return QTest::qFail(what.c_str(), __FILE__, __LINE__);
                }
            }
        }
    }

    void jagged_diagonals_of_the_source_leave_y_in_the_order_of_lengths() {
        const std::string path = WARPLOOM_SOURCE_DIR "/kernels/papers/rossignon2013_jad.cu";
        find_kernel_file(Operation::spmv, path);
        qputenv("WARPLOOM_FMAD", "off");
        int compared = 0;
        for (const Drawn& drawn : random_matrices()) {
            if (!drawn.is_small) continue;
            FormatOptions options = drawn.options;
            options.limit_factor = 1e6;
            const SpmvInput input{make_format("jad", drawn.a, Precision::float64, options)};
            const auto product = [&](const std::string& kernel) {
                const auto bound = simulated_->bind(kernel, input, 64);
                bound->set_x(drawn.x);
                bound->poison();
                bound->enqueue();
                bound->finish();
                return bound->y();
            };
            const std::vector<double> permuted = product(path), y = product("jad");
            for (const FormatArray& array : input.format->arrays()) {
                if (array.name != "permutation") continue;
                const auto* const row = static_cast<const std::int32_t*>(array.data);
                std::vector<double> in_order(y.size());
                for (std::size_t i = 0; i < in_order.size(); ++i)
                    in_order[static_cast<std::size_t>(row[i])] = permuted[i];
                QVERIFY2(same_bits(in_order, y), drawn.name.c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 5);
    }

    void a_trace_finds_nothing_wrong_with_products_data() { rows_of(Operation::spmv); }
    void a_trace_finds_nothing_wrong_with_products() {
        if (is_real()) return; // traced by one machine, which suffices
        QFETCH(QString, path);
        const Shipped& file = file_at(path);
        for (const Drawn& drawn : random_matrices()) {
            if (!drawn.is_small) continue;
            FormatOptions options = drawn.options;
            LateCounter counter(simulated::find_card("h200"));
            simulated::TraceOptions trace;
            trace.multiprocessors = 3;
            trace.resident_blocks = [](int) { return 2; };
            simulated::Tracer tracer(trace, counter);
            counter.watch(tracer);
            const auto bound =
                bind_traced(file.path, SpmvInput{format_of(file, drawn.a, Precision::float64, options)}, 64, tracer);
            bound->set_x(drawn.x);
            bound->enqueue();
            for (const auto& finding : tracer.findings()) QFAIL((drawn.name + ": " + finding.sentence).c_str());
        }
    }

    void tridiagonal_systems_are_solved_data() { rows_of(Operation::tridiagonal); }
    void tridiagonal_systems_are_solved() {
        QFETCH(QString, path);
        const Shipped& file = file_at(path);
        for (const int n : {1, 2, 3, 7, 31, 32, 33, 127, 128, 129, 1000, 1023, 1024, 1025, 2049, 5000})
            for (const Precision p : precisions()) {
                const SystemPointer system = random_dominant_system(n, static_cast<std::uint64_t>(n));
                compare(
                    file, TridiagonalInput{system, p}, 128,
                    [](BoundTridiagonal& bound) {
                        bound.poison();
                        bound.enqueue();
                        bound.finish();
                        return bound.x();
                    },
                    [&](const std::vector<double>& x) {
                        const auto check = measure::check_tridiagonal(*system, x, is_single(p));
                        const double in_units = check.componentwise / unit_roundoff(p);
                        return check.is_finite() && in_units <= 50
                                   ? QString()
                                   : QStringLiteral("n = %1: %2 u").arg(n).arg(in_units);
                    });
                if (QTest::currentTestFailed()) return;
            }
    }

    void a_text_names_the_smallest_row_whose_pivot_is_zero() {
        const ScopedKernelSources texts(std::map<std::string, std::string>{
            {"thirds.cu", "__global__ void k(int n, int systems, double* x, int* zero_pivot) {\n"
                          "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n"
                          "    x[i] = systems;\n    if (i > 40 && i % 3 == 0) atomicMin(zero_pivot, i);\n}\n"
                          "void run(int n, int systems, double* x, int* zero_pivot, int block) {\n"
                          "    k<<<(n + block - 1) / block, block>>>(n, systems, x, zero_pivot);\n}\n"}});
        find_kernel_file(Operation::tridiagonal, "thirds.cu");
        for (const int n : {40, 400}) {
            TridiagonalSystem system = *random_dominant_system(n, 1);
            system.systems = 4;
            const auto bound = machine_->bind("thirds.cu", TridiagonalInput{shared_system(system)}, 64);
            QVERIFY(!bound->zero_pivot());
            for (int round = 0; round < 2; ++round) {
                bound->poison();
                bound->enqueue();
                bound->finish();
                QCOMPARE(bound->zero_pivot().value_or(-1), n == 40 ? -1 : 42);
                QCOMPARE(bound->x(), std::vector<double>(static_cast<std::size_t>(n), 4));
            }
        }
        const auto none = machine_->bind("thirds.cu", TridiagonalInput{random_dominant_system(0, 1)}, 64);
        none->enqueue(); // no unknowns, no launch
        QVERIFY(!none->zero_pivot());
    }
    void rows_of_a_tridiagonal_system_are_arrays_or_records() {
        const auto text = [](const std::string& head) {
            return head + "__global__ void k(double* x) {}\nvoid run(const double* a, double* x) { k<<<1, 1>>>(x); }\n";
        };
        const ScopedKernelSources texts(std::map<std::string, std::string>{{"plain.cu", text("")},
                                                                           {"arrays.cu", text("// format: arrays\n")},
                                                                           {"records.cu", text("// format: records\n")},
                                                                           {"ell.cu", text("// format: ell\n")}});
        const auto format = [](const char* file) {
            return std::string(find_kernel_file(Operation::tridiagonal, file)->info.format);
        };
        QCOMPARE(format("plain.cu"), std::string("arrays"));
        QCOMPARE(format("arrays.cu"), std::string("arrays"));
        QCOMPARE(format("records.cu"), std::string("records"));
        try {
            format("ell.cu");
            QFAIL("a system was given in ELL");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("kernel.format")); }
    }

    void products_with_the_transpose_are_right_data() { rows_of(Operation::ata); }
    void products_with_the_transpose_are_right() {
        QFETCH(QString, path);
        const Shipped& file = file_at(path);
        for (const auto& [rows, cols] :
             {std::pair{1, 1}, {7, 1}, {1, 7}, {16, 16}, {17, 47}, {48, 48}, {33, 96}, {129, 129}, {200, 8}})
            for (const Precision p : precisions()) {
                const auto a = dense(rows, cols);
                const auto reference = measure::ata_reference(*a, is_single(p));
                compare(
                    file, AtaInput{a, p, {}, 0}, 256,
                    [](BoundAta& bound) {
                        bound.poison();
                        bound.enqueue();
                        bound.finish();
                        return bound.c();
                    },
                    [&](const std::vector<double>& c) {
                        return QString::fromStdString(measure::check_ata(reference, c).complaint);
                    });
                if (QTest::currentTestFailed()) return;
            }
    }

    void triangular_systems_are_solved_data() { rows_of(Operation::trsv); }
    void triangular_systems_are_solved() {
        QFETCH(QString, path);
        const Shipped& file = file_at(path);
        for (const int n : {1, 2, 33, 300, 3000})
            for (const Precision p : precisions()) {
                const CsrMatrix lower = some_lower(n);
                std::vector<double> b(static_cast<std::size_t>(n));
                for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i % 17) - 5;
                const TrsvInput input{format_of(file, lower, p, {}), std::make_shared<LevelSets>(level_sets(lower))};
                compare(
                    file, input, 64,
                    [&](BoundTrsv& bound) {
                        bound.set_right_side(b);
                        bound.poison();
                        bound.enqueue();
                        bound.finish();
                        return bound.x();
                    },
                    [&](const std::vector<double>& x) {
                        const auto reference = measure::spmv_reference(lower, x, is_single(p));
                        return QString::fromStdString(measure::check_spmv(reference, b).complaint);
                    });
                if (QTest::currentTestFailed()) return;
            }
    }

    void a_file_is_refused_where_no_gpu_is() {
        const auto host = open_machine("cpu");
        const Shipped& file = *std::find_if(shipped_files().begin(), shipped_files().end(),
                                            [](const Shipped& each) { return each.operation == Operation::spmv; });
        try {
            host->bind(file.path, SpmvInput{format_of(file, random_matrices()[0].a, Precision::float64, {})}, 64);
            QFAIL("the machine cpu bound a file");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("kernel.machine")); }
    }
};

WARPLOOM_TEST(TextConformanceTest);
#include "text_conformance_test.moc"
