// All kernels of an operation on two cards, on the page Model.
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/model/card_comparison.h"
#include "ui/pages/model/model_page.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>
#include <map>
#include <set>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// The page with a real worker.
struct CardDesk {
    Session session;
    ModelPage page{session};

    explicit CardDesk(const QString& other) {
        page.resize(1100, 640);
        page.show();
        session.setCard(QStringLiteral("c2050"));
        session.openMatrix(QStringLiteral("random-rows:n=256,fraction=0.05,seed=7"));
        wait_until([this] { return session.matrix() != nullptr; });
        auto* const box = page.findChild<QComboBox*>(QStringLiteral("comparedOther"));
        box->setCurrentIndex(box->findData(other));
        emit box->activated(box->currentIndex());
    }
    bool compares() {
        QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("compareCards")), Qt::LeftButton);
        return wait_until([this] { return !page.cards()->isRunning(); }, 60'000);
    }
    Table table() { return page.cards()->chart()->chartTable(); }
};

} // namespace

class ModelCardsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void every_kernel_has_a_bar_on_each_card() {
        CardDesk desk(QStringLiteral("h200"));
        QVERIFY(!desk.page.charts().contains(desk.page.cards()->chart())); // nothing to export yet
        QVERIFY(desk.compares());
        const Table table = desk.table();
        std::map<std::string, std::set<std::string>> cards;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            cards[table.text(r, table.column("kernel"))].insert(table.text(r, table.column("card")));
            QCOMPARE(table.text(r, table.column("kind")), std::string("modelled"));
            const bool ran = table.text(r, table.column("status")) == "ok";
            QCOMPARE(std::isfinite(table.number(r, table.column("modelled"))), ran);
            QVERIFY(ran || !table.text(r, table.column("reason")).empty());
        }
        QVERIFY2(cards.size() >= 10, qPrintable(QString::number(cards.size())));
        for (const auto& [kernel, its] : cards) QVERIFY2(its.size() == 2, kernel.c_str());
        // The fastest kernel of the first card stands first.
        double before = 0;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const double ns = table.number(r, table.column("modelled"));
            if (table.text(r, table.column("card")) != desk.session.card().title || !std::isfinite(ns)) continue;
            QVERIFY(ns >= before);
            before = ns;
        }
    }

    void bars_are_hatched_numbers_say_about_and_the_legend_names_both_cards() {
        CardDesk desk(QStringLiteral("h200"));
        QVERIFY(desk.compares());
        QCustomPlot& plot = *desk.page.cards()->chart()->plot();
        QStringList legend;
        for (int i = 0; i < plot.plottableCount(); ++i)
            if (const auto* bars = qobject_cast<const QCPBars*>(plot.plottable(i))) {
                legend.append(bars->name());
                QVERIFY(bars->brush().style() != Qt::SolidPattern);
            }
        QCOMPARE(legend.size(), 2);
        for (const QString& name : legend) QVERIFY2(name.endsWith("modelled"), qPrintable(name));
        int numbers = 0;
        for (int i = 0; i < plot.itemCount(); ++i)
            if (const auto* text = qobject_cast<const QCPItemText*>(plot.item(i)))
                numbers += text->text().startsWith(QStringLiteral("≈ ")) ? 1 : 0;
        QVERIFY(numbers >= 20);
    }

    void a_card_that_was_never_compared_says_so_in_the_reading_and_in_the_file() {
        CardDesk desk(QStringLiteral("t4"));
        QVERIFY(desk.compares());
        const QString sentence = QStringLiteral("counts exact, times not checked against this card");
        QString reading;
        for (const QLabel* label : desk.page.cards()->findChildren<QLabel*>())
            if (label->text().contains(QLatin1String("is the fastest"))) reading = label->text();
        QVERIFY2(reading.contains(sentence), qPrintable(reading));
        QVERIFY(reading.contains("median error")); // of the other card
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("cards.csv"));
        writeCsv(*desk.page.cards()->chart(), file);
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QByteArray text = csv.readAll();
        QVERIFY(text.contains("counts exact"));
        QVERIFY(text.startsWith("kernel,card,kind,modelled_ns"));
    }

    void other_choices_clear_the_chart() {
        CardDesk desk(QStringLiteral("h200"));
        QVERIFY(desk.compares());
        QVERIFY(!desk.table().rows.empty());
        desk.session.setChoice(QStringLiteral("precision"), QStringLiteral("float"), QStringLiteral("precision"));
        QVERIFY(desk.table().rows.empty());
    }
};

WARPLOOM_WINDOW_TEST(ModelCardsTest);
#include "model_cards_test.moc"
