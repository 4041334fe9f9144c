#include "cg_cases.h"
#include "recorded_steps.h"

#include "engine/error.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"
#include "kernels/cg/methods.h"
#include "kernels/cg/stopping.h"
#include "kernels/machine/registry.h"
#include "kernels/preconditioners/incomplete_cholesky.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

/// Records the names of the launches and counts lane accesses.
class NamingSink final : public simulated::SingleThreadTraceSink {
public:
    void begin_launch(const simulated::LaunchInfo& info, const std::vector<std::int64_t>&) override {
        names.push_back(info.kernel);
    }
    std::vector<std::string> names;
};

template <class F> std::string sentence_of(const F& f) {
    try {
        f();
    } catch (const Error& error) { return error.code() + ": " + error.what() + " " + error.hint(); }
    return "none";
}

} // namespace

class CgStoppingTest : public QObject {
    Q_OBJECT
private slots:
    void a_history_stagnates_when_its_least_value_is_old() {
        std::vector<double> falling, flat(2001, 1e-3);
        for (int i = 0; i < 2000; ++i) falling.push_back(std::pow(0.999, i)); // falls by 10 % in 105 iterations
        QVERIFY(!has_stagnated(falling));
        QVERIFY(!has_stagnated(std::vector<double>(2000, 1e-3)));
        QVERIFY(has_stagnated(flat));
        falling.insert(falling.end(), 1880, falling.back());
        QVERIFY(!has_stagnated(falling));
        falling.insert(falling.end(), 121, falling.back());
        QVERIFY(has_stagnated(falling));
        QVERIFY(!has_stagnated(std::vector<double>{}));
        std::vector<double> slow;
        for (int i = 0; i < 2001; ++i) slow.push_back(1 - 0.00004 * i); // falls, but by less than 10 %
        QVERIFY(has_stagnated(slow));
    }

    void names_are_method_and_product() {
        const CgKernelName name = parse_cg_kernel("cg:csr-vector");
        QVERIFY(name.method == "cg" && name.spmv == "csr-vector" && to_string(name) == "cg:csr-vector");
        QVERIFY(to_string(parse_cg_kernel("cg-persistent")) == "cg-persistent");
        for (const char* wrong :
             {"", "cq:csr-vector", "cg", "cg:", "cg:csr-victor", "cg-persistent:csr-vector", "cg-cusparse:"}) {
            const std::string sentence = sentence_of([&] { parse_cg_kernel(wrong); });
            QVERIFY2(sentence.rfind("kernel.unknown: ", 0) == 0 && sentence.find("cg") != std::string::npos, wrong);
        }
        for (const auto p : {Preconditioner::none, Preconditioner::jacobi, Preconditioner::ic0})
            QVERIFY(preconditioner_from(to_string(p)) == p);
        QVERIFY(!preconditioner_from("ilu"));
    }

    void incomplete_cholesky_without_fill_is_cholesky() {
        // A tridiagonal matrix has no fill-in, so L Lᵀ = A, and one solve gives A⁻¹ r.
        const CsrMatrix a = second_difference(9);
        const IncompleteCholesky l = incomplete_cholesky(a);
        QCOMPARE(l.value.front(), std::sqrt(2.0));
        QCOMPARE(l.rows(), 9);
        const std::vector<double> r = random_vector(9);
        std::vector<double> z(9);
        TriangularSolves<double>(l).solve(r.data(), z.data());
        QVERIFY(residual_of(a, r, z) < 1e-15);
    }

    void incomplete_cholesky_agrees_with_a_on_the_pattern_of_a() {
        const CsrMatrix& a = cg_case("laplace2d").a;
        const IncompleteCholesky l = incomplete_cholesky(a);
        std::vector<std::vector<double>> dense(a.rows, std::vector<double>(a.rows, 0.0));
        for (std::int64_t i = 0; i < a.rows; ++i)
            for (std::int64_t k = l.row_pointer[i]; k < l.row_pointer[i + 1]; ++k) dense[i][l.column[k]] = l.value[k];
        int off_pattern = 0;
        for (std::int64_t i = 0; i < a.rows; ++i)
            for (std::int64_t j = 0; j <= i; ++j) {
                double sum = 0, expected = 0;
                bool in_pattern = false;
                for (std::int64_t k = 0; k <= j; ++k) sum += dense[i][k] * dense[j][k];
                for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k)
                    if (a.column[k] == j) expected = a.value[k], in_pattern = true;
                if (in_pattern) QVERIFY(std::abs(sum - expected) < 1e-14);
                else off_pattern += sum != 0 ? 1 : 0;
            }
        QVERIFY(off_pattern > 0); // otherwise a complete factorization would pass as well
    }

    void a_traced_iteration_is_the_product_and_three_launches() {
        const CsrMatrix& a = cg_case("laplace2d").a;
        const auto format = make_format("csr", a, Precision::float64);
        const auto matrix = std::make_shared<CsrMatrix>(a);
        const CgInput input{matrix, format, Preconditioner::jacobi, Precision::float64, "csr-scalar"};
        for (const SimulatedEntry& entry : simulated_entries_of(Operation::spmv)) {
            if (std::string(entry.info.id) != "csr-scalar") continue;
            NamingSink sink;
            simulated::Tracer tracer({}, sink);
            const auto traced = bind_traced("cg", input, 64, tracer);
            const auto plain = open_machine("simulated:h200")->bind("cg", input, 64);
            const std::vector<double> b = random_vector(a.rows);
            traced->set_right_side(b);
            plain->set_right_side(b);
            sink.names.clear();
            const IterationBatch stretch = traced->iterate(1, 0);
            QCOMPARE(sink.names,
                     (std::vector<std::string>{"csr_scalar", "cg_dot", "cg_residual_scaled", "cg_direction_scaled"}));
            QVERIFY(stretch.residuals == plain->iterate(1, 0).residuals);
            QVERIFY(traced->x() == plain->x());
            int known = 0; // p and A p must be the arrays of the product itself, not copies
            for (const auto& array : tracer.arrays()) known += array.name == "x" || array.name == "y";
            QCOMPARE(known, 2);
            for (const auto& finding : tracer.findings()) QFAIL(finding.sentence.c_str());
            for (const auto& site : tracer.sites()) QVERIFY(is_in_a_text(site));
        }
    }
};

WARPLOOM_TEST(CgStoppingTest);
#include "cg_stopping_test.moc"
