#include "kernels/operations/spmv.h"
#include "kernels/sources/text_of_kernel.h"
#include "simt_support.h"
#include "support/runner.h"

#include "engine/generators/matrix_source.h"
#include "engine/simulated/tracer.h"

#include <QTest>

#include <map>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::simt::test;

// The host side of a source: its directives, and `prepare`, which runs once per matrix.

namespace {

using simt::Element;

/// `prepare` doubles the numbers of `in` into a scratch array; `run` adds 1.
const std::string doubled = R"(// title: Twice
// summary: Twice each number, and 1.
// source: nobody 2020, 3.1
// scratch: twice int[rows]
__global__ void make(int rows, const int* in, int* twice) { twice[threadIdx.x] = 2 * in[threadIdx.x]; }
__global__ void add(int rows, const int* twice, double* y) { y[threadIdx.x] = twice[threadIdx.x] + 1; }
// summary: not at the head
void prepare(int rows, const int* in, int* twice) { make<<<1, rows>>>(rows, in, twice); }
void run(int rows, const int* twice, double* y) { add<<<1, rows>>>(rows, twice, y); }
)";

struct Arrays {
    std::vector<int> in = std::vector<int>(64, 5);
    std::vector<double> y = std::vector<double>(64, -1);
    simt::Given given() {
        simt::Given all;
        all.arrays = {{"in", Element::int32, in.data(), 64, false, false},
                      {"y", Element::float64, y.data(), 64, true, false, true, true}};
        all.numbers = {{"rows", 64}};
        return all;
    }
};

std::shared_ptr<const simt::Program> program_of(const std::string& text) {
    const auto translation = simt::translate("a.cu", text);
    if (translation.program == nullptr) qWarning("%s", translation.refusals[0].sentence.c_str());
    return translation.program;
}

std::string refused(const std::string& text) {
    const auto translation = simt::translate("a.cu", text);
    if (translation.program == nullptr) {
        const auto& first = translation.refusals.front();
        return std::to_string(first.line) + ":" + std::to_string(first.column) + " " + first.sentence;
    }
    Arrays arrays;
    try {
        simt::Call call(translation.program, true, arrays.given());
    } catch (const Error& error) { return error.what(); }
    return {};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

} // namespace

