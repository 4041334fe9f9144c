// The Step page in a lecture: it starts at the beginning, has chapters, keeps elements in place, and lets the teacher
// annotate.
#include "engine/walkthrough/ata_steps.h"
#include "ui/components/warp/player.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/step/walkthroughs/ata_walkthrough.h"
#include "ui/pages/step/walkthroughs/tridiagonal_walkthrough.h"
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <set>

using namespace warploom;
using namespace warploom::ui;

namespace {

/// A page in a separate session, after the initial view of its first topic.
struct Desk {
    Session session;
    StepPage page{session};

    Desk() {
        session.worker().setCommand(ui_test::fake_worker(QStringLiteral("normal")));
        page.resize(900, 580);
        page.show();
        page.player()->setStep(0);
    }
    bool exposed() { return QTest::qWaitForWindowExposed(&page); }
    template <class Widget> Widget* find(const char* name) { return page.findChild<Widget*>(QLatin1String(name)); }
    int step() const { return page.player()->step(); }
};

int different_pixels(const QImage& a, const QImage& b) {
    int count = 0;
    for (int y = 0; y < std::min(a.height(), b.height()); ++y)
        for (int x = 0; x < std::min(a.width(), b.width()); ++x) count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

} // namespace

class StepLectureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_topic_begins_with_the_system_and_the_goal_data() {
        QTest::addColumn<QString>("topic");
        for (const char* name : {"thomas", "cr", "pcr", "cr-beside-pcr", "ata", "coo"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void a_topic_begins_with_the_system_and_the_goal() {
        QFETCH(QString, topic);
        Session session;
        StepPage page(session);
        page.resize(1000, 600);
        page.setTopic(topic);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QCOMPARE(page.player()->step(), -1);
        QVERIFY2(page.sentence().contains("Solve") || page.sentence().contains("Find") ||
                     page.sentence().contains("ompute") || page.sentence().contains("solve"),
                 qPrintable(page.sentence()));
        QVERIFY(page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))->toPlainText().contains("Find"));
        const QImage opening = page.view()->grab().toImage();
        page.player()->forward();
        QCOMPARE(page.player()->step(), 0);
        QVERIFY(different_pixels(opening, page.view()->grab().toImage()) > 3000);
        page.player()->last();
        page.player()->first();
        QCOMPARE(page.player()->step(), -1);
        QCOMPARE(different_pixels(opening, page.view()->grab().toImage()), 0);
    }

    void chapters_begin_where_another_part_of_the_method_begins() {
        Desk desk;
        QVERIFY(desk.exposed());
        auto* box = desk.page.player()->findChild<QComboBox*>("playerChapter");
        // Cyclic reduction of eight: two forward steps, one in the middle, two backward.
        QVERIFY(box->isVisible());
        QCOMPARE(box->count(), 3);
        desk.page.view()->setFocus();
        QTest::keyClick(desk.page.view(), Qt::Key_PageDown);
        QCOMPARE(desk.step(), 2);
        QCOMPARE(box->currentIndex(), 1);
        QTest::keyClick(desk.page.view(), Qt::Key_PageDown);
        QCOMPARE(desk.step(), 3);
        desk.page.player()->forward();
        QTest::keyClick(desk.page.view(), Qt::Key_PageUp);
        QCOMPARE(desk.step(), 3);
        QTest::keyClick(desk.page.view(), Qt::Key_PageUp);
        QCOMPARE(desk.step(), 2);
        for (const WalkthroughEntry& each : walkthroughEntries()) {
            desk.page.setTopic(each.name);
            const QList<WalkthroughChapter> chapters = desk.page.walkthrough()->chapters();
            QCOMPARE(chapters.isEmpty(), !desk.page.walkthrough()->hasOpening());
            if (chapters.isEmpty()) continue;
            QCOMPARE(chapters.first().first, 0);
            for (int i = 1; i < chapters.size(); ++i) QVERIFY(chapters[i].first > chapters[i - 1].first);
            QVERIFY(chapters.last().first < desk.page.walkthrough()->steps());
        }
    }

