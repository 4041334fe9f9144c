#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/simt/program.h"
#include "kernels/operations/spmv.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace warploom::simt;

// Input of a real GPU for a source: launches with their arguments, and code for its compiler.

namespace {

constexpr const char* text = R"(#include <cstdio>
#define TWICE(n) (2 * (n))
struct Range { char kind; long long first; short last; };
// scratch: sums T[rows + 1]
template <int N, typename T>
__global__ void add(Range range, const T* x, T* sums, bool is_last) {
    extern __shared__ T tile[];
    if (threadIdx.x < N) sums[threadIdx.x] = x[threadIdx.x];
}
__global__ void plain(int* nothing) {}
template <typename T>
void run(int rows, const T* x, T* sums, int block) { // a comment
#define FOUR 4
    Range range;
    range.kind = 'a';
    range.first = TWICE(rows);
    range.last = -5;
    cudaMemset(sums + 1, 0, rows * sizeof(T));
    for (int i = 0; i < 2; ++i) add<FOUR><<<dim3(rows, 2), block, 64>>>(range, x + 3, sums + i, i == 1);
    plain<<<1, 32>>>(nullptr);
} __device__ int behind() { return FOUR; }
)";

struct Told final : Launcher {
    void* scratch(std::int64_t bytes, const std::string& name) override {
        asked.emplace_back(name, bytes);
        return reinterpret_cast<void*>(0x20000);
    }
    void execute(HostStep step) override { steps.push_back(std::move(step)); }
    const Launch& launch(std::size_t i) const { return std::get<Launch>(steps[i]); }
    template <class T> T argument(std::size_t step, std::size_t which, std::size_t offset = 0) const {
        T value;
        std::memcpy(&value, launch(step).arguments.data() + launch(step).offsets[which] + offset, sizeof value);
        return value;
    }

    std::vector<HostStep> steps;
    std::vector<std::pair<std::string, std::int64_t>> asked;
};

/// A GPU whose arrays are in host memory, and which ignores launches.
class IdleGpu final : public warploom::kernels::TextGpu {
public:
    explicit IdleGpu(std::vector<std::vector<char>>& arrays) : arrays_(arrays) {}
    void* make_array(std::int64_t bytes, const std::string&) override {
        return arrays_.emplace_back(static_cast<std::size_t>(bytes)).data();
    }
    void upload(void* to, const void* from, std::int64_t bytes) override {
        if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    }
    void download(void*, const void*, std::int64_t) const override {}
    void compile(const warploom::kernels::DeviceText&) override {}
    void start(const HostStep&) override {}
    void finish() override {}

private:
    std::vector<std::vector<char>>& arrays_;
};

} // namespace

