#include "app/advice/measured_card.h"
#include "called_engine.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::app;

class MeasuredCardTest : public QObject {
    Q_OBJECT
private slots:
    void a_measured_card_has_its_own_figures_and_says_where_the_others_come_from() {
        kernels::CardMeasurement measured;
        measured.title = "NVIDIA Example 7 GB";
        measured.compute_capability = "9.0";
        measured.figures = {{"multiprocessors", 66, "the driver tells it"},
                            {"l2_latency_ns", 123.456789, "a chain through 2048 KiB"},
                            {"dram_efficiency", 1.7, "a copy"}};
        const simulated::Card like = simulated::find_card("h200");
        const simulated::Card card = measured_card(measured, like, "2026-11-26");
        QCOMPARE(card.id, std::string("measured-nvidia-example-7-gb"));
        QCOMPARE(card.multiprocessors, 66.0);
        QCOMPARE(card.l2_latency_ns, 123.5); // four digits
        QCOMPARE(card.dram_efficiency, 1.0); // at most 1
        QCOMPARE(card.l2_ways, like.l2_ways);
        QCOMPARE(card.source.at("l2_latency_ns"),
                 std::string("measure-card on an NVIDIA Example 7 GB, 2026-11-26: a chain through 2048 KiB"));
        QCOMPARE(card.source.at("l2_ways"), std::string("assumption: same as for the NVIDIA H200"));
        QVERIFY(!card.is_checked());
        const simulated::Card read = simulated::card_from_json(simulated::card_to_json(card), "test");
        QCOMPARE(read.id, card.id);
        QCOMPARE(read.l2_latency_ns, card.l2_latency_ns);
        const Table table = card_comparison(measured, like);
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.number(0, table.column("ratio")), 0.5);
    }

    void only_a_gpu_has_a_card_to_measure() {
        const auto called = test::call_engine({"measure-card", "--machine", "simulated:h200"});
        QVERIFY(called.status != 0);
        QVERIFY2(called.error.contains("is not a single GPU"), qPrintable(called.error));
    }
};

WARPLOOM_TEST(MeasuredCardTest);
#include "measured_card_test.moc"
