#include "engine/simt/program.h"
#include "engine/simt/symbols.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>

using namespace warploom::simt;

// The declarations of a source and the built-in functions, as an editor shows them.

namespace {

using Kind = SourceSymbol::Kind;

const std::string sample = R"(#include "warp_sum.cuh"
constexpr int width = 4;
using Number = double;
struct Pair {
    int low, high[2];
    __device__ int sum() const { return low + high[0]; }
};
template <typename T>
__device__ T twice(const T& value) { return value + value; }
__global__ void scale(int n, const int* __restrict__ column, double* const y) {
    __shared__ double tile[32][width + 1];
    auto first = y[0];
    for (int n = 0; n < 3; ++n) {
        int inner = n;
        tile[0][n] = twice(first) + inner;
    }
    y[0] = tile[0][0] + column[0];
}
void run(int n, const int* column, double* y) { scale<<<1, 32>>>(n, column, y); }
)";

const SourceSymbol* at(const std::vector<SourceSymbol>& symbols, const char* name, int line, int column = 9) {
    return find_symbol(symbols, name, {line, column, 0});
}

QString declaration_text(const SourceSymbol* symbol) {
    return symbol == nullptr ? QString() : QString::fromStdString(declaration_of(*symbol));
}

QString built_in(const char* name) {
    const auto found = find_built_in_function(name);
    if (!found) return {};
    QString text = QString::fromStdString(found->result + " " + name);
    for (const std::string& parameter : found->parameters) text += "|" + QString::fromStdString(parameter);
    return text;
}

} // namespace

class SimtSymbolsTest : public QObject {
    Q_OBJECT
private slots:
    void declarations_are_written_as_in_the_source() {
        const auto all = symbols_of(sample);
        QCOMPARE(declaration_text(at(all, "scale", 1)),
                 "__global__ void scale(int n, const int* column, double* const y)");
        QCOMPARE(declaration_text(at(all, "twice", 1)), "__device__ T twice(const T& value)");
        QCOMPARE(declaration_text(at(all, "tile", 15)), "__shared__ double tile[32][...]");
        QCOMPARE(declaration_text(at(all, "width", 15)), "const int width");
        QCOMPARE(declaration_text(at(all, "Number", 15)), "using Number = double");
        QCOMPARE(declaration_text(at(all, "column", 15)), "const int* column");
        const auto method = std::find_if(all.begin(), all.end(), [](const SourceSymbol& symbol) {
            return symbol.kind == Kind::method && symbol.owner == "Pair";
        });
        QVERIFY(method != all.end());
        QCOMPARE(declaration_text(&*method), "int sum()");
    }

    void the_innermost_declaration_in_scope_is_found() {
        const auto all = symbols_of(sample);
        QCOMPARE(at(all, "n", 15)->place.line, 13);
        QCOMPARE(at(all, "n", 17)->place.line, 10);
        QCOMPARE(at(all, "n", 19, 30)->place.line, 19);
        QCOMPARE(at(all, "inner", 15)->kind, Kind::variable);
        QCOMPARE(at(all, "inner", 17), nullptr);
        QCOMPARE(at(all, "tile", 10), nullptr);
        QCOMPARE(at(all, "low", 15), nullptr); // a field needs an object
        QCOMPARE(at(all, "T", 9)->kind, Kind::type_parameter);
        QCOMPARE(at(all, "T", 15), nullptr);
    }

    void declarations_of_headers_are_marked() {
        const auto all = symbols_of(sample);
        const auto own = std::count_if(all.begin(), all.end(), [](const auto& each) { return each.place.header == 0; });
        QVERIFY(own > 0 && own < static_cast<std::ptrdiff_t>(all.size()));
    }

    void statements_with_errors_do_not_hide_the_others() {
        std::string text = sample;
        text.insert(text.find("    y[0] = tile"), "    int broken = = 3;\n    int later = 1;\n");
        const auto all = symbols_of(text);
        QVERIFY(at(all, "later", 18) != nullptr);
        QVERIFY(at(all, "first", 18) != nullptr);
        QVERIFY(symbols_of("void run() { /* open").empty());
        QVERIFY(symbols_of(std::string(3 << 20, 'x')).empty());
        QVERIFY(symbols_of("").empty());
    }

    void a_compiled_program_knows_the_types_behind_auto() {
        const auto program = translate("mine.cu", sample).program;
        QVERIFY(program != nullptr);
        QCOMPARE(type_of_variable(*program, "first"), std::string("double"));
        QCOMPARE(type_of_variable(*program, "nothing"), std::string());
    }

    void built_in_functions_have_signatures() {
        QCOMPARE(built_in("__shfl_down_sync"),
                 "T __shfl_down_sync|unsigned mask|T value|unsigned delta|int width = 32");
        QCOMPARE(built_in("atomicCAS"), "T atomicCAS|T* address|T compare|T value");
        QCOMPARE(built_in("atomicAdd"), "T atomicAdd|T* address|T value");
        QCOMPARE(built_in("sqrtf"), "float sqrtf|T x");
        QCOMPARE(built_in("__syncthreads"), "void __syncthreads");
        QCOMPARE(built_in("__double2float_rn"), "float __double2float_rn|double value");
        QCOMPARE(built_in("make_double2"), "double2 make_double2|double x|double y");
        QCOMPARE(built_in("printf"), "int printf|const char* format|...");
        QCOMPARE(built_in("sqr"), QString());
        QCOMPARE(built_in("make_nothing"), QString());
        for (const std::string& name : built_in_function_names())
            QVERIFY2(!built_in(name.c_str()).isEmpty(), name.c_str());
        const auto types = built_in_type_names();
        for (const char* const type : {"double", "unsigned", "float4", "dim3", "size_t"})
            QVERIFY2(std::find(types.begin(), types.end(), type) != types.end(), type);
    }
};

WARPLOOM_TEST(SimtSymbolsTest);
#include "simt_symbols_test.moc"
