#include "engine/simt/trace/site_table.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::simt::test;
using Found = simulated::Finding::Kind;

// Variables at namespace scope: `__device__` and `__constant__`. The files accepted/global_variables.cu and
// refused/constant_*.cu show the language.

namespace {

std::shared_ptr<Ran> traced(const std::string& before, const std::string& body) {
    RunOptions options;
    options.traced = true;
    return run_text(kernel_text(before, body), options);
}

} // namespace

class SimtVariablesTest : public QObject {
    Q_OBJECT
private slots:
    void a_variable_keeps_its_value_from_one_call_of_run_to_the_next() {
        const std::string text = "__device__ int counter = 5;\n"
                                 "__global__ void count() { atomicAdd(&counter, 1); }\n"
                                 "__global__ void k(double* y) { y[threadIdx.x] = counter; }\n"
                                 "void run(double* y) { count<<<1, 2>>>(); count<<<1, 2>>>(); k<<<1, 1>>>(y); }\n";
        const auto translation = simt::translate("a.cu", text);
        QVERIFY(translation.program != nullptr);
        QCOMPARE(simt::variable_of(*translation.program), std::string("counter"));
        std::vector<double> y(1);
        simt::Given given;
        given.arrays = {{"y", simt::Element::float64, y.data(), 1, true, false}};
        simt::Call call(translation.program, true, given);
        for (int repetition = 0; repetition < 3; ++repetition) {
            call.run();
            QCOMPARE(y[0], 9.0 + 4 * repetition);
        }
    }
    void run_begins_with_the_values_that_prepare_leaves() {
        const auto translation =
            simt::translate("a.cu", "// scratch: seen int[1]\n__device__ int counter = 5;\n"
                                    "__global__ void count(int* seen) { seen[0] = ++counter; }\n"
                                    "__global__ void k(const int* seen, double* y) { y[0] = 10 * seen[0] + counter; }\n"
                                    "void prepare(int* seen) { count<<<1, 1>>>(seen); }\n"
                                    "void run(int* seen, double* y) { k<<<1, 1>>>(seen, y); }\n");
        QVERIFY(translation.program != nullptr);
        std::vector<double> y(1);
        simt::Given given;
        given.arrays = {{"y", simt::Element::float64, y.data(), 1, true, false}};
        simt::Call call(translation.program, true, given);
        call.prepare();
        call.run();
        QCOMPARE(y[0], 66.0);
    }
    void an_index_out_of_bounds_is_found() {
        const auto ran = traced("__constant__ float table[4] = {1, 2};", "y[threadIdx.x] = table[threadIdx.x];");
        QVERIFY(ran->has(Found::out_of_bounds, 3));
        const std::string& said = ran->findings.front().sentence;
        QVERIFY2(said.find("table") != std::string::npos, said.c_str());
    }
    void a_race_on_a_variable_is_found_and_an_atomic_operation_is_none() {
        QVERIFY(traced("__device__ int last;", "last = threadIdx.x;\n__syncthreads();\ny[threadIdx.x] = last;")
                    ->has(Found::global_race, 3));
        QVERIFY(traced("__device__ int last;", "atomicMax(&last, (int)threadIdx.x);\ny[threadIdx.x] = 1;")
                    ->findings.empty());
    }
    void a_write_to_constant_memory_is_found_when_const_is_cast_away() {
        QVERIFY(traced("__constant__ int n = 1;", "*(int*)&n = 3;\ny[threadIdx.x] = n;")->has(Found::input_write, 3));
    }
    void a_read_of_either_kind_is_a_load_from_global_memory() {
        for (const char* kind : {"__device__", "__constant__"}) {
            const auto ran = traced(std::string(kind) + " int n = 3;", "y[threadIdx.x] = n;");
            QVERIFY(ran->findings.empty());
            int loads = 0;
            for (const auto& seen : ran->steps.all()) {
                const simulated::Site& site = ran->tracer->table().sites()[static_cast<std::size_t>(seen.step.site)];
                loads += site.access == simulated::Access::load && site.space == simulated::Space::global ? 1 : 0;
            }
            QCOMPARE(loads, 2); // one of each warp
        }
    }
};

WARPLOOM_TEST(SimtVariablesTest);

#include "simt_variables_test.moc"
