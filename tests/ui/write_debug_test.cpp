// Debugs a kernel on the Write page with the real worker, and finds the cause of a wrong result.
#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/debug_panel.h"
#include "ui/pages/write/editor_debugging.h"
#include "ui/pages/write/kernel_debugger.h"
#include "ui/pages/write/lane_values.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/why_view.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"

#include <QAction>
#include <QDir>
#include <QHeaderView>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QTreeWidget>

#include <csignal>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

const QString two_launches = QStringLiteral(R"(// format: csr
__global__ void copy_of(int rows, const double* x, double* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = x[row];
}
__global__ void twice(int rows, double* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] *= 2;
}
void run(int rows, const double* x, double* y) {
    copy_of<<<(rows + 63) / 64, 64>>>(rows, x, y);
    twice<<<(rows + 63) / 64, 64>>>(rows, y);
}
)");

/// The Write page in a session with a real worker.
struct DebugDesk {
    Session session;
    WritePage page{session};

    explicit DebugDesk(const QString& text, const QString& matrix = "laplace2d:n=8") {
        session.worker().start();
        session.setCard(QStringLiteral("h200"));
        session.openMatrix(matrix);
        page.resize(1150, 640);
        page.show();
        page.beginFrom(text);
    }
    bool settled() {
        return wait_until([this] { return session.matrix() && page.isSettled() && page.verdict()->check(); });
    }
    bool stopped() {
        return wait_until([this] { return page.isSettled() && page.debugging().debugger()->state() != nullptr; });
    }
    bool opened() {
        if (!settled()) return false;
        find<QPushButton>("writeDebug")->click();
        return stopped();
    }
    DebugPanel& panel() { return *page.debugging().panel(); }
    int line() { return page.editor()->currentLine(); }
    std::int64_t position() { return page.debugging().debugger()->state()->position; }
    bool press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(page.editor(), static_cast<Qt::Key>(key), modifiers);
        return stopped();
    }
    QString cell(const QString& name, int lane) {
        const LaneValuesModel& model = panel().values()->values();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 0).data().toString() == name)
                return model.index(row, LaneValuesModel::first_lane_column + lane).data().toString();
        return QStringLiteral("no ") + name;
    }
    int lineOf(const char* words) {
        const QStringList lines = page.editor()->text().split('\n');
        for (int i = 0; i < lines.size(); ++i)
            if (lines[i].contains(QLatin1String(words))) return i + 1;
        return 0;
    }
    template <class W> W* find(const char* name) { return page.findChild<W*>(QLatin1String(name)); }
};

} // namespace

