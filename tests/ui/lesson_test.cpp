// Lessons in the window: steps, questions, the first start, saving and opening states, help.
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/lesson/lesson.h"
#include "engine/protocol/messages/settings.h"
#include "engine/regular_file.h"
#include "ui/components/runs/run_store.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/grade_dialog.h"
#include "ui/lesson/hand_in_dialog.h"
#include "ui/lesson/help_sheet.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/window_state.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/saved_states.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/write/language_card.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/banner.h"

#include "lesson_desk.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTimer>

using namespace warploom;
using namespace warploom::ui;
using ui_test::Desk;
using ui_test::wait_until;

class LessonTest : public QObject {
    Q_OBJECT

    QTemporaryDir home_;

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        qputenv("XDG_DATA_HOME", home_.path().toUtf8()); // folder for the user's sources
        theme().install(*qApp);
    }

    /// The worker creates the page; two dummy files replace the engine that Emscripten builds.
    void a_page_that_runs_holds_the_text_or_the_exercise_that_is_open() {
        QTemporaryDir folder;
        for (const char* const name : {"engine.js", "engine.wasm.gz"}) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("engine");
        }
        const auto has = [](const QString& file, const QByteArray& what) {
            return ui_test::contents(file).contains(what);
        };
        const QByteArray before = qgetenv("WARPLOOM_PAGE_ENGINE");
        qputenv("WARPLOOM_PAGE_ENGINE", folder.path().toUtf8());
        {
            Desk desk;
            const QString write = folder.filePath(QStringLiteral("write.html")),
                          exercise = folder.filePath(QStringLiteral("exercise.html"));
            desk.window.exports().saveRunningPage(write);
            QVERIFY(wait_until([&] { return has(write, "</html>"); }));
            QVERIFY(has(write, "<title>Write a kernel: Warploom</title>"));
            desk.window.lessonTabs().openExercise(QStringLiteral("ell-side-by-side"));
            auto* const panel = desk.window.findChild<ExercisePanel*>();
            panel->startAnswer();
            desk.window.exports().saveRunningPage(exercise);
            QVERIFY(wait_until([&] { return has(exercise, "</html>"); }));
            QVERIFY(has(exercise, "id=\"exercise-ell-side-by-side\""));
            panel->leave();
        }
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("engine.js"))));
        {
            Desk desk;
            QStringList problems;
            connect(&desk.session, &Session::problem, this, [&](const QString& sentence) { problems << sentence; });
            desk.window.exports().saveRunningPage(folder.filePath(QStringLiteral("none.html")));
            QVERIFY(wait_until([&] { return !problems.isEmpty(); }));
            QVERIFY2(problems.constFirst().contains(QStringLiteral("The WebAssembly engine was not found")),
                     qPrintable(problems.constFirst()));
            QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("none.html"))));
        }
        if (before.isEmpty()) qunsetenv("WARPLOOM_PAGE_ENGINE");
        else qputenv("WARPLOOM_PAGE_ENGINE", before);
    }

    void what_was_kept_without_a_matrix_makes_no_window_of_one_place() {
        Session session;
        const KeptSession nothing(session);
        session.openMatrix(QStringLiteral("laplace2d:n=8"));
        QVERIFY(wait_until([&] { return session.matrix() != nullptr; }));
        nothing.putBack(session);
        QVERIFY(session.window().row_end - session.window().row_begin > 1);
    }

    void a_lesson_sets_the_window_and_leaving_it_puts_everything_back() {
        Desk desk;
        desk.window.showPage(2);
        desk.session.presetChoice(QStringLiteral("kernel"), QStringLiteral("ell"));
        const QString page = desk.page();

        desk.window.lessonTabs().openLesson(QStringLiteral("warp"));
        QVERIFY(desk.settled());
        QCOMPARE(desk.page(), QString("WarpPage"));
        QCOMPARE(desk.session.matrix()->name(), QString("laplace2d:n=8"));
        QCOMPARE(desk.session.kernel(), QString("csr-scalar"));
        desk.press("lessonNext");
        QCOMPARE(desk.window.lessonTabs().lessons().step(), 1);
        desk.press("lessonBack");
        QCOMPARE(desk.window.lessonTabs().lessons().step(), 0);
        desk.press("lessonLeave");

        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("arrow:n=20"); }));
        QCOMPARE(desk.page(), page);
        QCOMPARE(desk.session.kernel(), QString("ell"));
        QVERIFY(!desk.session.undoStack().canUndo());
        QVERIFY(desk.find<QDockWidget>("lessonDock")->isHidden());
    }

    void an_answer_is_computed_after_the_prediction_and_not_before() {
        Desk desk;
        desk.window.lessonTabs().openLesson(QStringLiteral("warp"));
        QVERIFY(desk.settled());
        auto* answer = desk.find<QPushButton>("lessonAnswer");
        auto* revealed = desk.find<QLabel>("lessonReveal");
        QVERIFY(!answer->isEnabled());
        QVERIFY(revealed->isHidden());

        QTest::keyClicks(desk.find<QLineEdit>("lessonNumber"), QStringLiteral("3"));
        QTest::keyClick(desk.find<QLineEdit>("lessonNumber"), Qt::Key_Return);

        QVERIFY2(wait_until([&] { return revealed->text().contains(QLatin1String("The answer is 2.")); }),
                 qPrintable(revealed->text()));
        QVERIFY(revealed->text().contains(QLatin1String("Not quite.")));
    }

    void question_and_field_are_seen_without_scrolling_where_there_is_room() {
        Desk desk;
        desk.window.resize(1280, 700); // a projector minus the title bar
        desk.window.lessonTabs().openLesson(QStringLiteral("warp"));
        QVERIFY(desk.settled());
        const auto* field = desk.find<QLineEdit>("lessonNumber");
        const auto seen = [&] { return field->visibleRegion().boundingRect() == field->rect(); };
        QVERIFY(wait_until(seen));
        // The complete answer is visible, too.
        QTest::keyClicks(desk.find<QLineEdit>("lessonNumber"), QStringLiteral("7"));
        QTest::keyClick(desk.find<QLineEdit>("lessonNumber"), Qt::Key_Return);
        const auto* revealed = desk.find<QLabel>("lessonReveal");
        QVERIFY(wait_until([&] { return revealed->text().contains(QLatin1String("The answer is 2.")); }));
        QApplication::processEvents();
        QCOMPARE(revealed->visibleRegion().boundingRect(), revealed->rect());
        // With large fonts, there is not enough space: the question then scrolls with the text, and a button leads to
        // it.
        theme().setScale(2.0);
        QVERIFY(wait_until([&] { return !seen(); }));
        QVERIFY(wait_until([&] { return desk.find<QPushButton>("lessonToQuestion")->isVisible(); }));
        QTest::qWait(100); // until the layout is finished
        desk.press("lessonToQuestion");
        QVERIFY(wait_until(seen));
        theme().setScale(1.0);
        QVERIFY(wait_until([&] { return !desk.find<QPushButton>("lessonToQuestion")->isVisible(); }));
        QVERIFY(wait_until(seen));
    }

    void the_first_lesson_of_a_new_user_has_the_room_of_the_inspector() {
        Session session;
        MainWindow window(session);
        session.worker().setCommand({qEnvironmentVariable("WARPLOOM_ENGINE"), QStringLiteral("serve")});
        window.resize(1280, 700);
        window.show();
        window.showPage(0); // without a matrix, the inspector is empty and hidden
        const auto* const inspector = window.findChild<QDockWidget*>(QStringLiteral("inspectorDock"));
        QVERIFY(inspector->isHidden());
        window.lessonTabs().openLesson(QStringLiteral("warp"));
        QVERIFY(wait_until([&] { return session.matrix() != nullptr; }));
        window.lessonTabs().lessons().showStep(1);
        QVERIFY(inspector->isHidden()); // must not reappear when the matrix is loaded
        window.lessonTabs().lessons().leave();
        session.openMatrix(QStringLiteral("laplace2d:n=4"));
        QVERIFY(wait_until([&] { return session.matrix() != nullptr && !inspector->isHidden(); }));
    }

    void the_buttons_of_the_last_page_are_in_sight_on_a_projector() {
        Desk desk;
        desk.window.resize(1280, 700);
        desk.window.lessonTabs().openLesson(QStringLiteral("unequal-rows"));
        desk.window.lessonTabs().lessons().showStep(
            static_cast<int>(desk.window.lessonTabs().lessons().lesson()->steps.size()));
        QVERIFY(desk.window.lessonTabs().lessons().isAtEnd());
        for (const char* name : {"lessonNextLesson", "lessonExercise"}) {
            const auto* const button = desk.find<QPushButton>(name);
            QVERIFY2(wait_until([&] { return button->visibleRegion().boundingRect() == button->rect(); }), name);
        }
        desk.window.lessonTabs().lessons().showStep(0); // the text gets its space back
        QVERIFY(!desk.find<QPushButton>("lessonNextLesson")->isVisible());
    }

    void a_low_window_has_room_for_the_words_of_a_lesson_and_its_answer() {
        Desk desk;
        desk.window.resize(640, 330);
        desk.window.lessonTabs().openLesson(QStringLiteral("warp"));
        QVERIFY(desk.settled());
        const auto* const area = desk.window.lessonTabs().lessons().findChild<QScrollArea*>();
        const auto whole = [](const QWidget* part) { return part->visibleRegion().boundingRect() == part->rect(); };
        QVERIFY2(wait_until([&] { return area->height() >= theme().px(110); }),
                 qPrintable(QString::number(area->height())));
        for (const char* name : {"lessonToQuestion", "lessonNext", "lessonLeave"})
            QVERIFY2(wait_until([&] { return whole(desk.find<QPushButton>(name)); }), name);
        QVERIFY(!desk.find<QComboBox>("lessonBox")->isVisible());
        // The page next to it is visible in full width as well.
        const QWidget* at = desk.window.currentPage();
        while (qobject_cast<const QScrollArea*>(at) == nullptr) at = at->parentWidget();
        QVERIFY2(wait_until([&] { return qobject_cast<const QScrollArea*>(at)->horizontalScrollBar()->maximum() == 0; },
                            3000),
                 qPrintable(QString::number(qobject_cast<const QScrollArea*>(at)->horizontalScrollBar()->maximum())));
        desk.press("lessonToQuestion");
        auto* const number = desk.find<QLineEdit>("lessonNumber");
        QVERIFY(wait_until([&] { return whole(number); }));
        QTest::keyClicks(number, QStringLiteral("2"));
        QTest::keyClick(number, Qt::Key_Return);
        const auto* const revealed = desk.find<QLabel>("lessonReveal");
        QVERIFY(wait_until([&] { return revealed->text().contains(QLatin1String("Correct.")); }));
        // The verdict comes first, whether or not there is space for the explanation.
        const QRect seen = revealed->visibleRegion().boundingRect();
        QVERIFY2(seen.top() == 0 && seen.height() >= 3 * revealed->fontMetrics().height(),
                 qPrintable(QStringLiteral("%1 %2").arg(seen.top()).arg(seen.height())));
        desk.press("lessonLeave");
        QVERIFY(wait_until([&] { return !desk.window.lessonTabs().lessons().isOpen(); }));
        desk.window.findChild<QDockWidget*>("lessonDock")->show();
        QVERIFY(wait_until([&] { return desk.find<QComboBox>("lessonBox")->isVisible(); }));
    }

    void a_state_that_is_named_to_the_dialog_of_matrices_opens_as_a_state() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("state.md"));
        Desk desk;
        desk.window.states().saveTo(file);
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QTimer::singleShot(100, this, [file] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr) return;
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
            static_cast<QDialog*>(dialog)->accept();
        });
        desk.window.action(QStringLiteral("open"))->trigger();
        QVERIFY2(desk.window.lessonTabs().lessons().isOpen(), qPrintable(desk.window.banner().sentence()));
    }

    void marks_of_a_text_are_shown_and_not_written() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("marks.md"));
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(
            "# Marks\nid: marks\n\n## One\nlook: The box *Order*.\n\nThe order *gray* of `a|b`, 2 * 3 * 4 < 25.\n");
        text.close();
        Desk desk;
        desk.window.lessonTabs().openLesson(file);
        const QString words = desk.find<QLabel>("lessonWords")->text();
        for (const char* shown : {"<i>gray</i>", "<code>a|b</code>", "2 * 3 * 4 &lt; 25", "<i>Order</i>"})
            QVERIFY2(words.contains(QLatin1String(shown)), qPrintable(words));
        desk.window.lessonTabs().openExercise(QStringLiteral("solve-by-levels"));
        const QString task = desk.find<QTextBrowser>("exerciseTask")->toPlainText();
        QVERIFY2(task.contains(QLatin1String("most_rows")) && !task.contains(QLatin1Char('`')), qPrintable(task));
    }

    void an_empty_box_of_lessons_says_what_to_do() {
        Desk desk;
        desk.window.findChild<QDockWidget*>("lessonDock")->show();
        auto* box = desk.find<QComboBox>("lessonBox");
        QCOMPARE(box->currentIndex(), -1);
        const QImage told = box->grab().toImage();
        box->setPlaceholderText({});
        QVERIFY(box->grab().toImage() != told);
    }

    void every_page_that_a_lesson_names_exists() {
        Desk desk;
        QStringList problems;
        connect(&desk.session, &Session::problem, this, [&](const QString& sentence) { problems << sentence; });
        for (const lesson::Lesson& each : lesson::own_lessons()) {
            desk.window.lessonTabs().openLesson(QString::fromStdString(each.id));
            for (int step = 1; step < static_cast<int>(each.steps.size()); ++step)
                desk.window.lessonTabs().lessons().showStep(step);
            QVERIFY(desk.settled());
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    void a_state_is_saved_and_opened_again_and_a_lesson_gets_one_step_more() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("state.md"));
        {
            Desk desk;
            desk.window.showPage(3);
            desk.session.presetChoice(QStringLiteral("block"), 96);
            desk.session.setHovered({2, 0});
            desk.window.states().saveTo(file);
            desk.window.showPage(1);
            desk.window.states().saveTo(file);
        }
        QCOMPARE(lesson::find_lesson(file.toStdString()).steps.size(), std::size_t{2});
        Desk other;
        other.session.openMatrix(QStringLiteral("laplace2d:n=4"));
        QVERIFY(other.settled());

        other.window.lessonTabs().openLesson(file);

        QVERIFY(other.settled());
        QCOMPARE(other.page(), QString("WarpPage"));
        QCOMPARE(other.session.matrix()->name(), QString("arrow:n=20"));
        QCOMPARE(other.session.block(), 96);
        QCOMPARE(other.session.hovered().row, 2);
    }

    void the_results_of_a_state_are_shown_on_another_machine_and_go_with_it() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("state.md"));
        QVector<double> medians;
        {
            Desk desk;
            desk.session.worker().setCommand(ui_test::fake_worker(QStringLiteral("normal")));
            desk.session.worker().start();
            QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
            RunStore& store = desk.window.runPage().store();
            desk.window.showPage(2);
            desk.window.runPage().run();
            QVERIFY(wait_until([&] { return !store.isRunning() && !store.runs().empty(); }));
            store.rename(0, QStringLiteral("in the lecture"));
            for (const RunResult& result : store.runs().front()->results) medians.append(result.time.median);
            QVERIFY(!medians.isEmpty());
            desk.window.states().saveTo(file);
        }
        Desk other;
        RunStore& store = other.window.runPage().store();
        const QTemporaryDir runs;
        store.keepIn(runs.path());
        other.window.lessonTabs().openLesson(file);
        QVERIFY(other.settled());
        QCOMPARE(other.page(), QString("RunPage"));
        QCOMPARE(store.shownRuns().size(), std::size_t{1});
        const Run& shown = *store.shownRuns().front();
        QCOMPARE(shown.name, QString("in the lecture"));
        QVector<double> seen;
        for (const RunResult& result : shown.results) seen.append(result.time.median);
        QCOMPARE(seen, medians);
        // A result that is only viewed is not saved, and is dropped with the state.
        QVERIFY(QDir(runs.path()).entryList({QStringLiteral("run-*")}).isEmpty());
        other.press("lessonLeave");
        QVERIFY(store.runs().empty());
    }

    void a_lesson_may_make_every_choice_that_a_page_makes() {
        // The ways in which pages specify keys: runKey("x"), solveKey("x"), choose("x", ...) of LessonStep, or the
        // complete name.
        const QList<QPair<QRegularExpression, QString>> ways{
            {QRegularExpression("runKey\\(\"([a-z/]+[a-z])\"\\)(?! \\+)"), "run/"},
            {QRegularExpression("solveKey\\(\"([a-z]+)\"\\)"), "solve/"},
            {QRegularExpression("(?:choose|chosen)\\(\"([a-z_]+)\""), "step/"},
            {QRegularExpression(
                 "QStringLiteral\\(\"((?:run|warp|formats|pitfalls|traced|solve|step|reproduce)/[a-z/_]+[a-z])\"\\)"),
             ""}};
        QSet<QString> found;
        QDirIterator files(WARPLOOM_SOURCE_DIR "/ui", {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            for (const auto& way : ways)
                for (auto at = way.first.globalMatch(text); at.hasNext();)
                    found.insert(way.second + at.next().captured(1));
        }
        for (const protocol::Setting& setting : protocol::run_settings)
            if ((setting.shown & protocol::in_form) != 0) found.insert(QStringLiteral("run/") + setting.name);
        QVERIFY2(found.size() > 35, qPrintable(QString::number(found.size())));
        for (const QString& name : qAsConst(found)) {
            QString why = "not tried";
            for (const char* value : {"\"a\"", "true", "4", "[\"a\"]"}) // of any type
                try {
                    lesson::require_choice(name.toStdString(), value);
                    why.clear();
                } catch (const Error& error) {
                    if (!why.isEmpty()) why = error.what();
                }
            QVERIFY2(why.isEmpty(), qPrintable(why + "; engine/lesson/choices.cpp lists what a lesson may choose"));
        }
    }

    void a_link_opens_the_same_page_matrix_and_choices_and_leaving_it_puts_everything_back() {
        QString link;
        {
            Desk desk;
            desk.window.showPage(3);
            desk.session.presetChoice(QStringLiteral("block"), 96);
            desk.session.presetChoice(QStringLiteral("machine"), QStringLiteral("cpu"));
            desk.session.setHovered({2, 0});
            QCOMPARE(desk.window.action(QStringLiteral("copyLink"))->shortcut(),
                     QKeySequence(QStringLiteral("Ctrl+Alt+C")));
            desk.window.action(QStringLiteral("copyLink"))->trigger();
            link = desk.window.states().link();
            QVERIFY2(link.startsWith(QLatin1String("warploom:state?page=Warp&matrix=arrow")), qPrintable(link));
            QVERIFY(!link.contains(QLatin1String("machine")));
            QVERIFY(wait_until([&] { return QApplication::clipboard()->text() == link; }));
        }
        Desk other;
        other.session.openMatrix(QStringLiteral("laplace2d:n=4"));
        QVERIFY(other.settled());
        const QString page = other.page();
        other.window.openNamed(link); // as on the command line
        QVERIFY(other.settled());
        QCOMPARE(other.page(), QString("WarpPage"));
        QCOMPARE(other.session.matrix()->name(), QString("arrow:n=20"));
        QCOMPARE(other.session.block(), 96);
        QCOMPARE(other.session.hovered().row, 2);
        other.press("lessonLeave");
        QVERIFY(wait_until([&] { return other.session.matrix()->name() == QLatin1String("laplace2d:n=4"); }));
        QCOMPARE(other.page(), page);
        // An invalid link is rejected with a message, and nothing changes.
        other.window.openNamed(QStringLiteral("warploom:state?matrix=%2Fetc%2Fpasswd"));
        QVERIFY2(other.window.banner().sentence().contains(QLatin1String("refers to a file")),
                 qPrintable(other.window.banner().sentence()));
        QVERIFY(!other.window.lessonTabs().lessons().isOpen());
        QCOMPARE(other.session.matrix()->name(), QString("laplace2d:n=4"));
    }

    void a_file_that_is_no_lesson_is_told_and_not_overwritten() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("notes.md"));
        QFile notes(file);
        QVERIFY(notes.open(QIODevice::WriteOnly));
        notes.write("my notes\n");
        notes.close();
        Desk desk;
        desk.window.states().saveTo(file);
        QVERIFY2(desk.window.banner().sentence().contains(QLatin1String("Line 1")),
                 qPrintable(desk.window.banner().sentence()));
        QCOMPARE(ui_test::contents(file), QByteArray("my notes\n"));
        desk.window.lessonTabs().openLesson(file);
        QVERIFY(!desk.window.lessonTabs().lessons().isOpen());
    }

    void help_has_the_words_of_the_page_its_lesson_and_all_keys() {
        HelpSheet sheet(QStringLiteral("Warp"), QStringLiteral("Warp"), QStringLiteral("<tr><td>Ctrl+O</td></tr>"),
                        QStringLiteral("<p>its own card</p>"), nullptr);
        const auto* text = sheet.findChild<QTextBrowser*>(QStringLiteral("helpText"));
        const QString html = text->toHtml(), words = text->toPlainText();
        QVERIFY(html.contains(QLatin1String("lesson:warp")));
        QVERIFY(html.contains(QLatin1String("page:Formats")));
        QVERIFY(words.contains(QLatin1String("one transfer of 32, 64 or 128 bytes to or from global memory")));
        QVERIFY(words.contains(QLatin1String("Ctrl+O")));
        QVERIFY(words.contains(QLatin1String("go to the worst step")));
        QVERIFY(words.startsWith(QLatin1String("its own card")));
    }

    void the_card_of_the_language_fits_a_screen_and_has_no_marks_of_the_guide() {
        const QString card = languageCard("csr", {{"row_pointer", "const int*", "row i owns the places"}}, true);
        QTextDocument laid_out;
        laid_out.setDefaultFont(theme().font());
        laid_out.setHtml(card);
        laid_out.setTextWidth(1100);
        const QString words = laid_out.toPlainText();
        for (const char* mark : {"](", "`", "[what"}) QVERIFY2(!words.contains(QLatin1String(mark)), mark);
        QVERIFY(words.contains(QLatin1String("and at least one of them writes")));
        QVERIFY(!words.contains(QLatin1String("get_local_id"))); // names from OpenCL are not findings
        QVERIFY2(laid_out.size().height() < 900, qPrintable(QString::number(laid_out.size().height())));
    }
};

WARPLOOM_WINDOW_TEST(LessonTest);
#include "lesson_test.moc"
