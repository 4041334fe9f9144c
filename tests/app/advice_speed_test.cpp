// Speed of advice for ten million nonzeros, corrected for other load on the machine (docs/advice.md).

#include "app/advice/advise.h"
#include "engine/measure/reference.h"
#include "kernels/registry/simulated_machine.h"
#include "support/pace.h"
#include "support/runner.h"
#include "ui/before_others.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

using namespace warploom;
using namespace warploom::app;

namespace {

/// Returns the minimum time of several exact products in nanoseconds, which measures the current speed of this machine.
double product_ns(const CsrMatrix& a) {
    const std::vector<double> x(static_cast<std::size_t>(a.cols), 1.0);
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        measure::spmv_reference(a, x, false);
        least =
            std::min(least, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
    }
    return least;
}

} // namespace

/// The time limits are two seconds for advice and less for quick advice. If an exact product takes more than a sixth of
/// a second, they are 12 products and 1 product instead, because the speed of a slow machine varies from second to
/// second.
class AdviceSpeedTest : public QObject {
    Q_OBJECT

private slots:
    void ten_million_nonzeros_are_advised_on_within_two_seconds_data() {
        QTest::addColumn<QByteArray>("matrix");
        for (const char* const matrix : {"power-law:n=625000", "banded:n=2000000,lower=2,upper=2"})
            QTest::newRow(matrix) << QByteArray(matrix);
    }
    void ten_million_nonzeros_are_advised_on_within_two_seconds() {
        QFETCH(QByteArray, matrix);
        const std::string name = matrix.toStdString();
        Inputs inputs;
        const std::int64_t nonzeros = inputs.matrix(name, Progress())->csr.nonzeros();
        QVERIFY2(nonzeros > 9'900'000, std::to_string(nonzeros).c_str());
        const test::BeforeOthers priority;
        test::Pace pace;
        const auto least = [&](const char* card, bool quick) {
            const auto machine = kernels::open_machine(std::string("simulated:") + card);
            AdviceSettings settings;
            settings.quick = quick;
            double ns = std::numeric_limits<double>::infinity();
            for (int i = 0; i < 2; ++i) {
                const protocol::Advice advice = advise(inputs, name, advised_machine(*machine), settings);
                if (!advice.take.empty()) ns = std::min(ns, advice.took_ns);
            }
            qInfo("%s%s: %.0f ms", card, quick ? ", quick" : "", ns / 1e6);
            return ns;
        };
        const double whole = least("h200", false);
        double quick = 0;
        for (const char* const card : {"h200", "t4", "c2050"}) quick = std::max(quick, least(card, true));
        const double product = product_ns(inputs.matrix(name, Progress())->csr);
        const double slowness = pace.slowest();
        qInfo("an exact product: %.0f ms, the machine %.2f times as slow as an idle one", product / 1e6, slowness);
        if (!priority.is_so()) QSKIP("Nothing may go before other programs here, so the times are only told.");
        QVERIFY2(whole <= std::max(2e9 * slowness, 12 * product), std::to_string(whole).c_str());
        QVERIFY2(quick <= std::max(0.2e9 * slowness, product), std::to_string(quick).c_str());
    }
};

WARPLOOM_TEST(AdviceSpeedTest);
#include "advice_speed_test.moc"