class SimtHostPartTest : public QObject {
    Q_OBJECT
private slots:
    void a_pasted_file_is_compiled_without_the_declarations_of_its_host_code() {
        const std::string host =
            "const char* sample = \"scale\";\nfloat* h_data;\nconst int sizes[] = {1, 2};\n"
            "class Timer { public: Timer() {} };\nstruct Watch { Timer timer; cudaStream_t stream; };\n"
            "template <> struct Unknown<double> {};\n";
        const std::string kernel = "__global__ void k(int rows, double* y) { y[threadIdx.x] = rows; }\n"
                                   "void run(int rows, double* y) { k<<<1, 64>>>(rows, y); }\n";
        const std::string main = "int main() { Timer t; h_data = 0; printf(\"%s\", sample); return sizes[0]; }\n";
        QCOMPARE(refused(host + kernel + main), std::string());
        // Without `main`, the file was written for Warploom, so each error is reported.
        QCOMPARE(refused(host + kernel), std::string("1:13 A constant at namespace scope must be a number."));
        // A declaration that a kernel uses is needed, even if only another declaration uses it directly.
        const std::string used = replaced(kernel, "y[threadIdx.x] = rows", "Watch w; y[threadIdx.x] = rows");
        QCOMPARE(refused(host + used + main), std::string("4:23 Constructors and destructors are not supported."));
    }
    void a_missing_header_matters_only_if_a_name_is_missing() {
        const std::string text =
            "#include \"helper.h\"\n__global__ void k(int rows, double* y) { y[threadIdx.x] = 1; }\n"
            "void run(int rows, double* y) { k<<<1, 64>>>(rows, y); }\n";
        QCOMPARE(refused(text), std::string());
        const auto program = program_of(text);
        const auto warnings = simt::compiler_warnings_of(*program, true);
        QCOMPARE(warnings.size(), std::size_t{1});
        QCOMPARE(warnings[0].sentence, std::string("Cannot open include file `helper.h`."));
        QVERIFY(refused(text.substr(0, text.find("void run"))).starts_with("1:1 The function `run`"));
        QCOMPARE(refused(replaced(text, "= 1", "= helper(1)")),
                 std::string("1:10 Cannot open include file `helper.h`."));
    }
    void macros_join_tokens_make_strings_and_take_any_number_of_arguments() {
        const std::string text =
            "#define NAME(prefix, n) prefix##_##n\n#define TEXT(x) #x\n#define SAY(format, ...) printf(format, "
            "##__VA_ARGS__)\n#define SUM(first, rest...) (first + sum(rest))\n"
            "__device__ int sum(int a, int b) { return a + b; }\n"
            "__global__ void NAME(k, 1)(int rows, double* y) { SAY(TEXT(a + \"b\" )); SAY(\"%d\", rows); "
            "y[threadIdx.x] = SUM(1, 2, 4); }\nvoid run(int rows, double* y) { k_1<<<1, 64>>>(rows, y); }\n";
        const auto program = program_of(text);
        QVERIFY(program != nullptr);
        Arrays arrays;
        simt::Call call(program, true, arrays.given());
        call.run();
        QCOMPARE(arrays.y, std::vector<double>(64, 7.0));
        QVERIFY(call.printed().text.starts_with("a + \"b\""));
        QCOMPARE(refused(replaced(text, "#x", "#y")), std::string("2:17 `#` must be followed by a macro parameter."));
        QCOMPARE(refused(replaced(text, "NAME(k, 1)", "NAME(k, -)")),
                 std::string("6:22 `##` cannot join `k_` and `-` to one token."));
    }
    void host_functions_that_run_does_not_call_may_contain_anything() {
        const std::string others =
            "#include <vector>\nstd::vector<double> numbers(int n) {\n    std::vector<double> all(n);\n"
            "    for (auto& each : all) each = 1;\n    return all;\n}\n"
            "int main() {\n    std::cout << numbers(2).size() << std::endl;\n    return 0;\n}\n";
        const auto program = simt::translate("a.cu", others + doubled);
        QVERIFY(program.program != nullptr);
        const std::string device = simt::device_text(*program.program);
        QVERIFY(device.find("vector") == std::string::npos && device.find("cout") == std::string::npos);
        const auto called = simt::translate(
            "a.cu",
            "int many() { std::vector<int> a; return 1; }\n__global__ void k(int rows, double* y) { y[0] = 1; }\n"
            "void run(int rows, double* y) { k<<<many(), 1>>>(rows, y); }\n");
        QCOMPARE(called.refusals.size(), std::size_t{1});
        QCOMPARE(called.refusals[0].line, 3);
    }
    void the_head_of_a_text_says_what_it_is() {
        const auto program = program_of(doubled + "// format: ell\n");
        const simt::Head& head = head_of(*program);
        QCOMPARE(head.title, std::string("Twice"));
        QCOMPARE(head.summary, std::string("Twice each number, and 1."));
        QCOMPARE(head.source, std::string("nobody 2020, 3.1"));
        QCOMPARE(head.format, std::string("ell"));
        QVERIFY(head_of(*program_of("void run(int rows) {}\n// title: late\n")).title.empty());
    }
    void a_kernel_is_listed_with_its_head() {
        using namespace kernels;
        const std::string text =
            "// title: Mine\n// summary: It is short.\n" + file_text("../../kernels/textbook/csr_vector.cu");
        const ScopedKernelSources texts(std::map<std::string, std::string>{
            {"mine.cu", text}, {"plain.cu", file_text("../../kernels/textbook/csr_vector.cu")}});
        const KernelInfo& mine = find_kernel_file(Operation::spmv, "mine.cu")->info;
        QCOMPARE(std::string(mine.title), std::string("Mine"));
        QCOMPARE(std::string(mine.summary), std::string("It is short."));
        QCOMPARE(std::string(mine.source), std::string("a file"));
        QCOMPARE(std::string(find_kernel_file(Operation::spmv, "plain.cu")->info.title), std::string("plain.cu"));
    }
    void what_prepare_made_is_there_in_every_run() {
        Arrays arrays;
        simt::Call call(program_of(doubled), true, arrays.given());
        call.prepare();
        for (int run = 0; run < 2; ++run) {
            arrays.in.assign(64, 100 + run); // changes after `prepare` have no effect
            arrays.y.assign(64, -1);
            call.run();
            QCOMPARE(arrays.y, std::vector<double>(64, 11));
        }
    }
    void a_trace_shows_run_alone_and_knows_what_prepare_wrote() {
        Arrays arrays;
        simt::Call call(program_of(doubled), true, arrays.given());
        kernels::test::RecordedSteps steps;
        simulated::Tracer tracer({}, steps);
        call.prepare();
        call.set_recorder(&tracer);
        call.run();
        QVERIFY(tracer.findings().empty());
        QCOMPARE(steps.all().size(), std::size_t{4}); // two warps, each with a read of `twice` and a write of y
    }
    // prepare reads `in` and writes `twice`: two warps with two steps each.
    void a_tracer_that_asks_for_it_sees_prepare() {
        Arrays arrays;
        simt::Call call(program_of(doubled), true, arrays.given());
        kernels::test::RecordedSteps steps;
        simulated::Tracer tracer({}, steps);
        call.set_recorder(&tracer);
        call.prepare();
        QCOMPARE(steps.all().size(), std::size_t{0});
        tracer.trace_preparation(true);
        call.prepare();
        QCOMPARE(steps.all().size(), std::size_t{4});
        QVERIFY(!tracer.is_preparing());
        call.run();
        QCOMPARE(steps.all().size(), std::size_t{8});
    }
    void an_array_can_be_replaced_by_another_of_its_size() {
        Arrays arrays;
        simt::Call call(program_of(doubled), true, arrays.given());
        call.prepare();
        const std::vector<int> other(64, 7);
        call.set_array("in", other.data(), 64);
        call.run();
        QCOMPARE(arrays.y, std::vector<double>(64, 11)); // written by prepare
        call.prepare();
        call.run();
        QCOMPARE(arrays.y, std::vector<double>(64, 15));
        QVERIFY_THROWS_EXCEPTION(Error, call.set_array("in", other.data(), 63));
        QVERIFY_THROWS_EXCEPTION(Error, call.set_array("other", other.data(), 64));
    }
    void a_text_without_prepare_has_nothing_to_prepare() {
        Arrays arrays;
        simt::Call call(program_of(kernel_text("", "    y[threadIdx.x] = rows;")), true, [&] {
            simt::Given given = arrays.given();
            given.numbers["block"] = 64;
            return given;
        }());
        call.prepare();
        call.run();
        QCOMPARE(arrays.y, std::vector<double>(64, 64));
    }
    void run_reads_arrays_that_the_host_has() {
        const std::string text = "__global__ void k(int from, int to, double* y) { y[threadIdx.x] = 10 * from + to; }\n"
                                 "int next(const int* numbers, int i) { return numbers[i + 1]; }\n"
                                 "void run(const int* in, double* y) {\n"
                                 "    for (int i = 0; i < 2; ++i) k<<<1, 32>>>(in[i], next(in, i), y + 32 * i);\n"
                                 "}\n";
        Arrays arrays;
        const std::vector<int> here{1, 2, 3};
        simt::Given given = arrays.given(); // arrays at different addresses, as on a real GPU
        given.arrays[0].host = here.data();
        given.arrays[0].size = 3;
        simt::Call call(program_of(text), true, given);
        call.run();
        QCOMPARE(arrays.y[0], 12.0);
        QCOMPARE(arrays.y[63], 23.0);
    }
    void run_reads_no_other_arrays() {
        const std::string kernel = "__global__ void k(double* y) { y[threadIdx.x] = 1; }\n";
        QCOMPARE(refused(kernel + "void run(const int* in, double* y) {\n    k<<<1, in[0]>>>(y);\n}\n"),
                 std::string("a.cu:3:14: `in` is in GPU memory and cannot be read in run, which is a host function."));
        QCOMPARE(refused(kernel + "void run(int* own, double* y) {\n    if (own[1] > 0) k<<<1, 1>>>(y);\n}\n"
                                  "// scratch: own int[rows]\n"),
                 std::string("a.cu:3:12: `own` is in GPU memory and cannot be read in run, which is a host function."));
        QCOMPARE(
            refused(kernel +
                    "void run(const int* in, double* y) {\n    const int* p = in + 1;\n    k<<<1, p[0]>>>(y);\n}\n"),
            std::string("4:13 GPU memory cannot be used in the host function `run`."));
    }
    void run_reads_nothing_beyond_an_array() {
        Arrays arrays;
        simt::Given given = arrays.given();
        given.arrays[0].host = arrays.in.data();
        simt::Call call(program_of("__global__ void k(double* y) { y[threadIdx.x] = 1; }\n"
                                   "void run(const int* in, double* y) {\n    k<<<1, in[64]>>>(y);\n}\n"),
                        true, given);
        try {
            call.run();
            QFAIL("it was read");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("kernel.fault"));
            QVERIFY(std::string(error.what()).rfind("a.cu:3: ", 0) == 0);
        }
    }
    void prepare_is_given_neither_results_nor_what_changes_from_run_to_run() {
        const std::string says = refused(replaced(doubled, "prepare(int rows,", "prepare(int rows, double* y,"));
        QCOMPARE(says,
                 std::string("a.cu:8:32: Array `y` is not available in prepare because it changes from run to run."));
        using namespace kernels;
        const auto format = make_format("csr", load_matrix("laplace2d:n=5").csr, Precision::float64);
        const std::string run = "void run(double* y) { k<<<1, 32>>>(y); }\n";
        const ScopedKernelSources texts(
            std::map<std::string, std::string>{{"own.cu", "// format: csr\n__global__ void k(double* y) { y[0] = 1; }\n"
                                                          "void prepare(const double* x) {}\n" +
                                                              run}});
        find_kernel_file(Operation::spmv, "own.cu");
        QVERIFY_THROWS_EXCEPTION(Error, bind_text({"own.cu", SpmvInput{format}, 128}, nullptr));
    }
    void a_parameter_of_prepare_that_means_nothing_is_told_as_its() {
        QCOMPARE(refused(replaced(doubled, "prepare(int rows,", "prepare(int rows, int what,")),
                 std::string("a.cu:8:28: Unknown parameter `what` of prepare."));
    }
    void a_scratch_array_has_one_type() {
        const std::string other = replaced(doubled, "void prepare(int rows, const int* in, int* twice) {",
                                           "void prepare(int rows, const int* in, double* twice) { }\nvoid make_it(int "
                                           "rows, const int* in, int* twice) {");
        QCOMPARE(refused(other),
                 std::string("a.cu:8:47: Scratch array `twice` has different types in run and in prepare."));
    }
    void there_is_one_prepare_and_it_gives_nothing_back() {
        QCOMPARE(refused(doubled + "void prepare(int rows) {}\n"),
                 std::string("10:6 Function `prepare` is already declared on line 8."));
        QCOMPARE(refused(replaced(doubled, "void prepare", "int prepare")),
                 std::string("8:5 `prepare` must return void."));
    }
    void a_fault_of_prepare_ends_it_with_the_kernel_and_line() {
        Arrays arrays;
        simt::Call call(program_of(replaced(doubled, "twice[threadIdx.x] = 2", "twice[threadIdx.x + 1] = 2")), true,
                        arrays.given());
        try {
            call.prepare();
            QFAIL("nothing was found");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("In kernel make, line 5") != std::string::npos, error.what());
        }
    }
    void a_product_of_a_text_that_prepares_is_right_on_the_machine() {
        using namespace kernels;
        const ScopedKernelSources texts(
            std::map<std::string, std::string>{{"prepared.cu", R"(// scratch: product T[nonzeros]
template <typename T> __global__ void copy(int nonzeros, const T* value, T* product) {
    for (int k = threadIdx.x; k < nonzeros; k += blockDim.x) product[k] = 2 * value[k];
}
template <typename T>
__global__ void rows_of(int rows, const int* row_pointer, const int* column, const T* product, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += product[k] * x[column[k]];
    y[row] = sum / 2;
}
template <typename T> void prepare(int nonzeros, const T* value, T* product, int block) {
    copy<<<1, block>>>(nonzeros, value, product);
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, T* product, const T* x, T* y, int block) {
    rows_of<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, product, x, y);
}
)"}});
        const CsrMatrix a = load_matrix("laplace2d:n=5").csr;
        for (const Precision p : {Precision::float64, Precision::float32}) {
            const std::string kernel = "prepared.cu";
            find_kernel_file(Operation::spmv, kernel);
            const auto bound = bind_text({kernel, SpmvInput{make_format("csr", a, p)}, 128}, nullptr);
            auto& product = static_cast<BoundSpmv&>(*bound);
            product.set_x(std::vector<double>(25, 1));
            product.poison();
            product.enqueue();
            product.finish();
            for (std::size_t i = 0; i < 25; ++i) {
                double sum = 0;
                for (auto k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k)
                    sum += a.value[static_cast<std::size_t>(k)];
                QCOMPARE(product.y()[i], sum);
            }
        }
    }
};

WARPLOOM_TEST(SimtHostPartTest);

#include "simt_host_part_test.moc"