    void the_columns_stay_where_they_are_at_every_step() {
        const TridiagonalSystem system = walkthrough::second_difference(16);
        const PictureStyle style = screenStyle();
        for (const walkthrough::Method method :
             {walkthrough::Method::thomas, walkthrough::Method::cr, walkthrough::Method::pcr}) {
            const walkthrough::TridiagonalSteps walk = walkthrough::tridiagonal_steps(method, system);
            for (const double width : {420.0, 640.0, 1150.0}) {
                const QRectF panel(0, 0, width, 420);
                const EquationFrame first = equationFrame(panel, walk, 0, style);
                for (int step = 1; step < static_cast<int>(walk.steps.size()); ++step) {
                    const EquationFrame frame = equationFrame(panel, walk, step, style);
                    QCOMPARE(frame.before_left, first.before_left);
                    QCOMPARE(frame.after_left, first.after_left);
                    QCOMPARE(frame.column, first.column);
                    for (const auto& [state, x] : frame.narrow) {
                        QVERIFY(state < step || state > step + 1);
                        QVERIFY(x >= panel.left() && x + frame.narrow_width <= panel.right());
                    }
                }
            }
        }
    }

    void interleaved_systems_of_pcr_are_those_whose_rows_still_meet() {
        const walkthrough::TridiagonalSteps walk =
            walkthrough::tridiagonal_steps(walkthrough::Method::pcr, walkthrough::second_difference(16));
        QCOMPARE(interleavedAfter(walk, 0).count, 2);
        QCOMPARE(interleavedAfter(walk, 1).count, 4);
        QCOMPARE(interleavedAfter(walk, 2).count, 8);
        QCOMPARE(interleavedAfter(walk, 3).count, 0); // each row is separate, so it is solved
        for (int step = 0; step < 3; ++step) {
            const InterleavedSystems systems = interleavedAfter(walk, step);
            for (int i = 0; i < walk.n; ++i) {
                const walkthrough::Equation& row = walk.before(step + 1)[static_cast<std::size_t>(i)];
                for (const int other : {row.left, row.right})
                    if (other >= 0) QCOMPARE(systems.of(other), systems.of(i));
            }
        }
        QCOMPARE(interleavedAfter(
                     walkthrough::tridiagonal_steps(walkthrough::Method::cr, walkthrough::second_difference(16)), 0)
                     .count,
                 0);
    }

    void a_system_of_pcr_has_a_colour_that_says_nothing_else() {
        for (const Colours& colours : {Theme::light(), Theme::darkColours()}) {
            const QColor others[] = {colours.active_lane, colours.strokeColour(1), colours.strokeColour(4),
                                     colours.waiting_lane, colours.used};
            std::set<QString> looks;
            for (int system = 0; system < 8; ++system) {
                QImage image(20, 20, QImage::Format_RGB32);
                image.fill(colours.canvas);
                QPainter painter(&image);
                paintSystemBadge(painter, QRectF(2, 2, 16, 16), system, paperStyle(colours));
                painter.end();
                const QColor edge = image.pixelColor(2, 10), inside = image.pixelColor(4, 4);
                for (const QColor& other : others) {
                    QVERIFY2(edge != other && inside != other, qPrintable(QString::number(system)));
                }
                QString look = edge.name();
                for (int y = 4; y < 16; ++y)
                    for (int x = 4; x < 16; ++x) look += image.pixelColor(x, y).name();
                looks.insert(look);
            }
            QCOMPARE(looks.size(), std::size_t{8});
        }
    }

    void the_counters_say_why_the_formula_counts_otherwise() {
        const QString sentence = QStringLiteral("omits the n divisions of the last step");
        Desk desk;
        QVERIFY(desk.exposed());
        desk.page.setTopic("pcr");
        QVERIFY2(QString(desk.page.inspectorText()).replace('\n', ' ').contains(sentence),
                 qPrintable(desk.page.inspectorText()));
        // Thomas takes n forward steps with 6 operations, and n - 1 backward steps with 2.
        const auto all = [](walkthrough::Method method) {
            const walkthrough::TridiagonalSteps walk =
                walkthrough::tridiagonal_steps(method, walkthrough::second_difference(8));
            return walk.operations_until(static_cast<int>(walk.steps.size()) - 1);
        };
        QCOMPARE(all(walkthrough::Method::thomas), 8 * 8 - 2);
        QCOMPARE(all(walkthrough::Method::pcr), 288 + 8);
    }

