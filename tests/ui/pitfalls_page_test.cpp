// The Pitfalls page: five lessons, each with published values, a measurement, and every way in which it can end.
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/pitfalls/pitfalls_page.h"
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "tests/ui/page_desk.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>
#include <csignal>
#include <set>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

struct Desk : ui_test::PageDesk<PitfallsPage> {
    explicit Desk(const char* behaviour) : PageDesk(behaviour, {1050, 600}) {}
    void choose(int lesson) {
        QListWidget* list = page->list();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(lesson)).center());
        QCOMPARE(list->currentRow(), lesson);
    }
    bool measure() {
        QTest::mouseClick(find<QPushButton>("pitfallMeasure"), Qt::LeftButton);
        return wait_until([this] { return !page->isMeasuring(); });
    }
};

std::size_t rows_of(const Table& table, const char* kind) {
    std::size_t count = 0;
    for (std::size_t r = 0; r < table.rows.size(); ++r) count += table.text(r, table.column("kind")) == kind ? 1 : 0;
    return count;
}

} // namespace

class PitfallsPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void each_lesson_shows_what_was_printed_before_anything_is_measured() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        for (int i = 0; i < 5; ++i) {
            desk.choose(i);
            QVERIFY(!desk.page->lesson().text.isEmpty() && !desk.page->lesson().expect.isEmpty());
            QVERIFY(desk.find<QLabel>("pitfallExpect")->text().contains(desk.page->lesson().expect.toHtmlEscaped()));
            const Table table = desk.page->chart()->chartTable();
            QVERIFY2(rows_of(table, "published") > 0, qPrintable(desk.page->lesson().id));
            QCOMPARE(rows_of(table, "measured") + rows_of(table, "modelled") + rows_of(table, "computed"),
                     std::size_t{0});
        }
    }

    void measuring_puts_this_machine_beside_what_was_printed_data() {
        QTest::addColumn<int>("lesson");
        QTest::addColumn<int>("rows");
        QTest::newRow("clock") << 0 << 8;      // four phases, each timed in two ways
        QTest::newRow("first run") << 1 << 20; // cold and warm
        QTest::newRow("cache") << 3 << 10;     // five sizes, two methods
        QTest::newRow("copies") << 4 << 8;     // four sizes, each with two methods
    }
    void measuring_puts_this_machine_beside_what_was_printed() {
        QFETCH(int, lesson);
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose(lesson);
        QVERIFY(desk.measure());
        const Table table = desk.page->chart()->chartTable();
        QTEST(static_cast<int>(rows_of(table, "measured")), "rows");
        QVERIFY(rows_of(table, "published") > 0);
        for (std::size_t r = 0; r < table.rows.size(); ++r) { // no value is in the column of another kind
            const std::size_t last = table.columns.size() - 1;
            const std::string kind = table.text(r, table.column("kind"));
            if (kind == "mark") continue;
            QCOMPARE(!std::isnan(table.number(r, last)), kind == "published");
            QCOMPARE(!std::isnan(table.number(r, last - 2)), kind == "measured");
        }
        QVERIFY(desk.find<QLabel>("chartReading")->parentWidget() != nullptr);
        QVERIFY(desk.problems.isEmpty());
    }

    void what_was_measured_is_hidden_until_somebody_says_what_it_came_to_data() {
        QTest::addColumn<int>("lesson");
        for (int i = 0; i < static_cast<int>(pitfalls().size()); ++i) QTest::newRow(qPrintable(pitfalls()[i].id)) << i;
    }
    void what_was_measured_is_hidden_until_somebody_says_what_it_came_to() {
        QFETCH(int, lesson);
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose(lesson);
        desk.page->setPredicting(true);
        QVERIFY(!desk.page->isHidden(desk.page->lesson().id)); // nothing has been measured yet
        QVERIFY(desk.measure());
        const auto told = [&] {
            const Table table = desk.page->chart()->chartTable();
            return rows_of(table, "measured") + rows_of(table, "computed");
        };
        QVERIFY(desk.page->isHidden(desk.page->lesson().id));
        QCOMPARE(told(), std::size_t{0});
        QVERIFY(!desk.find<QLabel>("pitfallExpect")->isVisible());
        QVERIFY(!desk.page->inspectorText().contains("Measured on"));
        auto* field = desk.find<QLineEdit>("predictField");
        QVERIFY(field->isVisible());
        field->setText("999999");
        QTest::keyClick(field, Qt::Key_Return);
        const QString verdict = desk.find<QLabel>("predictVerdict")->text();
        QVERIFY2(verdict.startsWith("✕ You answered 999999; the answer is "), qPrintable(verdict));
        QVERIFY(told() > 0);
        QCOMPARE(desk.session.predictions().all().size(), 1);
        // After measuring again, the question is asked again, and the correct number is accepted.
        const QString answer = desk.session.predictions().all().first().answer;
        QVERIFY(desk.measure());
        QVERIFY(desk.page->isHidden(desk.page->lesson().id));
        field->setText(answer);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(desk.session.predictions().all().last().is_right);
        // When predicting is off, nothing is hidden.
        QVERIFY(desk.measure());
        desk.page->setPredicting(false);
        QVERIFY(!desk.page->isHidden(desk.page->lesson().id));
        QVERIFY(told() > 0);
    }

    void a_simulated_machine_is_the_card_that_is_modelled_whatever_card_is_chosen() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QStringList problems;
        connect(&desk.session, &Session::problem, this, [&](const QString& sentence) { problems.append(sentence); });
        QVERIFY(!desk.session.card().id.empty());
        for (const char* machine : {"simulated:h200", "cpu"}) {
            desk.session.setChoice("machine", machine, "machine");
            desk.choose(0);
            QVERIFY(desk.measure());
            QVERIFY2(problems.isEmpty(), qPrintable(problems.join(' ')));
        }
    }

    void the_question_about_the_clock_is_answered_by_the_times_themselves() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose(0);
        QVERIFY(desk.measure());
        const Table table = desk.page->chart()->chartTable();
        double waited = 0, not_waited = 0;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            if (table.text(r, table.column("phase")) != "compute" || table.text(r, table.column("kind")) != "measured")
                continue;
            const bool waits = table.text(r, table.column("series")) == "synchronized";
            (waits ? waited : not_waited) = table.number(r, table.column("time"));
        }
        QVERIFY(waited > 0);
        desk.page->setPredicting(true);
        auto* field = desk.find<QLineEdit>("predictField");
        field->setText(QString::number(std::lround(100 * not_waited / waited)));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(desk.session.predictions().all().last().is_right);
    }

    void the_lying_clock_has_its_printed_figures() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        const Table table = desk.page->chart()->chartTable();
        double wrong = 0, right = 0;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            if (table.text(r, table.column("phase")) != "compute") continue;
            const std::string series = table.text(r, table.column("series"));
            if (series == "cerny2011, no synchronization") wrong = table.number(r, table.column("published"));
            if (series == "cerny2011, synchronized") right = table.number(r, table.column("published"));
        }
        QCOMPARE(wrong, 0.18e6);
        QCOMPARE(right, 1.67e6);
    }

    void published_bars_are_hollow_measured_ones_solid_modelled_ones_hatched() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        const auto brushes = [&] {
            std::set<int> styles;
            QCustomPlot* plot = desk.page->chart()->plot();
            for (int i = 0; i < plot->plottableCount(); ++i)
                if (const auto* bars = qobject_cast<QCPBars*>(plot->plottable(i))) styles.insert(bars->brush().style());
            return styles;
        };
        QCOMPARE(brushes(), (std::set<int>{Qt::NoBrush}));
        QVERIFY(desk.measure());
        QCOMPARE(brushes(), (std::set<int>{Qt::NoBrush, Qt::SolidPattern}));
        desk.session.setChoice("machine", "simulated:h200", "machine");
        QVERIFY(desk.measure());
        QVERIFY(!brushes().count(Qt::SolidPattern));
        QVERIFY(brushes().count(Qt::BDiagPattern) == 1);
    }

    void the_sizes_of_the_caches_are_lines_with_names() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose(3);
        QVERIFY(desk.measure());
        QStringList names;
        QCustomPlot* plot = desk.page->chart()->plot();
        for (int i = 0; i < plot->itemCount(); ++i)
            if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i))) names.append(text->text());
        QCOMPARE(names, (QStringList{"L1 32 KiB", "L2 1 MiB", "cerny2011: 12 MB"}));
    }

    void precision_has_a_second_picture_of_conjugate_gradients() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose(2);
        QVERIFY(desk.measure());
        QCOMPARE(rows_of(desk.page->chart()->chartTable(), "computed"), std::size_t{18});
        auto* view = desk.find<QComboBox>("pitfallView");
        QVERIFY(view->isVisible());
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(desk.page->chart()->chartTable().rows.size(), std::size_t{82});
        QCOMPARE(desk.page->chart()->plot()->graphCount(), 4);
        // When returning, the last selected view is shown.
        desk.choose(0);
        desk.choose(2);
        QCOMPARE(view->currentIndex(), 1);
    }

    void cancel_ends_a_measurement_and_keeps_what_was_there() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        QTest::mouseClick(desk.find<QPushButton>("pitfallMeasure"), Qt::LeftButton);
        QVERIFY(wait_until([&] { return desk.find<QLabel>("pitfallProgress")->text().contains("measuring"); }));
        QVERIFY(!desk.find<QPushButton>("pitfallMeasure")->isEnabled());
        QTest::mouseClick(desk.find<QPushButton>("pitfallCancel"), Qt::LeftButton);
        QVERIFY(wait_until([&] { return !desk.page->isMeasuring(); }, 1500));
        QVERIFY(desk.problems.isEmpty());
        QVERIFY(rows_of(desk.page->chart()->chartTable(), "published") > 0);
        QVERIFY(desk.find<QPushButton>("pitfallMeasure")->isEnabled());
    }

    void a_worker_that_dies_is_said_and_the_next_click_starts_another() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        QTest::mouseClick(desk.find<QPushButton>("pitfallMeasure"), Qt::LeftButton);
        QVERIFY(wait_until([&] { return desk.find<QLabel>("pitfallProgress")->text().contains("measuring"); }));
        const auto process = static_cast<pid_t>(desk.session.worker().processId());
        QVERIFY(process > 0);
        kill(process, SIGKILL);
        QVERIFY(wait_until([&] { return !desk.page->isMeasuring(); }));
        desk.session.worker().setCommand(fake_worker("normal"));
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY(desk.measure());
        QVERIFY(rows_of(desk.page->chart()->chartTable(), "measured") > 0);
    }

    void every_picture_is_exported_under_a_name_of_its_own() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        for (int i = 0; i < 5; ++i) {
            desk.choose(i);
            QVERIFY(desk.measure());
        }
        std::set<QString> names;
        for (Chart* chart : desk.page->charts()) {
            QVERIFY2(!chart->chartTable().rows.empty(), qPrintable(chart->chartName()));
            QVERIFY2(names.insert(chart->chartName()).second, qPrintable(chart->chartName()));
            QVERIFY(!chartImage(*chart).isNull());
        }
        QCOMPARE(names.size(), std::size_t{8});
    }

    void a_projector_at_twice_the_size_cuts_no_title() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        theme().setScale(2.0);
        desk.page->resize(1060, 620);
        for (int i = 0; i < 5; ++i) {
            desk.choose(i);
            auto* text = desk.find<QLabel>("pitfallText");
            QVERIFY2(wait_until([&] { return text->height() + 1 >= text->heightForWidth(text->width()); }),
                     qPrintable(desk.page->lesson().id));
        }
        theme().setScale(1.0);
    }
};

WARPLOOM_WINDOW_TEST(PitfallsPageTest);
#include "pitfalls_page_test.moc"