class SimtLauncherTest : public QObject {
    Q_OBJECT
private slots:
    void a_kernel_is_launched_by_its_name_with_structs_that_cpp_made() {
        constexpr const char* kernels = R"(struct Part { long long n; double *to, *none; const double* from; };
__global__ void shift(Part part, double by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < part.n && part.none == nullptr) part.to[i] = part.from[i] + by;
})";
        QVERIFY(translate("test.cu", kernels).program == nullptr); // there is no `run`
        const Translation translation = translate("test.cu", kernels, EntryPoint::kernels);
        QVERIFY2(translation.program, translation.refusals.empty() ? "" : translation.refusals[0].sentence.c_str());
        std::vector<double> x{1, 2, 3, 4}, y(5, 0.0);
        Given given;
        given.arrays = {{"x", Element::float64, x.data(), 4, false}, {"y", Element::float64, y.data(), 5, true}};
        Call call(translation.program, true, given);
        struct Part {
            long long n;
            double *to, *none;
            const double* from;
        };
        const auto launch = [&](const char* kernel, const Part& part, double by) {
            Launch asked;
            asked.kernel = kernel;
            asked.grid[0] = 2;
            asked.block[0] = 2;
            asked.offsets = {0, sizeof part};
            asked.arguments.resize(sizeof part + sizeof by);
            std::memcpy(asked.arguments.data(), &part, sizeof part);
            std::memcpy(asked.arguments.data() + sizeof part, &by, sizeof by);
            call.launch(asked);
        };
        const auto code_of = [&](const char* kernel, const Part& part) -> std::string {
            try {
                launch(kernel, part, 0);
            } catch (const warploom::Error& error) { return error.code(); }
            return {};
        };
        launch("shift", {3, y.data() + 1, nullptr, x.data() + 1}, 0.5);
        QCOMPARE(y, (std::vector<double>{0, 2.5, 3.5, 4.5, 0}));
        launch("shift", {4, y.data(), y.data(), x.data()}, 0.5); // scalars and addresses may differ between launches
        QCOMPARE(y, (std::vector<double>{0, 2.5, 3.5, 4.5, 0}));
        QCOMPARE(code_of("shift", {4, y.data() + 5, nullptr, x.data()}),
                 std::string("kernel.fault")); // one past the end of the array
        double elsewhere = 0;
        QCOMPARE(code_of("shift", {1, &elsewhere, nullptr, x.data()}), std::string("kernel.parameter"));
        QCOMPARE(code_of("shaft", {1, y.data(), nullptr, x.data()}), std::string("kernel.parameter"));
    }
    void a_launcher_is_told_what_run_does_with_arguments_as_c_lays_them_out() {
        const Translation translation = translate("test.cu", text);
        QVERIFY2(translation.program, translation.refusals.empty() ? "" : translation.refusals[0].sentence.c_str());
        Given given; // addresses in device memory, which must not be accessed
        given.arrays = {{"x", Element::float64, reinterpret_cast<void*>(0x10000), 100, false, true}};
        given.numbers = {{"rows", 9}, {"block", 96}};
        Told told;
        Call(translation.program, true, given, {}, &told).run();
        QCOMPARE(told.asked, (std::vector<std::pair<std::string, std::int64_t>>{{"sums", 80}}));
        QCOMPARE(told.steps.size(), std::size_t{4}); // launches with an empty grid are skipped
        const auto& fill = std::get<Fill>(told.steps[0]);
        QCOMPARE(fill.to, reinterpret_cast<void*>(0x20008));
        QCOMPARE(fill.bytes, std::int64_t{72});
        QCOMPARE(told.launch(1).kernel, std::string("add<4, double>"));
        QCOMPARE(told.launch(1).grid, (std::array<unsigned, 3>{9, 2, 1}));
        QCOMPARE(told.launch(1).block, (std::array<unsigned, 3>{96, 1, 1}));
        QCOMPARE(told.launch(1).shared_bytes, std::int64_t{64});
        struct Range {
            char kind;
            long long first;
            short last;
        };
        QCOMPARE(told.launch(1).offsets,
                 (std::vector<std::size_t>{0, sizeof(Range), sizeof(Range) + 8, sizeof(Range) + 16}));
        const auto range = told.argument<Range>(1, 0);
        QCOMPARE(range.kind, 'a');
        QCOMPARE(range.first, 18);
        QCOMPARE(range.last, short{-5});
        QCOMPARE(told.argument<std::uint64_t>(1, 1), std::uint64_t{0x10018});
        QCOMPARE(told.argument<std::uint64_t>(2, 2), std::uint64_t{0x20008});
        QCOMPARE(told.argument<bool>(1, 3), false);
        QCOMPARE(told.argument<bool>(2, 3), true);
        QCOMPARE(told.launch(3).kernel, std::string("plain"));
        QCOMPARE(told.argument<std::uint64_t>(3, 0), std::uint64_t{0});
    }

    // The output of a kernel on a real GPU is not checked.
    void each_text_on_a_gpu_has_its_own_copy_of_the_matrix() {
        using namespace warploom;
        using namespace warploom::kernels;
        const ScopedKernelSources texts(std::map<std::string, std::string>{
            {"own.cu", "// format: csr\n__global__ void k(double* y) { y[0] = 1; }\n"
                       "void run(const int* column, const double* value, double* y) { "
                       "k<<<1, 32>>>(y); }"}});
        find_kernel_file(Operation::spmv, "own.cu");
        const auto format = make_format("csr", load_matrix("laplace2d:n=5").csr, Precision::float64);
        std::vector<std::vector<char>> arrays;
        const auto bound = bind_text_on({"own.cu", SpmvInput{format}, 128}, std::make_unique<IdleGpu>(arrays));
        for (const FormatArray& array : format->arrays()) {
            const auto is_copy = [&](const std::vector<char>& copy) {
                return static_cast<std::int64_t>(copy.size()) == array.bytes() && copy.data() != array.data &&
                       std::memcmp(copy.data(), array.data, copy.size()) == 0;
            };
            QVERIFY2(std::any_of(arrays.begin(), arrays.end(), is_copy), array.name.c_str());
        }
    }
    void the_text_for_a_gpu_keeps_its_lines_and_leaves_out_the_host() {
        const Translation translation = translate("test.cu", text);
        const std::string device = device_text(*translation.program);
        const auto line_of = [](const std::string& of, const char* word) {
            const std::size_t at = of.find(word);
            return at == std::string::npos
                       ? -1
                       : static_cast<int>(std::count(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        };
        for (const char* const word : {"void run", "<<<", "cudaMemset", "#include"})
            QCOMPARE(line_of(device, word), -1);
        for (const char* const word : {"struct Range", "extern __shared__", "#define FOUR", "__device__ int behind"})
            QCOMPARE(line_of(device, word), line_of(text, word));
    }
};

WARPLOOM_TEST(SimtLauncherTest);
#include "simt_launcher_test.moc"