    void a_formula_between_powers_of_two_is_no_equation() {
        const auto text = [](int n) {
            const walkthrough::CostFormula cost = walkthrough::cost_formula(walkthrough::Method::cr, n);
            return costText(cost.steps_text, cost.steps, 3);
        };
        QVERIFY2(text(8).endsWith("= 5"), qPrintable(text(8)));
        QVERIFY2(text(7).endsWith("≈ 4.61"), qPrintable(text(7)));
    }

    void a_row_chosen_in_cr_is_the_same_row_in_pcr() {
        Desk desk;
        QVERIFY(desk.exposed());
        desk.page.setTopic("cr-beside-pcr");
        desk.page.player()->setStep(0);
        desk.page.view()->choose(2); // e3 is idle in the first step of CR
        const QString words = desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))->toPlainText();
        QVERIFY2(words.contains("CR, equation e3 is idle"), qPrintable(words));
        QVERIFY2(words.contains("PCR, equation e3"), qPrintable(words));
        desk.page.view()->choose(3);
        const QString both = desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))->toPlainText();
        QVERIFY(both.contains("CR, equation e4 (thread") && both.contains("PCR, equation e4 (thread"));
        // Without a selection, PCR shows the same row as CR.
        desk.page.view()->choose(-1);
        const auto* lesson = dynamic_cast<const TridiagonalWalkthrough*>(desk.page.walkthrough().get());
        for (int step = 0; step < lesson->steps(); ++step) {
            const walkthrough::RowWork* of_cr = TridiagonalWalkthrough::shownWork(lesson->walks()[0], step, -1);
            QCOMPARE(lesson->shownRow(step, -1), of_cr->row);
        }
        // It stays selected when switching from CR to PCR.
        desk.page.setTopic("cr");
        desk.page.view()->choose(5);
        desk.page.setTopic("pcr");
        QCOMPARE(desk.page.view()->chosen(), 5);
        QVERIFY(desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))
                    ->toPlainText()
                    .contains("equation e6"));
    }

    void shared_memory_is_empty_then_filled_then_read() {
        walkthrough::AtaShape shape;
        const AtaWalkthrough lesson(shape);
        const walkthrough::AtaSteps all = walkthrough::ata_steps(shape);
        const auto step_of = [&](walkthrough::AtaAction action) {
            for (std::size_t s = 0; s < all.steps.size(); ++s)
                if (all.steps[s].action == action) return static_cast<int>(s);
            return -1;
        };
        const auto picture = [&](int step) {
            QImage image(900, 420, QImage::Format_RGB32);
            image.fill(Theme::print().canvas);
            QPainter painter(&image);
            lesson.paint(painter, QRectF(0, 0, 900, 420), step, -1, paperStyle(Theme::print()));
            painter.end();
            return image.copy(QRect(294, 0, 190, 320)); // shared memory
        };
        const QColor blue = Theme::print().active_lane;
        const auto blues = [&](const QImage& image) {
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == blue ? 1 : 0;
            return count;
        };
        const QImage empty = picture(step_of(walkthrough::AtaAction::fetch)),
                     filling = picture(step_of(walkthrough::AtaAction::store)),
                     read = picture(step_of(walkthrough::AtaAction::multiply));
        QCOMPARE(blues(empty), 0);
        QVERIFY(blues(filling) > 500);
        QCOMPARE(blues(read), 0);
        QVERIFY(different_pixels(empty, read) > 500); // now it contains a slice
    }

    void pen_and_spot_stay_until_they_are_wiped_away() {
        Desk desk;
        QVERIFY(desk.exposed());
        StepView* view = desk.page.view();
        view->setFocus();
        const QImage before = view->grab().toImage();
        QTest::mouseClick(desk.find<QToolButton>("stepPen"), Qt::LeftButton);
        const int chosen = view->chosen();
        QTest::mousePress(view, Qt::LeftButton, {}, QPoint(100, 100));
        for (int x = 110; x <= 220; x += 10) QTest::mouseMove(view, QPoint(x, 110)); // no button: no effect
        QMouseEvent drag(QEvent::MouseMove, QPointF(220, 140), view->mapToGlobal(QPointF(220, 140)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(view, &drag);
        QTest::mouseRelease(view, Qt::LeftButton, {}, QPoint(220, 140));
        QCOMPARE(view->chosen(), chosen); // drawing does not select anything
        QCOMPARE(view->chalk().strokes().size(), 1);
        QVERIFY(different_pixels(before, view->grab().toImage()) > 100);
        QTest::mouseClick(desk.find<QToolButton>("stepSpot"), Qt::LeftButton);
        QVERIFY(!desk.find<QToolButton>("stepPen")->isChecked());
        QTest::mouseClick(view, Qt::LeftButton, {}, QPoint(200, 150));
        QVERIFY(view->chalk().spot().has_value());
        QTest::mouseMove(view, QPoint(5, 5));
        desk.page.player()->forward();
        desk.page.player()->back();
        QVERIFY(view->chalk().spot().has_value() && view->chalk().strokes().size() == 1);
        QTest::mouseClick(desk.find<QToolButton>("stepWipe"), Qt::LeftButton);
        QVERIFY(view->chalk().isEmpty());
        QCOMPARE(different_pixels(before, view->grab().toImage()), 0);
        desk.find<QToolButton>("stepSpot")->setChecked(true);
        QTest::mouseClick(view, Qt::LeftButton, {}, QPoint(200, 150));
        desk.page.setTopic("ata");
        QVERIFY(view->chalk().isEmpty()); // different view
    }

    void a_whole_algorithm_is_written_on_a_sheet_of_a4_and_one_of_a3_data() {
        QTest::addColumn<QString>("topic");
        for (const char* topic : {"cr", "pcr", "coo", "pcr-sheet"}) QTest::newRow(topic) << QString(topic);
    }
    void a_whole_algorithm_is_written_on_a_sheet_of_a4_and_one_of_a3() {
        QFETCH(QString, topic);
        Session session;
        StepPage page(session);
        page.setTopic(topic);
        page.show();
        QVERIFY(page.findChild<QToolButton*>("stepSheets")->isVisible());
        const QTemporaryDir folder;
        QStringList written;
        connect(&session, &Session::written, this, [&](const QString& sentence) { written << sentence; });
        const QStringList files = page.exportSheetsTo(folder.path());
        QCOMPARE(files.size(), 2);
        QVERIFY2(written.last().startsWith("2 pages were saved to "), qPrintable(written.last()));
        // Points of A4 and A3 across.
        for (const auto& [file, wide, high] : {std::tuple{files[0], 842, 595}, std::tuple{files[1], 1191, 842}}) {
            const QByteArray pdf = ui_test::contents(file);
            QVERIFY(pdf.startsWith("%PDF"));
            const QByteArray box = "/MediaBox [0 0 " + QByteArray::number(wide) + ' ' + QByteArray::number(high);
            QVERIFY2(pdf.contains(box) || pdf.contains(QByteArray("/MediaBox [0 0 ") + QByteArray::number(wide)),
                     pdf.mid(pdf.indexOf("/MediaBox"), 60).constData());
            QCOMPARE(pdf.count("/Type /Page\n"), 1); // one page
        }
        page.setTopic(QStringLiteral("ata"));
        QVERIFY(!page.findChild<QToolButton*>("stepSheets")->isVisible());
        QVERIFY(page.exportSheetsTo(folder.path()).isEmpty());
    }

    void boards_use_the_height_of_the_page() {
        // The lowest painted line of a walkthrough is in the lower part of its area, at 100 % and at 200 %.
        for (const double scale : {1.0, 2.0}) {
            theme().setScale(scale);
            for (const char* topic : {"cr-sheet", "coo-sheet", "building-jad", "ata-naive"}) {
                Session session;
                StepPage page(session);
                page.setTopic(QLatin1String(topic));
                page.resize(1150, 640);
                page.show();
                page.player()->setStep(page.walkthrough()->steps() - 1);
                QApplication::processEvents();
                const QImage picture = page.view()->grab().toImage();
                int lowest = 0;
                for (int y = 0; y < picture.height() - 4; ++y)
                    for (int x = 4; x < picture.width() - 4; x += 2)
                        if (contrast(picture.pixelColor(x, y), theme().colours().canvas) > 1.3) lowest = y;
                QVERIFY2(lowest > picture.height() * 2 / 3, qPrintable(QStringLiteral("%1 at %2: %3 of %4")
                                                                           .arg(QLatin1String(topic))
                                                                           .arg(scale)
                                                                           .arg(lowest)
                                                                           .arg(picture.height())));
            }
        }
        theme().setScale(1.0);
    }
};

WARPLOOM_WINDOW_TEST(StepLectureTest);
#include "step_lecture_test.moc"
