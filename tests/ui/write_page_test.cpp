// The Write page with a real worker and real keys.
#include "support/runner.h"
#include "tests/ui/page_desk.h"
#include "tests/ui/ui_test_tools.h"

#include "ui/components/runs/run_store.h"
#include "ui/components/warp/player.h"
#include "ui/mainwindow/pages.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/cost_table.h"
#include "ui/pages/write/text_difference.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/version_comparison.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

#include <memory>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// Correct, but with one more load and store per row.
const QString costlier = QStringLiteral("y[row] = sum; y[row] += 0;");
const QString first_text = QStringLiteral("spmv/csr_scalar.cu");

/// The Write, Warp and Run pages in one session with a real worker.
struct Desk {
    Session session;
    WarpPage warp{session};
    RunPage run{session};
    WritePage page{session};
    QStringList problems;
    Page* wanted = nullptr;

    explicit Desk(const QString& matrix) {
        QObject::connect(&session, &Session::problem, &page,
                         [this](const QString& sentence) { problems.append(sentence); });
        connectPages(page, warp, run);
        QObject::connect(&page, &Page::pageRequested, &page, [this](Page* other) {
            wanted = other;
            other->QWidget::show();
        });
        session.worker().start();
        session.setCard(QStringLiteral("h200"));
        session.openMatrix(matrix);
        page.resize(1100, 620);
        page.show();
        page.beginFrom(first_text);
    }
    CodeEditor& editor() { return *page.editor(); }
    protocol::CheckVerdict verdict() const { return page.verdict()->check()->verdict; }
    /// Waits for the verdict on the text in the editor.
    bool checked() {
        return wait_until([this] {
            return session.matrix() && page.isSettled() && page.verdict()->check() &&
                   !page.verdict()->check()->kernel.empty();
        });
    }
    /// Replaces the first occurrence of `words` by typing.
    void write(const QString& words, const QString& instead) {
        QVERIFY(editor().findFirst(words, false, true, false, false, true, 0, 0));
        editor().setFocus();
        QTest::keyClicks(&editor(), instead);
    }
    QString cell(const char* row, int column) const {
        const CostTable& table = *page.verdict()->costs();
        for (int r = 0; r < table.rowCount(); ++r)
            if (table.verticalHeaderItem(r)->text() == QLatin1String(row)) return table.item(r, column)->text();
        return {};
    }
    template <class W> W* find(const char* name) { return page.findChild<W*>(QLatin1String(name)); }
};

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

