// How long an advice takes for ten million nonzeros, as if no other program ran (docs/advice.md).

#include "app/advice/advise.h"
#include "kernels/registry/simulated_machine.h"
#include "support/runner.h"
#include "ui/before_others.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace warploom;
using namespace warploom::app;

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
        const auto least = [&](const char* card, bool quick) {
            const auto machine = kernels::open_machine(std::string("simulated:") + card);
            AdviceSettings settings;
            settings.quick = quick;
            double ns = std::numeric_limits<double>::infinity();
            for (int i = 0; i < 2; ++i) {
                const wire::Advice advice = advise(inputs, name, advised_machine(*machine), settings);
                if (!advice.take.empty()) ns = std::min(ns, advice.took_ns);
            }
            qInfo("%s%s: %.0f ms", card, quick ? ", quick" : "", ns / 1e6);
            return ns;
        };
        const double whole = least("h200", false);
        double quick = 0;
        for (const char* const card : {"h200", "t4", "c2050"}) quick = std::max(quick, least(card, true));
        if (!priority.is_so()) QSKIP("Nothing may go before other programs here, so the times are only told.");
        QVERIFY2(whole <= 2e9, std::to_string(whole).c_str());
        QVERIFY2(quick <= 0.2e9, std::to_string(quick).c_str());
    }
};

WARPLOOM_TEST(AdviceSpeedTest);
#include "advice_speed_test.moc"
