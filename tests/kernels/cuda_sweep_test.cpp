#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/random.h"
#include "engine/measure/reference.h"
#include "kernels/machine/machine.h"
#include "kernels/plans/plan.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <vector>

using namespace warploom;
using namespace warploom::kernels;

// Cases of csr-sweep that are not covered by the small matrices of the conformance test: many rounds, rows in several
// slots and pieces, more shares than multiprocessors, and unsupported matrices.

namespace {

std::vector<double> random_x(std::int64_t cols) {
    Random random(17);
    std::vector<double> x;
    for (std::int64_t j = 0; j < cols; ++j) x.push_back(random.symmetric());
    return x;
}

/// Returns rows with `length` entries each, in columns that adjacent rows do not have.
CsrMatrix rows_side_by_side(int rows, int length, int cols) {
    CsrMatrix a;
    a.rows = rows;
    a.cols = cols;
    a.row_pointer.assign(1, 0);
    for (int k = 0; k < rows * length; ++k) {
        a.column.push_back(k % cols);
        a.value.push_back(1 + k % 7);
        if (k % length == length - 1) a.row_pointer.push_back(k + 1);
    }
    return a;
}

} // namespace

class CudaSweepTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Machine> machine_;

    std::unique_ptr<BoundSpmv> bound_to(const CsrMatrix& a, Precision p) {
        return machine_->bind("csr-sweep", make_format("csr", a, p), 128);
    }
    static std::vector<double> product(BoundSpmv& bound, const std::vector<double>& x) {
        bound.set_x(x);
        bound.poison();
        bound.enqueue();
        bound.finish();
        return bound.y();
    }
    static void compare(BoundSpmv& bound, const CsrMatrix& a, Precision p) {
        const std::vector<double> x = random_x(a.cols);
        const auto reference = measure::spmv_reference(a, x, p == Precision::float32);
        const measure::ErrorCheck check = measure::check_spmv(reference, product(bound, x));
        QVERIFY2(check.is_right(), check.complaint.c_str());
    }

