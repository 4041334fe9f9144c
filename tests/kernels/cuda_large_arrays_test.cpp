#include "engine/matrix/csr_matrix.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QTest>

#include <cstddef>
#include <numeric>
#include <vector>

using namespace warploom;
using namespace warploom::kernels;

/// Arrays larger than 64 MiB are transferred in chunks of 16 MiB.
class CudaLargeArraysTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!why_no_cuda().empty()) QSKIP(qPrintable("all tests skipped: " + QString::fromStdString(why_no_cuda())));
    }

    void arrays_of_many_pieces_arrive_whole_and_come_back_whole() {
        constexpr int n = 20000003; // 160 MB: nine chunks and a partial one
        CsrMatrix a;
        a.rows = a.cols = n;
        a.row_pointer.resize(n + std::size_t{1});
        a.column.resize(n);
        a.value.resize(n);
        std::iota(a.row_pointer.begin(), a.row_pointer.end(), 0);
        std::iota(a.column.begin(), a.column.end(), 0);
        std::iota(a.value.begin(), a.value.end(), 1.0);
        const auto bound = open_machine("cuda:0")->bind("csr-scalar", make_format("csr", a, Precision::float64), 128);
        std::vector<double> x(n);
        for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = i % 2 == 0 ? 1 : -3;
        bound->set_x(x);
        bound->poison();
        bound->enqueue();
        bound->finish();
        const std::vector<double> y = bound->y();
        QCOMPARE(y.size(), x.size());
        for (std::size_t i = 0; i < y.size(); ++i)
            QVERIFY2(y[i] == a.value[i] * x[i], qPrintable(QStringLiteral("row %1").arg(i)));
    }
};

WARPLOOM_TEST(CudaLargeArraysTest);

#include "cuda_large_arrays_test.moc"