class WritePageTest : public QObject {
    Q_OBJECT
    QTemporaryDir home_;

private slots:
    void initTestCase() { ui_test::isolate_settings(); }
    void init() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toUtf8());
        QDir(KernelSources::folder()).removeRecursively();
    }

    void a_text_is_checked_after_the_last_key_and_its_mistake_stands_at_its_line() {
        Desk desk("diagonal:n=64");
        QVERIFY(desk.checked());
        QCOMPARE(to_string(desk.verdict()), "right");
        desk.write("y[row] = sum;", "y[row] = summ;");
        QVERIFY(!desk.page.isSettled()); // it waits for further input
        QVERIFY(desk.checked());

        QCOMPARE(to_string(desk.verdict()), "refused");
        QCOMPARE(desk.editor().mistakes().size(), 1);
        const int line = desk.editor().mistakes().front().line;
        QVERIFY(desk.editor().text(line - 1).contains("summ"));
        QVERIFY(desk.editor().annotation(line - 1).contains("summ"));

        desk.editor().setCursorPosition(0, 0);
        QTest::keyClick(&desk.editor(), Qt::Key_F8);
        QCOMPARE(desk.editor().cursor().first, line - 1);
        QTest::keyClick(&desk.editor(), Qt::Key_F6);
        // The only error is in the verdict, with its hint, and is not repeated below.
        QVERIFY(desk.page.verdict()->list()->isHidden());
        QVERIFY(desk.page.verdict()->sentence().startsWith(desk.page.verdict()->list()->item(0)->text()));
        QVERIFY(desk.find<QWidget>("writeLine")->hasFocus());
        // Next to a lesson with a large font, the verdict moves below the editor, which keeps its width.
        desk.page.resize(450, 620);
        QTRY_VERIFY(desk.editor().width() > 400);
        desk.page.resize(1100, 620);
        QTRY_VERIFY(desk.editor().width() > 600);
    }

    void undo_brings_the_right_text_back() {
        Desk desk("diagonal:n=64");
        desk.write("y[row] = sum;", "y[row] = 0;");
        QVERIFY(desk.checked());
        QCOMPARE(to_string(desk.verdict()), "wrong");
        for (int i = 0; i < 40 && !desk.editor().text().contains("y[row] = sum;"); ++i)
            QTest::keyClick(&desk.editor(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(desk.checked());
        QCOMPARE(to_string(desk.verdict()), "right");
    }

    void an_edit_shows_its_effect_as_arrows() {
        Desk desk("laplace2d:n=20");
        QVERIFY(desk.checked());
        QVERIFY(desk.cell("Transactions", 1).isEmpty()); // there is no previous version
        QVERIFY(desk.cell("Transactions", 2).startsWith(QChar(u'▼')) || desk.cell("Transactions", 2).startsWith('=') ||
                desk.cell("Transactions", 2).startsWith(QChar(u'▲')));
        desk.write("y[row] = sum;", costlier);
        QVERIFY(desk.checked());

        QCOMPARE(to_string(desk.verdict()), "right");
        QVERIFY2(desk.cell("Transactions", 1).startsWith(QChar(u'▲')), qPrintable(desk.cell("Transactions", 1)));
        // A comment does not change the costs: the arrow stays, relative to the last version with different costs.
        desk.write("y[row] = sum;", "y[row] = sum; /* mine */");
        QVERIFY(desk.checked());
        QVERIFY(desk.cell("Transactions", 1).startsWith(QChar(u'▲')));
        // Modeled times are estimates.
        QVERIFY2(desk.cell("Time", 0).startsWith(QStringLiteral("≈ ")), qPrintable(desk.cell("Time", 0)));
    }

    void a_wrong_result_has_neither_time_nor_arrows_nor_is_it_what_the_next_version_is_compared_with() {
        Desk desk("laplace2d:n=20");
        QVERIFY(desk.checked());
        desk.write("x[column[k]]", "x[row]");
        QVERIFY(desk.checked());
        QCOMPARE(to_string(desk.verdict()), "wrong");
        QVERIFY(!desk.page.verdict()->costs()->isVisible());
        for (const char* row : {"Transactions", "Time"})
            for (const int column : {0, 1, 2}) QCOMPARE(desk.cell(row, column), QString());
        desk.write("x[row]", "x[column[k]]");
        QVERIFY(desk.checked());
        QCOMPARE(to_string(desk.verdict()), "right");
        QVERIFY2(desk.cell("Transactions", 1).isEmpty(), qPrintable(desk.cell("Transactions", 1)));
        QVERIFY(!desk.cell("Transactions", 2).isEmpty());
    }

    void the_verdict_says_on_which_inputs_and_on_which_card() {
        Desk desk("laplace2d:n=20");
        QVERIFY(desk.checked());
        const VerdictView& verdict = *desk.page.verdict();
        QVERIFY2(verdict.sentence().startsWith("Correct on laplace2d:n=20"), qPrintable(verdict.sentence()));
        QVERIFY2(desk.find<QLabel>("writeWhere")->text().contains("NVIDIA H200"),
                 qPrintable(desk.find<QLabel>("writeWhere")->text()));
        desk.write("y[row] = sum;", "y[row] = 0;");
        QVERIFY(desk.checked());
        QVERIFY2(verdict.sentence().contains("laplace2d:n=20"), qPrintable(verdict.sentence()));
        // If an error occurs only on a test matrix, the verdict names it.
        protocol::Check drawn = *verdict.check();
        drawn.inputs.push_back("random-rows:n=500");
        drawn.matrix.name = drawn.failed_on = "random-rows:n=500";
        drawn.sentence = "Row 3 should be 1 but is 2.";
        desk.page.verdict()->setCheck(std::make_shared<const protocol::Check>(drawn), nullptr, {});
        QCOMPARE(verdict.sentence(), QStringLiteral("Wrong result on random-rows:n=500. Row 3 should be 1 but is 2."));
    }

    void a_message_stands_in_its_place_however_many_texts_were_pasted() {
        theme().install(*qApp);
        Desk desk("diagonal:n=64");
        QVERIFY(desk.checked());
        CodeEditor& editor = desk.editor();
        const Colours& colours = theme().colours();
        const QColor paper = mixed(colours.wrong, colours.canvas, 0.08);
        for (int time = 0; time < 60; ++time) {
            QApplication::clipboard()->setText(time % 2 == 0 ? "int one;\nint two\nint three;\n"
                                                             : "int a;\nint b\nint c;\n\n");
            editor.selectAll();
            editor.paste();
            const QString words = QStringLiteral("A semicolon is missing, time %1.").arg(time);
            editor.setMistakes({{2, 8, words}});
            QCOMPARE(editor.annotation(1), words);
            const int position = editor.positionFromLineIndex(1, 0);
            const auto at = [&](unsigned int what) {
                return static_cast<int>(editor.SendScintilla(what, 0UL, static_cast<long>(position)));
            };
            const int height = static_cast<int>(editor.SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 1UL));
            // Pixels that are not painted keep a color that is used nowhere, as they would keep old pixels.
            QImage picture(editor.viewport()->size(), QImage::Format_RGB32);
            picture.fill(Qt::magenta);
            editor.viewport()->render(&picture);
            const int y = at(QsciScintillaBase::SCI_POINTYFROMPOSITION) + height;
            int of_paper = 0, of_letters = 0;
            for (int row = y; row < y + height; ++row)
                for (int x = at(QsciScintillaBase::SCI_POINTXFROMPOSITION); x < picture.width(); ++x) {
                    const QColor here = picture.pixelColor(x, row);
                    if (std::abs(here.red() - paper.red()) + std::abs(here.blue() - paper.blue()) < 6) ++of_paper;
                    else if (contrast(here, paper) > 2) ++of_letters;
                }
            QVERIFY2(of_paper > 1000 && of_letters > 200,
                     qPrintable(QStringLiteral("time %1: %2, %3").arg(time).arg(of_paper).arg(of_letters)));
        }
    }

    void an_endless_loop_says_at_once_that_it_runs_with_a_way_to_stop_it() {
        Desk desk("diagonal:n=64");
        QVERIFY(desk.checked());
        desk.write("y[row] = sum;", "y[row] = summ;");
        QVERIFY(desk.checked());
        QVERIFY(!desk.editor().mistakes().isEmpty());
        auto* const stop = desk.find<QPushButton>("writeStop");
        QVERIFY(!stop->isVisible());
        // Takes many seconds, until it reaches the iteration limit for host loops.
        desk.write("csr_scalar<<<", "int s = 1; for (int i = 0; i < 1000000000; ++i) "
                                    "s = ((((s * 5 % 7) * 3 % 11) * 5 % 7) * 3 % 11) * 5 % 7 + (i & 1); "
                                    "if (s >= 0) csr_scalar<<<");
        desk.write("summ;", "sum;");
        const VerdictView& verdict = *desk.page.verdict();
        QVERIFY(wait_until([&] { return stop->isVisible(); }, 1500));
        QVERIFY2(verdict.title().startsWith("Running"), qPrintable(verdict.title()));
        QVERIFY2(verdict.sentence().contains("for the previous version"), qPrintable(verdict.sentence()));
        QVERIFY(!verdict.list()->isEnabled());
        QVERIFY(wait_until([&] { return verdict.title().contains("for 2 s"); }, 4000));
        QVERIFY2(verdict.sentence().contains("infinite loop"), qPrintable(verdict.sentence()));
        // Nothing of the previous source remains that could be mistaken for an answer.
        QVERIFY(!verdict.check() && !verdict.list()->isVisible() && !verdict.costs()->isVisible());
        QVERIFY(desk.editor().mistakes().isEmpty());
        QTest::mouseClick(stop, Qt::LeftButton);

        QVERIFY(!stop->isVisible());
        QVERIFY(desk.page.isSettled());
        QCOMPARE(verdict.title(), QStringLiteral("No verdict"));
        QVERIFY(verdict.sentence().contains("stopped"));
        desk.write("1000000000", "1");
        QVERIFY(desk.checked());
        QCOMPARE(to_string(desk.verdict()), "right");
    }

    void a_text_that_was_understood_and_cannot_run_is_not_called_misunderstood() {
        Desk desk("diagonal:n=64");
        desk.write("y[row] = sum;", "y[row] = sum");
        QVERIFY(desk.checked());
        QCOMPARE(desk.page.verdict()->title(), QStringLiteral("✗ Does not compile"));
        desk.write("y[row] = sum", "y[row] = sum;");
        desk.write("block, block>>>", "block, 2048>>>");
        QVERIFY(desk.checked());
        QCOMPARE(to_string(desk.verdict()), "refused");
        QCOMPARE(desk.page.verdict()->title(), QStringLiteral("✗ Cannot run"));
    }

    void the_card_of_the_language_has_all_names_lines_and_findings() {
        Desk desk("diagonal:n=64");
        QVERIFY(desk.checked());
        QTextDocument card;
        card.setHtml(desk.page.helpText());
        const QString text = card.toPlainText();
        QCOMPARE(text.count("// block:"), 1);
        QStringList wanted{"// format:", "// scratch:", "// matrix:", "// x:", "// block:", "run(", "nvcc"};
        for (const protocol::CheckName& name : desk.page.verdict()->check()->names)
            wanted.append(QString::fromStdString(name.type + " " + name.name));
        for (const auto kind : all_of<simulated::Finding::Kind>)
            if (kind != simulated::Finding::Kind::failed_assertion) wanted.append(QLatin1String(to_string(kind)));
        for (const QString& each : qAsConst(wanted)) QVERIFY2(text.contains(each), qPrintable(each));
        // With ELL, other parameters can be bound.
        desk.write("format: csr", "format: ell");
        QVERIFY(desk.checked());
        QVERIFY(desk.page.helpText().contains("leading_dimension"));
    }

    void run_says_before_it_is_pressed_that_it_runs_elsewhere_than_was_chosen() {
        Desk desk("diagonal:n=64");
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        const auto& run = *desk.page.runButton();
        QCOMPARE(desk.session.machine(), QStringLiteral("cpu"));
        QVERIFY2(run.text().contains("simulated") && run.toolTip().contains("NVIDIA H200"), qPrintable(run.toolTip()));
        desk.session.setMachine("simulated:h200", "H200");
        QCOMPARE(run.text(), QStringLiteral("R&un"));
    }

    void the_thread_that_wrote_the_wrong_row_is_shown_in_warp() {
        Desk desk("laplace2d:n=20");
        desk.write("y[row] = sum;", "y[row] = row == 333 ? 0 : sum;");
        QVERIFY(desk.checked());
        QVERIFY2(desk.page.verdict()->sentence().contains("Row 333"), qPrintable(desk.page.verdict()->sentence()));
        QTest::mouseClick(desk.find<QPushButton>("writeWarp"), Qt::LeftButton);

        QCOMPARE(desk.wanted, &desk.warp);
        QVERIFY(wait_until([&] { return desk.warp.analysis() != nullptr; }));
        const protocol::WarpDocument& trace = desk.warp.analysis()->trace();
        const int step = desk.warp.player()->step();
        QCOMPARE(trace.kernel, desk.page.current().toStdString());
        QCOMPARE(trace.array_of(step), std::string("y"));
        const auto& index = trace.steps[step].index;
        QVERIFY(std::find(index.begin(), index.end(), 333) != index.end());
        QVERIFY(trace.sources.front().lines[static_cast<std::size_t>(trace.site_of(step).line) - 1].find("333") !=
                std::string::npos);
        QVERIFY(desk.problems.isEmpty());
    }

    void a_row_that_nobody_wrote_leads_to_the_warp_that_should_have() {
        Desk desk("laplace2d:n=20");
        desk.write("y[row] = sum;", "if (row != 333) y[row] = sum;");
        QVERIFY(desk.checked());
        QVERIFY(desk.page.verdict()->sentence().contains("no thread wrote it"));
        QTest::mouseClick(desk.find<QPushButton>("writeWarp"), Qt::LeftButton);
        QVERIFY(wait_until(
            [&] { return desk.warp.analysis() != nullptr && desk.warp.analysis()->trace().block_index == 333 / 128; }));
        QCOMPARE(desk.warp.analysis()->trace().warp, 333 % 128 / 32);
    }

    void run_puts_it_into_the_charts_beside_the_built_in_kernel() {
        Desk desk("laplace2d:n=20");
        QVERIFY(desk.checked());
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        QTest::mouseClick(desk.find<QPushButton>("writeRun"), Qt::LeftButton);
        QCOMPARE(desk.wanted, &desk.run);
        QVERIFY(wait_until([&] { return !desk.run.store().runs().empty() && !desk.run.store().isRunning(); }));
        QStringList kernels;
        for (const auto& result : desk.run.store().runs().back()->results)
            kernels.append(QString::fromStdString(result.kernel));
        kernels.sort();
        QCOMPARE(kernels, QStringList({"csr-scalar", desk.page.current()}));
        QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(QLatin1Char(10))));
    }

    void names_complete_themselves_with_what_they_hold() {
        Desk desk("diagonal:n=64");
        QVERIFY(desk.checked());
        desk.write("y[row] = sum;", "row_p");
        QTest::keyClick(&desk.editor(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(desk.editor().isListActive());
        QVERIFY(desk.editor().offers().first().contains("row i has the entries"));
        QTest::keyClick(&desk.editor(), Qt::Key_Return);
        QVERIFY2(desk.editor().text().contains("row_pointer\n"), qPrintable(desk.editor().text()));
    }

    void what_was_written_is_there_after_a_crash() {
        QString name;
        auto* crashed = new Desk("diagonal:n=64"); // does not exit normally
        name = crashed->page.current();
        crashed->write("y[row] = sum;", "y[row] = sum; // dear to me");
        QVERIFY(wait_until(
            [&] { return ui_test::contents(KernelSources::folder() + "/" + name + ".json").contains("dear"); }));

        const KernelSources again;
        QVERIFY(again.find(name) != nullptr);
        QVERIFY(again.find(name)->text.contains("dear to me"));
        QVERIFY(again.find(name)->isChanged());
        delete crashed;
    }

    void a_file_that_is_written_elsewhere_is_taken_over() {
        QTemporaryDir folder;
        const QString path = folder.filePath("other.cu");
        put(path, "// one\n");
        Desk desk("diagonal:n=64");
        desk.page.openFile(path);
        QCOMPARE(desk.page.current(), QStringLiteral("other.cu"));
        put(path, "// two\n");
        QVERIFY(wait_until([&] { return desk.editor().text() == "// two\n"; }));
    }

    void where_both_were_changed_it_is_asked_whose_text_shall_stay() {
        QTemporaryDir folder;
        const QString path = folder.filePath("other.cu");
        put(path, "// one\n");
        Desk desk("diagonal:n=64");
        desk.page.openFile(path);
        desk.editor().setFocus();
        QTest::keyClicks(&desk.editor(), "// mine ");
        put(path, "// theirs\n");
        auto* const keep = desk.find<QPushButton>("writeKeepMine");
        QVERIFY(wait_until([&] { return keep->isVisible(); }));
        QCOMPARE(desk.editor().text(), QStringLiteral("// mine // one\n"));
        QTest::keyClick(&desk.editor(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(ui_test::contents(path), QByteArray("// theirs\n")); // not before the question is answered
        QTest::mouseClick(keep, Qt::LeftButton);
        QTest::keyClick(&desk.editor(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(ui_test::contents(path), QByteArray("// mine // one\n"));
        QVERIFY(!keep->isVisible());
    }

    void a_text_that_is_closed_unsaved_is_put_aside() {
        Desk desk("diagonal:n=64");
        const QString name = desk.page.current();
        desk.write("y[row] = sum;", "y[row] = sum; // dear to me");
        QTest::mouseClick(desk.find<QToolButton>("writeClose"), Qt::LeftButton);
        QVERIFY(ui_test::contents(KernelSources::folder() + "/closed/" + name).contains("dear to me"));
        QVERIFY(desk.page.current() != QString() && !desk.editor().text().contains("dear"));
    }

    void an_earlier_version_stands_beside_with_the_lines_that_differ() {
        Desk desk("diagonal:n=64");
        QVERIFY(desk.checked());
        desk.write("y[row] = sum;", "y[row] = 0;");
        QVERIFY(desk.checked());
        auto* const others = desk.find<QComboBox>("writeOthers");
        QCOMPARE(others->count(), 3); // an empty entry and two versions
        others->setFocus();
        QTest::keyClick(others, Qt::Key_End);
        QVERIFY(wait_until([&] { return desk.page.versions().editor()->isVisible(); }));
        QVERIFY(desk.page.versions().editor()->text().contains("y[row] = sum;"));
    }

    void lines_that_differ_are_found() {
        const auto [mine, theirs] = differingLines("a\nb\nc\nd", "a\nc\nx\nd");
        QCOMPARE(mine, std::vector<int>{1});
        QCOMPARE(theirs, std::vector<int>{2});
    }

    void a_name_is_nobody_elses_and_its_text_travels_with_the_request() {
        KernelSources texts;
        QCOMPARE(texts.add("my kernel.cu", "1"), QStringLiteral("my_kernel.cu"));
        QCOMPARE(texts.add("my kernel.cu", "2"), QStringLiteral("my_kernel_2.cu"));
        Json request{{"request", "run"}, {"kernels", {"csr-scalar", "cg:my_kernel_2.cu"}}};
        texts.complete(request);
        QVERIFY((request["texts"] == Json{{"my_kernel_2.cu", "2"}}));
        Json other{{"request", "warp"}, {"kernel", "csr-scalar"}};
        texts.complete(other);
        QVERIFY(!other.contains("texts"));
    }

    void what_printf_wrote_stands_in_a_pane_that_is_only_there_then() {
        Desk desk("diagonal:n=64");
        QVERIFY(desk.checked());
        const QPlainTextEdit& output = *desk.page.verdict()->output();
        QVERIFY(!output.isVisible());
        desk.write("y[row] = sum;", "y[row] = sum; if (row == 3) printf(\"row %d\\n\", row);");
        QVERIFY(desk.checked());
        QVERIFY2(output.isVisible(), qPrintable(desk.page.verdict()->sentence()));
        QCOMPARE(output.toPlainText(), QStringLiteral("row 3"));
        desk.write("if (row == 3)", "if (row < 64)");
        QVERIFY(desk.checked());
        QCOMPARE(output.blockCount(), 64);
    }

    void no_figure_of_the_costs_is_cut_whatever_the_size_of_the_text() {
        theme().install(*qApp);
        for (const double scale : {1.0, 2.0}) {
            theme().setScale(scale);
            Desk desk("laplace2d:n=141");
            QVERIFY(desk.checked());
            desk.write("y[row] = sum;", costlier);
            QVERIFY(desk.checked());
            const CostTable& table = *desk.page.verdict()->costs();
            for (int row = 0; row < table.rowCount(); ++row)
                for (int column = 0; column < table.columnCount(); ++column) {
                    const int wanted = table.fontMetrics().horizontalAdvance(table.item(row, column)->text());
                    const QRect place = table.visualItemRect(table.item(row, column));
                    QVERIFY(place.width() >= wanted);
                    QVERIFY(table.viewport()->rect().contains(place));
                }
            QVERIFY2(wait_until([&] {
                         return table.viewport()->visibleRegion().boundingRect().width() >= table.viewport()->width();
                     }),
                     "a part is beyond the edge of the pane");
        }
        theme().setScale(1.0);
    }

    void a_newer_text_is_answered_and_not_the_older() {
        Desk desk("laplace2d:n=60");
        QVERIFY(desk.checked());
        QSignalSpy answers(desk.page.findChild<KernelChecker*>(), &KernelChecker::answered);
        for (const char* const digit : {"1", "2", "3"}) {
            desk.write("y[row", QStringLiteral("y[row + %1 * 0").arg(QLatin1String(digit)));
            QTest::qWait(WritePage::pause_ms + 20);
        }
        QVERIFY(desk.checked());
        QVERIFY(answers.count() >= 1);
        QVERIFY(desk.editor().text().contains("3 * 0"));
        QCOMPARE(answers.last().at(1).toInt(), desk.session.texts().revision(desk.page.current()));
    }
};

WARPLOOM_WINDOW_TEST(WritePageTest);
#include "write_page_test.moc"