class WriteDebugTest : public QObject {
    Q_OBJECT
    QTemporaryDir home_;

private slots:
    void initTestCase() { ui_test::isolate_settings(); }
    void init() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toUtf8());
        QDir(KernelSources::folder()).removeRecursively();
    }

    void keys_move_line_by_line_and_back_and_the_table_shows_all_lanes() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QVERIFY(!desk.panel().isVisible());
        QVERIFY(desk.opened());
        QVERIFY(desk.panel().isVisible());
        QVERIFY2(desk.panel().position().startsWith("Position 0 of "), qPrintable(desk.panel().position()));
        const int first = desk.line();
        QVERIFY(first > 0);
        QList<std::int64_t> positions{desk.position()};
        for (int n = 0; n < 4; ++n) {
            QVERIFY(desk.press(Qt::Key_F10));
            positions << desk.position();
        }
        QVERIFY(positions.back() > positions.front());
        QCOMPARE(desk.cell("row", 0), QStringLiteral("0"));
        QCOMPARE(desk.cell("row", 31), QStringLiteral("31"));
        for (int n = 0; n < 4; ++n) {
            positions.removeLast();
            QVERIFY(desk.press(Qt::Key_F10, Qt::AltModifier));
            QCOMPARE(desk.position(), positions.back());
        }
        QCOMPARE(desk.line(), first);
    }

    void a_breakpoint_stops_in_both_directions_and_a_condition_chooses_the_hit() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QVERIFY(desk.settled());
        const int line = desk.lineOf("y[row] = sum");
        QVERIFY(line > 0);
        desk.page.editor()->setCursorPosition(line - 1, 0);
        QVERIFY(desk.opened());
        QTest::keyClick(desk.page.editor(), Qt::Key_F9);
        QCOMPARE(static_cast<int>(desk.page.editor()->breakpoints().size()), 1);
        QVERIFY(desk.press(Qt::Key_F5));
        QCOMPARE(desk.line(), line);
        QVERIFY2(desk.panel().reason().contains("breakpoint"), qPrintable(desk.panel().reason()));
        const std::int64_t hit = desk.position();
        QVERIFY(desk.press(Qt::Key_F5));
        QVERIFY(desk.position() > hit);
        QVERIFY(desk.press(Qt::Key_F5, Qt::AltModifier));
        QCOMPARE(desk.position(), hit);
        desk.page.editor()->setCondition(line, "row == 40");
        QVERIFY(desk.press(Qt::Key_F5));
        QCOMPARE(desk.page.debugging().debugger()->state()->warp, 1);
        // A condition that does not compile is refused, and the position does not change.
        const std::int64_t before = desk.position();
        desk.page.editor()->setCondition(line, "rows ==");
        QVERIFY(desk.press(Qt::Key_F5, Qt::AltModifier));
        QCOMPARE(desk.position(), before);
        QVERIFY(desk.panel().message().isEmpty());
    }

    void a_watch_has_values_in_all_lanes_and_a_wrong_one_its_problem() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QVERIFY(desk.opened());
        for (int n = 0; n < 5; ++n) QVERIFY(desk.press(Qt::Key_F10));
        auto* const watch = desk.find<QLineEdit>("debugWatch");
        for (const char* const words : {"row * 2", "nothing + 1"}) {
            watch->setFocus();
            QTest::keyClicks(watch, words);
            QTest::keyClick(watch, Qt::Key_Return);
            QVERIFY(desk.stopped());
        }
        QCOMPARE(desk.cell("row * 2", 7), QStringLiteral("14"));
        const LaneValuesModel& model = desk.panel().values()->values();
        int wrong = 0;
        while (model.index(wrong, 0).data().toString() != QLatin1String("nothing + 1")) ++wrong;
        const QString problem = model.index(wrong, LaneValuesModel::type_column).data().toString();
        QVERIFY2(problem.contains("nothing"), qPrintable(problem));
        desk.panel().values()->setCurrentIndex(model.index(wrong, 0));
        QTest::keyClick(desk.panel().values(), Qt::Key_Delete);
        QVERIFY(desk.stopped());
        QCOMPARE(desk.panel().watches(), QStringList{"row * 2"});
        // Clicking a lane's header pins the lane in front.
        QHeaderView* const head = desk.panel().values()->horizontalHeader();
        const int section = LaneValuesModel::first_lane_column + 2;
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                          {head->sectionViewportPosition(section) + 5, head->height() / 2});
        QCOMPARE(model.lane(), 2);
        QCOMPARE(model.headerData(LaneValuesModel::pinned_column, Qt::Horizontal).toString(), QStringLiteral("Lane 2"));
    }

    void an_edit_closes_the_recording_and_restart_records_the_new_source() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QVERIFY(desk.opened());
        desk.page.editor()->setFocus();
        desk.page.editor()->setCursorPosition(0, 0);
        QTest::keyClicks(desk.page.editor(), "// mine ");
        QVERIFY(!desk.page.debugging().debugger()->isOpen());
        QCOMPARE(desk.line(), 0);
        QCOMPARE(desk.panel().values()->values().rowCount(), 0);
        QVERIFY2(desk.panel().message().contains("edited"), qPrintable(desk.panel().message()));
        QVERIFY(desk.settled());
        QTest::mouseClick(desk.find<QPushButton>("debugAgain"), Qt::LeftButton);
        QVERIFY(desk.stopped());
        QVERIFY(desk.line() > 0);
        QVERIFY(desk.panel().message().isEmpty());
    }

    void a_source_that_does_not_compile_a_missing_block_and_a_killed_worker_are_sentences() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QVERIFY(desk.settled());
        DebugTarget target;
        target.kernel = desk.page.current();
        target.matrix = "laplace2d:n=8";
        target.block = 99;
        desk.panel().show();
        desk.page.debugging().debugger()->open(target);
        QVERIFY(wait_until([&] { return !desk.page.debugging().debugger()->isBusy(); }));
        QVERIFY2(desk.panel().message().contains("no block 99"), qPrintable(desk.panel().message()));

        QVERIFY(desk.opened());
        desk.page.editor()->toggleBreakpoint(desk.line());
        ::kill(static_cast<pid_t>(desk.page.debugging().debugger()->workerId()), SIGKILL);
        QVERIFY(wait_until([&] { return !desk.page.debugging().debugger()->isOpen(); }));
        QVERIFY2(desk.panel().message().contains("Restart"), qPrintable(desk.panel().message()));
        QCOMPARE(static_cast<int>(desk.page.editor()->breakpoints().size()), 1);
        QTest::mouseClick(desk.find<QPushButton>("debugAgain"), Qt::LeftButton);
        QVERIFY(desk.stopped());

        desk.page.debugging().stop();
        QVERIFY(desk.page.editor()->findFirst("sum;", false, true, false, false, true, 0, 0));
        desk.page.editor()->replace("summ");
        QVERIFY(desk.settled());
        desk.find<QPushButton>("writeDebug")->click();
        QVERIFY2(desk.panel().message().contains("F8"), qPrintable(desk.panel().message()));
    }

    void while_debugging_the_keys_of_the_window_belong_to_the_debugger() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QMainWindow window;
        int full_screen = 0, stops = 0;
        const auto add = [&window](const char* key, int& count) {
            auto* const action = new QAction(&window);
            action->setShortcut(QKeySequence(QString::fromLatin1(key)));
            QObject::connect(action, &QAction::triggered, &window, [&count] { ++count; });
            window.addAction(action);
        };
        add("F11", full_screen);
        add("Shift+F5", stops);
        window.setCentralWidget(&desk.page);
        window.resize(1150, 640);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(desk.settled());
        desk.page.editor()->setFocus();
        QTest::keyClick(desk.page.editor(), Qt::Key_F11);
        QCOMPARE(full_screen, 1);
        QVERIFY(desk.opened());
        const std::int64_t before = desk.position();
        desk.page.editor()->setFocus();
        QVERIFY(desk.press(Qt::Key_F11));
        QVERIFY(desk.position() > before);
        desk.panel().values()->setFocus();
        QTest::keyClick(desk.panel().values(), Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(!desk.page.debugging().isOpen());
        QCOMPARE(full_screen, 1);
        QCOMPARE(stops, 0);
        QTest::keyClick(desk.page.editor(), Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(stops, 1);
        window.takeCentralWidget();
    }

    void a_value_is_explained_and_its_node_moves_the_debugger_as_do_warps_and_the_timeline() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QVERIFY(desk.opened());
        for (int n = 0; n < 4; ++n) QVERIFY(desk.press(Qt::Key_F10));
        const LaneValuesModel& model = desk.panel().values()->values();
        int row = 0;
        while (model.index(row, 0).data().toString() != QLatin1String("end")) ++row;
        desk.panel().values()->setCurrentIndex(model.index(row, LaneValuesModel::first_lane_column + 5));
        QTest::keyClick(desk.panel().values(), Qt::Key_W);
        QVERIFY(desk.stopped());
        QTreeWidget* const tree = desk.panel().why()->tree();
        QCOMPARE(tree->topLevelItemCount(), 1);
        QTreeWidgetItem* const root = tree->topLevelItem(0);
        QVERIFY2(root->text(0).startsWith("end = "), qPrintable(root->text(0)));
        QVERIFY2(desk.panel().why()->sentence().contains("Thread 5 computed"),
                 qPrintable(desk.panel().why()->sentence()));
        const std::int64_t before = desk.position();
        emit tree->itemActivated(root, 0);
        QVERIFY(desk.stopped());
        QVERIFY(desk.position() < before);
        QCOMPARE(model.lane(), 5);
        QCOMPARE(desk.line(), desk.lineOf("const int end = "));

        desk.panel().warps()->setCurrentItem(desk.panel().warps()->topLevelItem(1));
        QVERIFY(desk.stopped());
        QCOMPARE(desk.page.debugging().debugger()->state()->warp, 1);
        // The timeline moves to the start of a line in the shown warp, which may start later than the block.
        auto* const timeline = desk.find<QSlider>("debugTimeline");
        timeline->setValue(timeline->maximum() - 1);
        QVERIFY(desk.stopped());
        const std::int64_t late = desk.position();
        QVERIFY(late > before && late < timeline->maximum());
        timeline->setValue(1);
        QVERIFY(desk.stopped());
        QVERIFY(desk.position() < late);
        QCOMPARE(desk.page.debugging().debugger()->state()->reason, protocol::DebugReason::start);
    }

    void another_block_of_the_launch_is_opened_by_its_index() {
        DebugDesk desk("spmv/csr_scalar.cu", "laplace2d:n=16");
        QVERIFY(desk.opened());
        auto* const block = desk.find<QSpinBox>("debugBlock");
        QCOMPARE(block->value(), 0);
        QVERIFY(block->maximum() > 0); // the launch has several blocks
        block->setValue(block->maximum());
        QVERIFY(desk.stopped());
        QCOMPARE(desk.page.debugging().debugger()->session()->block_index, std::int64_t{block->maximum()});
        QVERIFY(desk.press(Qt::Key_F10));
        QVERIFY(desk.press(Qt::Key_F10));
        const int size = desk.page.debugging().debugger()->session()->block_size;
        QCOMPARE(desk.cell("row", 0), QString::number(block->maximum() * size));
    }

    void the_block_that_wrote_a_value_is_opened_with_the_values_explanation() {
        DebugDesk desk("spmv/csr_scalar.cu", "laplace2d:n=16");
        QVERIFY(desk.settled());
        desk.page.editor()->replaceAll(two_launches);
        QVERIFY(desk.settled());
        desk.find<QPushButton>("writeDebug")->click();
        QVERIFY(desk.stopped());
        emit desk.panel().restartRequested(1, 2);
        QVERIFY(desk.stopped());
        QCOMPARE(desk.page.debugging().debugger()->session()->launch, 1);
        auto* const button = desk.find<QPushButton>("debugOpenBlock");
        QVERIFY(!button->isVisible());
        protocol::DebugValue y;
        y.name = "y[200]";
        y.is_element = true;
        y.element = 200;
        desk.panel().why()->ask(y);
        QVERIFY2(wait_until([&] { return button->isVisible(); }), qPrintable(desk.panel().why()->sentence()));
        QCOMPARE(button->text(), QString("Open block 3 of launch 0"));
        button->click();
        QVERIFY(wait_until([&] { return desk.page.isSettled() && desk.panel().why()->sentence().contains("y[row]"); }));
        const DebugSessionHandle& session = desk.page.debugging().debugger()->session();
        QCOMPARE(session->launch, 0);
        QCOMPARE(session->block_index, std::int64_t{3});
        // The explanation continues in that block, and the debugger is at the instruction that wrote the value.
        QVERIFY(!button->isVisible());
        QCOMPARE(desk.line(), desk.lineOf("y[row] = x[row]"));
        QCOMPARE(desk.panel().values()->values().lane(), 8);
    }

    void the_mouse_on_a_name_shows_its_32_values() {
        DebugDesk desk("spmv/csr_scalar.cu");
        QVERIFY(desk.opened());
        for (int n = 0; n < 3; ++n) QVERIFY(desk.press(Qt::Key_F10));
        emit desk.page.editor()->nameHovered("row", desk.page.mapToGlobal(QPoint(200, 200)));
        QVERIFY2(QToolTip::text().contains("31:") && QToolTip::text().contains("long long"),
                 qPrintable(QToolTip::text()));
    }

    void why_on_an_error_without_a_wrong_value_goes_to_its_line() {
        DebugDesk desk("wrong/missing_syncwarp.cu");
        QVERIFY(desk.settled());
        QTest::mouseClick(desk.find<QPushButton>("writeWhy"), Qt::LeftButton);
        QVERIFY(wait_until([&] {
            return desk.page.isSettled() && desk.page.debugging().debugger()->state() != nullptr &&
                   desk.page.debugging().debugger()->state()->reason == protocol::DebugReason::finding;
        }));
        QCOMPARE(desk.line(), desk.page.verdict()->check()->findings.front().line);
        QVERIFY2(desk.panel().reason().contains("race"), qPrintable(desk.panel().reason()));
    }

    void from_a_wrong_result_to_its_cause_in_at_most_four_clicks_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cause");
        QTest::newRow("an array that nobody set to zero") << "wrong/sum_on_nothing.cu"
                                                          << "y[";
        QTest::newRow("a missing barrier") << "wrong/forgotten_barrier.cu"
                                           << "barrier is missing";
        QTest::newRow("x at the row") << "wrong/x_by_row.cu"
                                      << "multiplied the entry in column 1 by `x[0]`";
    }
    void from_a_wrong_result_to_its_cause_in_at_most_four_clicks() {
        QFETCH(QString, text);
        QFETCH(QString, cause);
        DebugDesk desk(text);
        QVERIFY(desk.settled());
        int clicks = 1;
        QTest::mouseClick(desk.find<QPushButton>("writeWhy"), Qt::LeftButton);
        QVERIFY(desk.stopped());
        QTreeWidget* const tree = desk.panel().why()->tree();
        QTRY_VERIFY(tree->topLevelItemCount() == 1);
        // Expands the wrong values, or the last one, until a sentence names the cause.
        const auto told = [&] {
            QStringList all;
            for (QTreeWidgetItemIterator it(tree); *it != nullptr; ++it) all << (*it)->toolTip(0) << (*it)->text(0);
            return all.join('\n');
        };
        while (!told().contains(cause) && clicks < 4) {
            QTreeWidgetItem* next = nullptr;
            for (QTreeWidgetItemIterator it(tree); *it != nullptr; ++it)
                if ((*it)->childCount() == 0 && (*it)->childIndicatorPolicy() == QTreeWidgetItem::ShowIndicator)
                    next = next == nullptr || (*it)->text(0).contains("nan", Qt::CaseInsensitive) ? *it : next;
            QVERIFY2(next != nullptr, qPrintable(told()));
            ++clicks;
            next->setExpanded(true); // a click on its arrow
            QVERIFY(desk.stopped());
        }
        QVERIFY2(told().contains(cause), qPrintable(told()));
        // The line of the instruction that wrote the wrong value is shown.
        QVERIFY(desk.line() > 0);
    }
};

WARPLOOM_WINDOW_TEST(WriteDebugTest);
#include "write_debug_test.moc"
