// All kernels of an operation on two GPU models, on the Model page.
#include "engine/simulated/card_limits.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/components/warp/warp_analysis.h"
#include "ui/pages/model/card_comparison.h"
#include "ui/pages/model/model_page.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/session/roomier_card.h"

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
        // Sorted by time on the first GPU.
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
        for (const QString& name : legend) QVERIFY2(name.endsWith("modeled"), qPrintable(name));
        int numbers = 0;
        for (int i = 0; i < plot.itemCount(); ++i)
            if (const auto* text = qobject_cast<const QCPItemText*>(plot.item(i)))
                numbers += text->text().startsWith(QStringLiteral("≈ ")) ? 1 : 0;
        QVERIFY(numbers >= 20);
    }

    void a_card_that_was_never_compared_says_so_in_the_reading_and_in_the_file() {
        CardDesk desk(QStringLiteral("t4"));
        QVERIFY(desk.compares());
        const QString sentence = QStringLiteral("exact counts, but times have not been validated on this card");
        QString reading;
        for (const QLabel* label : desk.page.cards()->findChildren<QLabel*>())
            if (label->text().contains(QLatin1String("is the fastest"))) reading = label->text();
        QVERIFY2(reading.contains(sentence), qPrintable(reading));
        QVERIFY(reading.contains("median model error")); // the other GPU model's
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("cards.csv"));
        writeCsv(*desk.page.cards()->chart(), file);
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QByteArray text = csv.readAll();
        QVERIFY(text.contains("exact counts"));
        QVERIFY(text.startsWith("kernel,card,kind,modelled_ns"));
    }

    void what_asks_for_too_much_shared_memory_is_modelled_on_a_card_that_has_it() {
        const simulated::Card small = simulated::find_card("gtx295");
        const auto refused = simulated::why_not_shared(simulated::limits_of(small), "cr_shared", 0, 40960);
        QVERIFY(refused.has_value());
        const std::vector<simulated::Card> cards = simulated::cards();
        const simulated::Card* const roomier = cardWithMoreSharedMemory(cards, refused->shared_bytes);
        QVERIFY(roomier != nullptr && roomier->block_shared_bytes >= 40960);
        QVERIFY(cardWithMoreSharedMemory(cards, 0) == nullptr);
        QVERIFY(cardWithMoreSharedMemory({small}, refused->shared_bytes) == nullptr);

        // On both pages, the button applies the suggested matrix, and the kernel is then modeled.
        Session session;
        session.setCard(QStringLiteral("gtx295"));
        chooseTraced(session, QStringLiteral("tridiagonal"), QStringLiteral("cr-shared"));
        session.openMatrix(QStringLiteral("tridiagonal:n=1000,kind=0"));
        QVERIFY(wait_until([&] { return session.matrix() != nullptr; }));
        ModelPage model(session);
        WarpPage warp(session);
        for (Page* const page : {static_cast<Page*>(&model), static_cast<Page*>(&warp)}) {
            session.setCard(QStringLiteral("gtx295"));
            page->resize(1100, 640);
            page->show();
            const auto button = [&]() -> QPushButton* {
                for (QPushButton* each : page->findChildren<QPushButton*>())
                    if (each->isVisible() && each->text().startsWith(QLatin1String("Use the "))) return each;
                return nullptr;
            };
            QVERIFY2(wait_until([&] { return button() != nullptr; }, 60'000), qPrintable(page->title()));
            button()->click();
            QCOMPARE(session.card().id, roomier->id);
            QVERIFY2(wait_until([&] { return button() == nullptr && page->isSettled(); }, 60'000),
                     qPrintable(page->title()));
            page->hide();
        }
        QVERIFY(wait_until([&] { return warp.analysis() != nullptr; }));
    }

    void the_page_has_come_to_rest_when_its_numbers_belong_to_its_choices() {
        Session session;
        ModelPage page(session);
        page.resize(1100, 640);
        page.show();
        QVERIFY(page.isSettled()); // shows a prompt
        session.openMatrix(QStringLiteral("laplace2d:n=8"));
        QVERIFY(!page.isSettled());
        QVERIFY(wait_until([&] { return page.isSettled(); }, 60'000));
        QVERIFY(page.headline().contains(QLatin1String("modeled")));
        chooseTraced(session, QStringLiteral("tridiagonal"), QStringLiteral("cr"));
        QVERIFY(page.isSettled()); // the matrix is rejected
        // Neither the error nor the previous count applies to another matrix.
        session.openMatrix(QStringLiteral("tridiagonal:n=300,kind=0"));
        QVERIFY(!page.isSettled());
        QVERIFY(wait_until([&] { return page.isSettled(); }, 60'000));
        QVERIFY2(page.headline().startsWith(QLatin1String("cr on ")), qPrintable(page.headline()));
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
