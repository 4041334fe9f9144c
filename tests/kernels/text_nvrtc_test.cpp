#include "engine/error.h"
#include "engine/generators/dense_matrix.h"
#include "kernels/cuda/sources/nvrtc.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"
#include "kernels/trsv/level_sets.h"
#include "random_matrices.h"
#include "random_systems.h"
#include "support/runner.h"

#include <QDir>
#include <QTest>

#include <cstring>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// NVRTC can compile for a GPU that is not present: every file that comes with the program is compiled for an H200.

namespace {

/// Keeps arrays in host memory, compiles kernels, and launches nothing.
class CompilingGpu final : public TextGpu {
public:
    void* make_array(std::int64_t bytes, const std::string&) override {
        return arrays_.emplace_back(static_cast<std::size_t>(bytes)).data();
    }
    void upload(void* to, const void* from, std::int64_t bytes) override {
        if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    }
    void download(void* to, const void* from, std::int64_t bytes) const override {
        if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    }
    void compile(const DeviceText& text) override {
        compiled = compile_text(text.file, text.text, text.kernels, "sm_90");
        wanted = text.kernels;
    }
    void start(const simt::HostStep&) override {}
    void finish() override {}

    CompiledText compiled;
    std::vector<std::string> wanted;

private:
    std::vector<std::vector<char>> arrays_;
};

} // namespace

class TextNvrtcTest : public QObject {
    Q_OBJECT

    template <class Input> static CompiledText compiled(const std::string& path, const Input& input) {
        auto gpu = std::make_unique<CompilingGpu>();
        const CompilingGpu& asked = *gpu;
        const auto bound = bind_text_on({path, input, 128}, std::move(gpu));
        if (asked.wanted.size() != asked.compiled.symbols.size()) throw Error("test", "a kernel was not compiled");
        return asked.compiled;
    }
    static CompiledText compile_any(const std::string& path) {
        const auto program = simt::translate(path, text_of_kernel(path)).program;
        const Operation operation = program == nullptr ? Operation::spmv : operation_of(*program);
        find_kernel_file(operation, path); // throws if it is invalid
        if (operation == Operation::ata)
            return compiled(
                path, AtaInput{std::make_shared<DenseMatrix>(load_dense_matrix("dense:rows=9,cols=5,seed=1")), {}, {}});
        const CsrMatrix three = matrix_of({{{0, 2.}}, {{0, 1.}, {1, 1.}}, {{0, 4.}, {2, 3.}}}, 3);
        if (operation == Operation::trsv)
            return compiled(path, TrsvInput{make_format("csr", three, Precision::float64),
                                            std::make_shared<LevelSets>(level_sets(three))});
        if (operation == Operation::ilu)
            return compiled(path, IluInput{make_format("csr", three, Precision::float64),
                                           std::make_shared<LuPattern>(lu_pattern(three))});
        if (operation == Operation::tridiagonal)
            return compiled(path, TridiagonalInput{random_dominant_system(100, 1)});
        // Some kernels have launches for entries that only larger matrices have.
        for (const Drawn& drawn : random_matrices())
            if (drawn.a.nonzeros() > 1000 && drawn.a.rows >= 128 && drawn.is_small) {
                FormatOptions options = drawn.options;
                options.limit_factor = 1e6;
                return compiled(path, SpmvInput{make_format(find_kernel_file(Operation::spmv, path)->info.format,
                                                            drawn.a, Precision::float64, options)});
            }
        return {};
    }

private slots:
    void initTestCase() {
        try {
            compile_text("empty.cu", "__global__ void empty() {}", {"empty"}, "sm_90");
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
    }

    void every_shipped_file_becomes_code_data() {
        QTest::addColumn<QString>("path");
        for (const char* const folder : {"papers", "textbook", "wrong", "spmv", "tridiagonal", "ata", "trsv", "ilu"}) {
            const QDir dir(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/") + folder);
            for (const QString& name : dir.entryList({"*.cu"}, QDir::Files))
                QTest::addRow("%s/%s", folder, qPrintable(name)) << dir.filePath(name);
        }
    }
    void every_shipped_file_becomes_code() {
        QFETCH(QString, path);
        try {
            const CompiledText made = compile_any(path.toStdString());
            QVERIFY(made.code.size() > 500);
            QCOMPARE(QByteArray(made.code.data() + 1, 3), QByteArray("ELF"));
        } catch (const Error& error) { QFAIL(error.what()); }
    }

    void the_instances_of_a_template_have_names() {
        const CompiledText made =
            compile_text("t.cu", "template <int N, typename T> __global__ void k(T* x) { x[threadIdx.x] = N; }",
                         {"k<4, double>", "k<8, float>"}, "sm_90");
        QCOMPARE(made.symbols.at("k<4, double>"), std::string("_Z1kILi4EdEvPT0_"));
        QCOMPARE(made.symbols.at("k<8, float>"), std::string("_Z1kILi8EfEvPT0_"));
    }

    void asserts_prints_and_the_numbers_of_cstdint_are_there() {
        compile_text(
            "t.cu",
            "__global__ void k(int32_t* x, uint64_t n) { assert(n > 1 && x != nullptr); "
            "printf(\"%d\\n\", x[0]); x[1] = __popc(x[0]) + min(x[2], 3) + (int)sqrt(2.0) + (int)fma(1.f, 2.f, 3.f); }",
            {"k"}, "sm_90");
    }

    void copies_ahead_are_there() {
        const std::string copy = "__pipeline_memcpy_async(&s[threadIdx.x], &x[threadIdx.x], sizeof(T)); ";
        for (const char* const card : {"sm_75", "sm_90"})
            compile_text("t.cu",
                         "template <typename T> __global__ void k(T* x) { __shared__ T s[64]; " + copy +
                             "__pipeline_commit(); __pipeline_wait_prior(0); x[threadIdx.x] = s[threadIdx.x ^ 1]; }",
                         {"k<float>", "k<double>", "k<int4>"}, card);
    }

    void what_the_compiler_does_not_take_is_told_with_its_line() {
        try {
            compile_text("mine.cu", "\n\n__global__ void k(int* x) {\n    x[0] = nothing;\n}\n", {"k"}, "sm_90");
            QFAIL("a name that nobody declared was compiled");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("kernel.refused-text"));
            QVERIFY2(std::string(error.what()).find("mine.cu(4): error: identifier \"nothing\" is undefined") !=
                         std::string::npos,
                     error.what());
        }
    }

    void products_and_sums_are_one_operation_unless_told_otherwise() {
        const char* const text = "__global__ void k(double* x) { x[0] = x[1] * x[2] + x[3]; }";
        const CompiledText fused = compile_text("t.cu", text, {"k"}, "sm_90");
        qputenv("WARPLOOM_FMAD", "off");
        const CompiledText apart = compile_text("t.cu", text, {"k"}, "sm_90");
        qunsetenv("WARPLOOM_FMAD");
        QVERIFY(fused.code != apart.code);
    }
};

WARPLOOM_TEST(TextNvrtcTest);
#include "text_nvrtc_test.moc"
