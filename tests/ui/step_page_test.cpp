// The Step page as teachers use it: selecting, stepping, and exporting images for slides.
#include "engine/error.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_frame.h"
#include "ui/components/warp/player.h"
#include "ui/gallery/scenes.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/step/step_choices.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/step/walkthroughs/tridiagonal_walkthrough.h"
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>

#include <set>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// A page in a separate session, of the same size as in the window.
struct Desk {
    Session session;
    StepPage page{session};
    QStringList problems;

    Desk() {
        session.worker().setCommand(ui_test::fake_worker(QStringLiteral("normal")));
        QObject::connect(&session, &Session::problem, &page,
                         [this](const QString& sentence, const QString& hint) { problems << sentence + hint; });
        page.resize(900, 580);
        page.show();
        page.player()->setStep(0); // after the initial view
    }
    bool exposed() { return QTest::qWaitForWindowExposed(&page); }
    template <class Widget> Widget* find(const char* name) { return page.findChild<Widget*>(QLatin1String(name)); }
    /// Selects an item with the keyboard.
    void pick(const char* name, int index) {
        auto* box = find<QComboBox>(name);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < index; ++i) QTest::keyClick(box, Qt::Key_Down);
    }
    int step() const { return page.player()->step(); }
    int steps() const { return page.player()->steps(); }
    bool open(const char* name) {
        session.openMatrix(QString::fromLatin1(name));
        return wait_until([&] {
            return session.matrix() && !session.isLoading() && session.matrix()->name() == QLatin1String(name);
        });
    }
};

int different_pixels(const QImage& a, const QImage& b) {
    int count = 0;
    for (int y = 0; y < std::min(a.height(), b.height()); ++y)
        for (int x = 0; x < std::min(a.width(), b.width()); ++x) count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

} // namespace

class StepPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_step_can_take_ten_seconds_while_somebody_talks() {
        Player player;
        player.setSteps(5);
        player.setPace(10'000);
        QCOMPARE(player.pace(), 10'000);
        player.setPace(1);
        QVERIFY(player.pace() >= 10); // not in the box, so its first value is used
    }

    void keys_step_and_play_from_the_picture() {
        Desk desk;
        QVERIFY(desk.exposed());
        QCOMPARE(desk.steps(), 5); // cyclic reduction of eight, as in the figure
        desk.page.view()->setFocus();
        QTest::keyClick(desk.page.view(), Qt::Key_Right);
        QTest::keyClick(desk.page.view(), Qt::Key_Right);
        QCOMPARE(desk.step(), 2);
        QTest::keyClick(desk.page.view(), Qt::Key_Left);
        QCOMPARE(desk.step(), 1);
        QTest::keyClick(desk.page.view(), Qt::Key_End);
        QCOMPARE(desk.step(), 4);
        QTest::keyClick(desk.page.view(), Qt::Key_Home);
        QCOMPARE(desk.step(), -1); // the initial view
        QTest::keyClick(desk.page.view(), Qt::Key_Right);
        QCOMPARE(desk.step(), 0);
        QTest::keyClick(desk.page.view(), Qt::Key_Space);
        QVERIFY(desk.page.player()->isPlaying());
        QTest::keyClick(desk.page.view(), Qt::Key_Space);
        QVERIFY(!desk.page.player()->isPlaying());
        QVERIFY(desk.page.sentence().contains(QStringLiteral("e2, e4, e6 and e8")));
    }

    void every_topic_shows_a_picture_words_and_a_kernel_line_at_every_step_data() {
        QTest::addColumn<int>("topic");
        QTest::addColumn<int>("steps");
        QTest::addColumn<bool>("letters");
        for (const bool letters : {false, true}) {
            const char* suffix = letters ? "letters" : "numbers";
            QTest::addRow("thomas, %s", suffix) << 0 << 15 << letters;
            QTest::addRow("cr, %s", suffix) << 1 << 5 << letters;
            QTest::addRow("pcr, %s", suffix) << 2 << 3 << letters;
            QTest::addRow("both, %s", suffix) << 3 << 5 << letters;
            QTest::addRow("ata, %s", suffix) << 5 << 40 << letters;
            QTest::addRow("coo, %s", suffix) << 6 << 37 << letters;
        }
        for (int topic = 4; topic < walkthroughEntries().size(); ++topic)
            if (topic != 5 && topic != 6)
                QTest::addRow("%s", qPrintable(walkthroughEntries()[topic].name))
                    << topic << walkthroughEntries()[topic].make({})->steps() << false;
    }
    void every_topic_shows_a_picture_words_and_a_kernel_line_at_every_step() {
        QFETCH(int, topic);
        QFETCH(int, steps);
        QFETCH(bool, letters);
        Desk desk;
        QVERIFY(desk.exposed());
        desk.pick("stepTopic", topic);
        if (topic < 7 && topic != 4 && topic != 5) desk.pick("stepLook", letters ? 1 : 0);
        QCOMPARE(desk.page.choices().topic().name, walkthroughEntries()[topic].name);
        QCOMPARE(desk.steps(), steps);
        desk.page.player()->setStep(0);
        QImage before;
        std::set<QString> sentences;
        for (int s = 0; s < steps; ++s) {
            QCOMPARE(desk.step(), s);
            const QImage now = desk.page.view()->grab().toImage();
            if (s > 0) QVERIFY2(different_pixels(before, now) > 50, qPrintable(QString::number(s)));
            before = now;
            sentences.insert(desk.page.sentence());
            QVERIFY(!desk.page.sentence().isEmpty());
            QVERIFY(!desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))
                         ->toPlainText()
                         .trimmed()
                         .isEmpty());
            QVERIFY(!desk.page.walkthrough()->lines(s).empty());
            QVERIFY(desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))
                        ->toPlainText()
                        .contains(QStringLiteral("kernels/")));
            desk.page.player()->forward();
        }
        QVERIFY(sentences.size() >= 3);
        QVERIFY(!desk.page.view()->chartTable().rows.empty());
        QVERIFY(desk.problems.isEmpty());
    }

    void the_elementary_step_is_written_with_its_numbers() {
        Desk desk;
        QVERIFY(desk.exposed());
        desk.page.view()->choose(3);
        const QString words = desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))->toPlainText();
        QVERIFY2(words.contains(QStringLiteral("equation e4")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("−1 / 2 = −0.5")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("5 − (−0.5)·(−3) − (−0.5)·(−5) = 1")), qPrintable(words));
        // With symbols, there are no numbers in it.
        desk.pick("stepLook", 1);
        QVERIFY(!desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))
                     ->toPlainText()
                     .contains(QStringLiteral("0.5")));
        QVERIFY(desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))
                    ->toPlainText()
                    .contains(QStringLiteral("a4 / b3")));
    }

    void the_boxes_hold_numbers_whatever_the_system() {
        Desk desk;
        QVERIFY(desk.exposed());
        for (const int n : {8, 16})
            for (const char* topic : {"thomas", "cr", "pcr", "cr-beside-pcr"}) {
                desk.session.presetChoice(QStringLiteral("step/size"), n);
                desk.page.setTopic(topic);
                desk.page.player()->setStep(0);
                const auto picture = [&](int system, bool letters) {
                    desk.session.presetChoice(QStringLiteral("step/letters"), letters);
                    desk.session.presetChoice(QStringLiteral("step/system"), system);
                    return desk.page.view()->grab().toImage();
                };
                // Two systems differ only in their numbers.
                const int numbers = different_pixels(picture(0, false), picture(1, false));
                const int letters = different_pixels(picture(0, true), picture(1, true));
                QVERIFY2(
                    numbers > 60 * n,
                    qPrintable(
                        QStringLiteral("%1 unknowns, topic %2: %3").arg(n).arg(QLatin1String(topic)).arg(numbers)));
                QCOMPARE(letters, 0);
            }
    }

    void a_click_on_an_equation_writes_it_out() {
        Desk desk;
        QVERIFY(desk.exposed());
        desk.page.grab();
        const int chosen_before = desk.page.view()->chosen();
        QCOMPARE(chosen_before, -1);
        int hits = 0;
        for (int y = 0; y < desk.page.view()->height(); y += 6) {
            QTest::mouseClick(desk.page.view(), Qt::LeftButton, {}, QPoint(120, y));
            if (desk.page.view()->chosen() == 7) ++hits;
        }
        QVERIFY(hits > 0);
        desk.page.view()->choose(5);
        QVERIFY(desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))
                    ->toPlainText()
                    .contains(QStringLiteral("equation e6")));
        desk.page.view()->setFocus();
        QTest::keyClick(desk.page.view(), Qt::Key_Down);
        QCOMPARE(desk.page.view()->chosen(), 6);
        QTest::keyClick(desk.page.view(), Qt::Key_Down);
        QVERIFY(desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))
                    ->toPlainText()
                    .contains(QStringLiteral("equation e8")));
    }

    void changing_what_is_shown_keeps_the_step_where_it_means_the_same() {
        Desk desk;
        QVERIFY(desk.exposed());
        desk.page.player()->setStep(2);
        desk.pick("stepLook", 1);
        QCOMPARE(desk.step(), 2);
        desk.find<QSpinBox>("stepSize")->setValue(16);
        QCOMPARE(desk.step(), 2);
        QCOMPARE(desk.steps(), 7);
        desk.page.setTopic("cr-beside-pcr");
        QCOMPARE(desk.step(), 2);
        desk.page.setTopic("ata");
        QCOMPARE(desk.step(), -1); // a topic starts with its initial view
        desk.page.player()->setStep(11);
        desk.page.setTopic("pcr");
        QCOMPARE(desk.step(), -1);
        desk.page.setTopic("ata");
        QCOMPARE(desk.step(), -1);
        desk.session.undoStack().undo();
        QCOMPARE(desk.page.choices().topic().name, QString("pcr"));
    }

    void padding_takes_the_conflicts_out_of_the_banks() {
        Desk desk;
        QVERIFY(desk.exposed());
        desk.find<QSpinBox>("stepSize")->setValue(64);
        const auto passes = [&] { return desk.page.findChild<StepBankView*>()->chartTable().number(0, 4); };
        const double ideal = desk.page.findChild<StepBankView*>()->chartTable().number(0, 5);
        QVERIFY(passes() > ideal);
        auto* tabs = desk.page.findChild<QTabWidget*>();
        tabs->setCurrentIndex(tabs->count() - 1);
        auto* padding = desk.find<QCheckBox>("stepPadding");
        QVERIFY(padding->isVisible());
        QTest::mouseClick(padding, Qt::LeftButton, {}, QPoint(8, padding->height() / 2));
        QVERIFY(padding->isChecked());
        QCOMPARE(passes(), ideal);
    }

    void the_open_matrix_is_taken_or_the_reason_said() {
        Desk desk;
        QVERIFY(desk.exposed());
        auto* button = desk.find<QToolButton>("stepUseMatrix");
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY(desk.open("random-rows:n=32,fraction=0.5,seed=1"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(desk.problems.size(), 2); // not tridiagonal
        QVERIFY(desk.open("tridiagonal:n=100"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(desk.problems.size(), 3);
        QVERIFY2(desk.problems.back().contains(QStringLiteral("100")), qPrintable(desk.problems.back()));
        QVERIFY(desk.open("tridiagonal:n=20"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(desk.problems.size(), 3);
        QCOMPARE(desk.page.walkthrough()->items(), 20);
        QVERIFY(!desk.find<QSpinBox>("stepSize")->isEnabled());
        desk.pick("stepSystem", 0);
        QVERIFY(desk.find<QSpinBox>("stepSize")->isEnabled());
        QCOMPARE(desk.page.walkthrough()->items(), 8);
    }

    void formats_are_built_of_the_open_matrix_where_a_row_is_selected() {
        Desk desk;
        QVERIFY(desk.exposed());
        desk.page.setTopic(QStringLiteral("building-csr"));
        auto* button = desk.find<QToolButton>("stepUseMatrix");
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(desk.problems.size(), 1); // no matrix is open
        QVERIFY(desk.open("tridiagonal:n=100"));
        desk.session.setRowSelection(RowSelection::ofRange(50, 52));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY2(desk.page.walkthrough()->title().contains(QStringLiteral("starting at row 50 and column 49")),
                 qPrintable(desk.page.walkthrough()->title()));
        QCOMPARE(button->text(), QStringLiteral("Use the example"));
        QVERIFY2(desk.page.walkthrough()->sentence(0).contains(QStringLiteral("21 entries")),
                 qPrintable(desk.page.walkthrough()->sentence(0))); // six rows of 3, then 2 and 1: columns end at 56
        desk.page.setTopic(QStringLiteral("building-jad"));
        QVERIFY(desk.page.walkthrough()->title().contains(QStringLiteral("starting at row 50")));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(desk.page.walkthrough()->title(), QStringLiteral("Building JAD"));
        desk.page.setTopic(QStringLiteral("grid"));
        QVERIFY(!button->isVisible());
    }

    void a_system_that_a_method_cannot_solve_says_so_at_the_end() {
        TridiagonalSystem system = walkthrough::second_difference(8);
        system.b[4] = 0;
        using walkthrough::Method;
        const TridiagonalWalkthrough cr({Method::cr}, system, {}), both({Method::cr, Method::pcr}, system, {});
        QVERIFY(!cr.sentence(0).contains(QStringLiteral("pivot")));
        QVERIFY2(cr.sentence(4).contains(QStringLiteral("e5")), qPrintable(cr.sentence(4)));
        QCOMPARE(both.sentence(4).count(QStringLiteral("the pivot of equation e5 is 0")), 2);
        QImage image(600, 400, QImage::Format_RGB32);
        QPainter painter(&image);
        both.paint(painter, QRectF(0, 0, 600, 400), 4, -1, screenStyle()); // NaNs are shown as dashes
    }

    void every_step_becomes_a_numbered_picture() {
        Desk desk;
        QTemporaryDir folder;
        const QString slides = folder.filePath(QStringLiteral("slides"));
        const QStringList files = desk.page.exportStepsTo(slides);
        QCOMPARE(
            QDir(slides).entryList({QStringLiteral("*.png")}, QDir::Files, QDir::Name),
            (QStringList{"step-00.png", "step-01.png", "step-02.png", "step-03.png", "step-04.png", "step-05.png"}));
        QCOMPARE(files.size(), 6);
        const QImage first(files[1]), last(files[5]);
        QVERIFY(first.width() >= 1280 && first.height() >= 720);
        QVERIFY(different_pixels(first, last) > 5000);
        // A folder that cannot be created is reported.
        QVERIFY(desk.page.exportStepsTo(files[0] + QStringLiteral("/below")).isEmpty());
        QCOMPARE(desk.problems.size(), 1);
    }

    void the_picture_is_written_in_every_form() {
        Desk desk;
        QTemporaryDir folder;
        desk.page.setTopic("cr-beside-pcr");
        const QStringList files = exportAll(desk.page.charts(), folder.path());
        for (const char* name : {"step-cr-beside-pcr.png", "step-cr-beside-pcr.svg", "step-cr-beside-pcr.pdf",
                                 "step-cr-beside-pcr.csv", "step-banks.csv"})
            QVERIFY2(files.contains(folder.filePath(QLatin1String(name))), name);
        const QByteArray csv = ui_test::contents(folder.filePath(QStringLiteral("step-cr-beside-pcr.csv")));
        // For both systems: 4 + 2 + 2 + 2 + 4 rows of CR, 3 x 8 of PCR, and a header line.
        QCOMPARE(csv.count('\n'), 14 + 24 + 1);
        QVERIFY(csv.startsWith("step,method,thread"));
    }

    void the_table_twin_is_a_key_away() {
        Desk desk;
        QVERIFY(desk.exposed());
        desk.page.view()->setFocus();
        QTest::keyClick(desk.page.view(), Qt::Key_T);
        QVERIFY(!desk.page.view()->isVisible());
    }

    void at_every_scale_the_page_can_be_read_data() { ui_test::add_scales(); }
    void at_every_scale_the_page_can_be_read() {
        QFETCH(double, scale);
        QFETCH(bool, dark);
        theme().setScale(scale);
        theme().setMode(dark ? Theme::Mode::dark : Theme::Mode::light);
        {
            Session session;
            QScrollArea area; // as in the window, on a projector of 1280 x 720
            area.setWidgetResizable(true);
            auto* page = new StepPage(session);
            area.setWidget(page);
            area.resize(1150, 595);
            area.show();
            QVERIFY(QTest::qWaitForWindowExposed(&area));
            for (const char* topic : {"thomas", "cr", "cr-beside-pcr", "ata", "coo"}) {
                page->setTopic(topic);
                QTest::qWait(30);
                QCOMPARE(area.verticalScrollBar()->maximum(), 0);
                QCOMPARE(area.horizontalScrollBar()->maximum(), 0);
                const QPoint bottom = page->player()->mapTo(&area, page->player()->rect().bottomRight());
                QVERIFY(bottom.y() <= area.height() && bottom.x() <= area.width());
                // No sentence is truncated in any step.
                for (int s = 0; s < page->player()->steps(); ++s) {
                    page->player()->setStep(s);
                    for (const QLabel* label : page->findChildren<QLabel*>()) {
                        if (!label->isVisible() || !label->wordWrap()) continue;
                        const auto fits = [&] { return label->heightForWidth(label->width()) <= label->height(); };
                        QVERIFY2(wait_until(fits, 500), qPrintable(QStringLiteral("%1: %2 of %3")
                                                                       .arg(label->text())
                                                                       .arg(label->height())
                                                                       .arg(label->heightForWidth(label->width()))));
                    }
                }
            }
        }
        theme().setScale(1.0);
        theme().setMode(Theme::Mode::light);
    }

    void the_window_has_the_page_with_its_key() {
        Session session;
        session.worker().setCommand(ui_test::fake_worker(QStringLiteral("normal")));
        MainWindow window(session);
        window.resize(1280, 720);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        int index = 0;
        StepPage* page = nullptr;
        for (; index < window.pages().size() && page == nullptr; ++index)
            page = qobject_cast<StepPage*>(window.pages()[index]);
        QVERIFY(page != nullptr);
        QTest::keyClick(&window, static_cast<Qt::Key>(Qt::Key_0 + index), Qt::ControlModifier);
        QVERIFY(page->isVisible());
        for (const auto& step : sceneOf(*page)) QVERIFY(step());
        QCOMPARE(page->choices().topic().name, QString("cr-beside-pcr"));
        QCOMPARE(page->player()->step(), 1); // "step 2"
        QVERIFY(page->inspectorText().contains(QStringLiteral("17n")));
    }
};

WARPLOOM_WINDOW_TEST(StepPageTest);
#include "step_page_test.moc"