private slots:
    void initTestCase() {
        if (!why_no_cuda().empty()) QSKIP(qPrintable("all tests skipped: " + QString::fromStdString(why_no_cuda())));
        machine_ = open_machine("cuda:0");
    }

    void large_matrices_are_multiplied_right_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"power-law:n=100000,mean=40", "power-law:n=300000", "one-long-row:n=2000000",
              "random-rows:n=3000,fraction=0.3", "laplace3d:n=60", "power-law:n=4000000,mean=2,cols=100000",
              "power-law:n=100000,mean=40|length", "power-law:n=300000,mean=12,exponent=2.03,longest=300000",
              "dense:rows=20,cols=100000", "random-rows:n=300,cols=1000000,fraction=0.01"})
            QTest::newRow(name) << QString(name);
    }
    void large_matrices_are_multiplied_right() {
        QFETCH(QString, name);
        const CsrMatrix a = load_matrix(name.toStdString()).csr;
        for (const Precision p : {Precision::float64, Precision::float32}) compare(*bound_to(a, p), a, p);
    }
    void rows_in_the_order_of_their_lengths_are_dealt_out() {
        const CsrMatrix a = load_matrix("power-law:n=300000,mean=20|length").csr;
        QVERIFY(bound_to(a, Precision::float64)->detail.find("interleaved") != std::string::npos);
        const CsrMatrix band = load_matrix("banded:n=300000,lower=4,upper=4").csr;
        QVERIFY(bound_to(band, Precision::float64)->detail.find("interleaved") == std::string::npos);
    }
    void sums_have_the_same_bits_each_time_and_for_each_plan() {
        const CsrMatrix a = generate_matrix("power-law:n=100000,mean=40").csr;
        const std::vector<double> x = random_x(a.cols);
        const auto one = bound_to(a, Precision::float64), other = bound_to(a, Precision::float64);
        const std::vector<double> y = product(*one, x);
        for (BoundSpmv* const bound : {one.get(), other.get()}) {
            const std::vector<double> again = product(*bound, x);
            QVERIFY(std::memcmp(again.data(), y.data(), y.size() * sizeof(double)) == 0);
        }
    }
    void a_result_is_scaled_and_another_vector_added_in_the_same_launch_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"power-law:n=100000,mean=40", "one-long-row:n=2000000", "random-rows:n=3000,fraction=0.3",
              "empty-rows:n=20000", "power-law:n=300000,mean=3,exponent=2.05,longest=200000"})
            QTest::newRow(name) << QString(name);
    }
    void a_result_is_scaled_and_another_vector_added_in_the_same_launch() {
        QFETCH(QString, name);
        const CsrMatrix a = generate_matrix(name.toStdString()).csr;
        const std::vector<double> x = random_x(a.cols);
        for (const Precision p : {Precision::float64, Precision::float32}) {
            const bool is_single = p == Precision::float32;
            const auto bound = bound_to(a, p);
            const std::vector<double> plain = product(*bound, x);
            // z is y of the previous launch: three times the product, minus half of it, plus the current contents times
            // 0.
            QVERIFY(bound->use_update({3, 0, nullptr}));
            const std::vector<double> thrice = product(*bound, x);
            QVERIFY(bound->use_update({-1, 0.5, bound->places().y}));
            bound->enqueue();
            bound->finish();
            const std::vector<double> half = bound->y();
            QVERIFY(bound->use_update({1, 0, bound->places().y}));
            QCOMPARE(product(*bound, x), plain);
            const double unit = is_single ? 1.2e-7 : 2.3e-16;
            for (std::size_t i = 0; i < plain.size(); ++i) {
                const double allowed = 4 * unit * std::abs(plain[i]) + 1e-300;
                QVERIFY2(std::abs(thrice[i] - 3 * plain[i]) <= 3 * allowed &&
                             std::abs(half[i] - 0.5 * plain[i]) <= 3 * allowed,
                         qPrintable(QString("row %1: %2, %3 and %4").arg(i).arg(plain[i]).arg(thrice[i]).arg(half[i])));
            }
        }
    }
    void a_matrix_without_entries_leaves_the_other_vector() {
        CsrMatrix a;
        a.rows = 3000;
        a.cols = 5;
        a.row_pointer.assign(3001, 0);
        const auto bound = bound_to(a, Precision::float64);
        QCOMPARE(product(*bound, random_x(5)), std::vector<double>(3000, 0.0));
        const CsrMatrix full = generate_matrix("random-rows:n=3000,fraction=0.3").csr;
        const auto other = bound_to(full, Precision::float64);
        const std::vector<double> z = product(*other, random_x(full.cols));
        QVERIFY(bound->use_update({7, 2, other->places().y}));
        const std::vector<double> twice = product(*bound, random_x(5));
        for (std::size_t i = 0; i < z.size(); ++i) QCOMPARE(twice[i], 2 * z[i]);
    }
    void products_that_need_more_and_less_shared_memory_take_turns() {
        const CsrMatrix large = generate_matrix("power-law:n=2000000,mean=2").csr;
        const CsrMatrix small = generate_matrix("power-law:n=1000").csr;
        const auto of_large = bound_to(large, Precision::float64), of_small = bound_to(small, Precision::float64);
        compare(*of_large, large, Precision::float64);
        compare(*of_small, small, Precision::float64);
        compare(*of_large, large, Precision::float64);
    }
    void rows_with_columns_side_by_side_are_refused_in_words() {
        const CsrMatrix a = rows_side_by_side(200000, 150, 3'000'000);
        try {
            bound_to(a, Precision::float64);
            QFAIL("It was taken.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("kernel.refused"));
            QVERIFY(QString(error.what()).contains("the same rows"));
        }
    }

    void csr_adaptive_counts_rows_on_the_gpu_as_on_the_host() {
        if (!machine_) return;
        for (const char* const name :
             {"laplace2d:n=300", "one-long-row:n=300000,length=20000", "power-law:n=300000,mean=4",
              "empty-rows:n=50000,every=4,length=40", "power-law:n=100000,mean=40", "dense:rows=700,cols=700"}) {
            const CsrMatrix a = load_matrix(name).csr;
            const auto format = make_format("csr", a, Precision::float64);
            const Plan plan = make_plan("row-lengths", *format);
            const auto bound = machine_->bind("csr-adaptive", format, 128);
            QVERIFY2(bound->detail.find(plan.detail) != std::string::npos,
                     (bound->detail + " | " + plan.detail).c_str());
            compare(*bound, a, Precision::float64);
        }
    }
};

WARPLOOM_TEST(CudaSweepTest);

#include "cuda_sweep_test.moc"
