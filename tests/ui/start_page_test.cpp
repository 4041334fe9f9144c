// The start page: samples with thumbnails, recent files, the tour, and the defaults of a new installation.
#include "engine/lesson/lesson.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/start/sample_card.h"
#include "ui/pages/start/start_page.h"
#include "ui/session/samples.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/highlight_frame.h"

#include "lesson_desk.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QAbstractButton>
#include <QAction>
#include <QTest>
#include <QToolButton>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

class StartPageTest : public QObject {
    Q_OBJECT

    using Desk = ui_test::Desk;

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_thumbnail_shows_where_the_nonzeros_are() {
        // The arrow matrix has a full first row, a full first column, and the diagonal.
        const QImage image = thumbnailOf(QStringLiteral("arrow:n=8"), 8);
        QCOMPARE(image.size(), QSize(8, 8));
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column)
                QCOMPARE(qGray(image.pixel(column, row)) > 0, row == 0 || column == 0 || row == column);
        QCOMPARE(qGray(image.pixel(0, 0)), 255);
        // The densest cell has full intensity, and one with half of its nonzeros has half of that.
        const QImage coarse = thumbnailOf(QStringLiteral("diagonal:n=8"), 1);
        QCOMPARE(qGray(coarse.pixel(0, 0)), 255);
        QVERIFY(thumbnailOf(QStringLiteral("no-such-file.mtx"), 8).isNull());
        QVERIFY(thumbnailOf(QStringLiteral("laplace2d:n=0"), 8).isNull());
    }

    void every_sample_has_a_title_a_sentence_and_a_picture() {
        Desk desk;
        desk.window.showStartPage();
        QCOMPARE(desk.page(), QString("StartPage"));
        const auto cards = desk.window.findChildren<SampleCard*>();
        QCOMPARE(cards.size(), sampleMatrices().size());
        QVERIFY(wait_until([&] {
            return std::all_of(cards.begin(), cards.end(), [](const SampleCard* card) { return card->hasPicture(); });
        }));
        for (const SampleCard* card : cards) {
            QVERIFY2(!card->accessibleName().isEmpty(), qPrintable(card->sample().name));
            QVERIFY2(!card->accessibleDescription().isEmpty(), qPrintable(card->sample().name));
        }
    }

    void one_click_opens_a_sample_on_the_matrix_page() {
        Desk desk;
        desk.window.showStartPage();
        QTest::mouseClick(desk.find<SampleCard>("sample:arrow:n=2000"), Qt::LeftButton);
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("arrow:n=2000"); }));
        QCOMPARE(desk.page(), QString("MatrixPage"));
        // The previous matrix is listed as recent, and can be opened with the keyboard.
        desk.window.action(QStringLiteral("startPage"))->trigger();
        auto* const recent = desk.find<QToolButton>("recent:arrow:n=20");
        QVERIFY(recent != nullptr);
        QCOMPARE(recent->accessibleName(), QString("Arrow, n = 20"));
        QTest::keyClick(recent, Qt::Key_Space);
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("arrow:n=20"); }));
        QCOMPARE(desk.page(), QString("MatrixPage"));
    }

    void each_command_leads_to_its_page() {
        Desk desk;
        const std::pair<const char*, const char*> commands[] = {{"start:startWriting", "WritePage"},
                                                                {"start:startReproducing", "ReproducePage"}};
        for (const auto& [button, page] : commands) {
            desk.window.showStartPage();
            desk.press(button);
            QCOMPARE(desk.page(), QString::fromLatin1(page));
        }
        desk.window.showStartPage();
        desk.press("start:lessons");
        QVERIFY(desk.find<LessonPanel>("lessonPanel") == nullptr || desk.window.lessonTabs().lessons().isVisible());
        QVERIFY(desk.window.lessonTabs().lessons().isVisible());
    }

    void the_tour_points_at_controls_and_leaves_no_trace() {
        Desk desk;
        desk.session.worker().start();
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        desk.window.showStartPage();
        const QString matrix = desk.session.matrix()->name(), card = QString::fromStdString(desk.session.card().id);
        auto* const frame = desk.find<HighlightFrame>("highlightFrame");
        desk.press("start:tour");
        QVERIFY(desk.window.lessonTabs().lessons().isOpen());
        const auto& steps = desk.window.lessonTabs().lessons().lesson()->steps;
        int pointed = 0;
        for (int step = 0; step < static_cast<int>(steps.size()); ++step) {
            desk.window.lessonTabs().lessons().showStep(step);
            QVERIFY(desk.settled());
            const bool points = !steps[static_cast<std::size_t>(step)].point.empty();
            QVERIFY2(frame->isVisible() == points, steps[static_cast<std::size_t>(step)].title.c_str());
            pointed += points ? 1 : 0;
        }
        QVERIFY(pointed >= 3);
        desk.window.lessonTabs().lessons().leave();
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == matrix; }));
        QVERIFY(frame->isHidden());
        QCOMPARE(QString::fromStdString(desk.session.card().id), card);
        QCOMPARE(desk.page(), QString("StartPage"));
    }

    void without_a_gpu_a_simulated_card_of_today_is_the_device() {
        Desk desk;
        QCOMPARE(QString::fromStdString(desk.session.card().id), QString("rtx4060"));
        desk.session.worker().start();
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        const auto& machines = desk.session.worker().handshake().machines;
        const bool has_gpu = std::any_of(machines.begin(), machines.end(),
                                         [](const auto& machine) { return machine.kind == MachineKind::cuda; });
        if (has_gpu) QCOMPARE(desk.session.machine(), QString("cuda:0"));
        else QCOMPARE(desk.session.machine(), QString("simulated:rtx4060"));
    }
};

WARPLOOM_WINDOW_TEST(StartPageTest);
#include "start_page_test.moc"
