// The Reproduce page: selecting, running, stopping, continuing, saving, opening, comparing and submitting, with a
// worker that computes nothing, and with real clicks and keys.
#include "engine/atomic_file.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/reproduce/cell_model.h"
#include "ui/pages/reproduce/cell_table.h"
#include "ui/pages/reproduce/chart_deck.h"
#include "ui/pages/reproduce/claims_view.h"
#include "ui/pages/reproduce/seal_banner.h"

#include "reproduce_support.h"
#include "support/runner.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <set>

#include <csignal>
#include <sys/stat.h>

using namespace warploom;
using namespace warploom::ui;
using namespace reproduce_test;
using ui_test::fake_worker;
using ui_test::wait_until;

class ReproducePageTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }
    void save(const QString& name, const experiment::Result& result) {
        write(path(name), QByteArray::fromStdString(experiment::result_to_json(result)));
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        data_home();
        theme().install(*qApp);
    }

    void the_sources_stand_at_the_left_and_ones_own_below() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QTreeWidget* tree = desk.page->tree();
        QStringList groups;
        for (int g = 0; g < tree->topLevelItemCount(); ++g)
            if (!tree->topLevelItem(g)->isHidden()) groups.append(tree->topLevelItem(g)->text(0).section('\n', 0, 0));
        QCOMPARE(groups,
                 (QStringList{"prata2010", "it168", "cerny2011", "rossignon2013", "ata", "trotter2023", "Your own"}));
        for (int g = 0; g < 6; ++g) QVERIFY2(tree->topLevelItem(g)->childCount() > 0, qPrintable(groups[g]));
        QCOMPARE(tree->topLevelItem(6)->child(0)->text(0), QString("first table"));
        QCOMPARE(tree->currentItem(), tree->topLevelItem(6)->child(0));
    }

    void the_page_begins_with_figures_that_a_source_prints() {
        Desk desk(fake_worker("normal"));
        const auto is_printed = [](const experiment::Cell& cell) { return cell.published.number.has_value(); };
        QVERIFY(wait_until([&] { return desk.page->shownResult() != nullptr; }));
        const auto& cells = desk.page->shownResult()->cells;
        QVERIFY(!cells.empty() && is_printed(cells.front()));
        QCOMPARE(desk.page->shownResult()->experiment.source, std::string("prata2010"));
        // If a source has no published values, the page says so.
        for (const experiment::Experiment& each : desk.page->store().experiments()) {
            desk.page->showExperiment(QString::fromStdString(each.id), true);
            const auto& shown = desk.page->shownResult()->cells;
            if (shown.empty() || std::any_of(shown.begin(), shown.end(), is_printed)) continue;
            const QString said = desk.find<QLabel>("reproduceReading")->text();
            QVERIFY2(said.contains("does not contain values for this table"), qPrintable(said));
            return;
        }
        QFAIL("every experiment has a printed figure");
    }

    void before_a_run_the_page_shows_what_was_printed() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.find<QLabel>("reproduceTitle")->text().contains("ELL here and on the host"));
        QVERIFY(desk.find<QLabel>("reproduceConclusion")->text().contains("half of the time"));
        QVERIFY(desk.find<QLabel>("reproduceReading")->text().contains("Only published values"));
        QVERIFY(desk.cell("ell", 0).published.number.has_value());
        QCOMPARE(desk.page->table()->model()->rowCount(), 12);
        QVERIFY(!desk.page->deck()->view(0)->chartTable().rows.empty());
        QVERIFY(desk.find<QPushButton>("reproduceRun")->isEnabled());
        QVERIFY(!desk.find<QPushButton>("reproduceStop")->isEnabled());
    }

    void the_chart_takes_most_of_the_height_and_its_text_stands_beside_it() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        desk.page->resize(960, 626); // in a window of 1280 x 720
        desk.page->tabs()->setCurrentIndex(1);
        QApplication::processEvents();
        const QWidget* const chart = desk.page->deck()->view(0);
        QVERIFY2(chart->height() >= 626 * 7 / 10, qPrintable(QString::number(chart->height())));
        const QPoint corner = chart->mapTo(desk.page.get(), QPoint());
        for (const char* name : {"reproduceConclusion", "reproduceReading", "reproduceRun", "reproduceOpen"}) {
            const auto* const beside = desk.find<QWidget>(name);
            QVERIFY2(beside->isVisible(), name);
            QVERIFY2(beside->mapTo(desk.page.get(), QPoint(beside->width(), 0)).x() <= corner.x(), name);
        }
        QVERIFY(desk.page->tree()->height() >= 200);
        QVERIFY(desk.page->inspectorText().contains("The matrices are small.")); // the remarks
    }

    void the_buttons_below_the_list_take_one_row() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        for (const int width : {930, 1000}) { // page widths in windows of 1024 and 1280
            desk.page->resize(width, 560);
            QApplication::processEvents();
            std::set<int> rows;
            for (const char* name : {"reproduceOpen", "reproduceHandIn", "reproduceMore"})
                rows.insert(desk.find<QToolButton>(name)->y());
            QCOMPARE(rows.size(), std::size_t{1});
        }
    }

    void the_keyboard_walks_through_the_list() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QTreeWidget* tree = desk.page->tree();
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Home);
        QTest::keyClick(tree, Qt::Key_Down);
        QCOMPARE(tree->currentItem(), tree->topLevelItem(0)->child(0));
        QVERIFY(desk.find<QLabel>("reproduceTitle")->text().startsWith("prata2010"));
        QVERIFY(desk.page->shownResult()->cells.size() > 0 || !desk.page->shownResult()->experiment.profiles.empty());
    }

    void a_run_fills_the_columns_and_the_claims() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        QCOMPARE(desk.problems, QStringList());
        QCOMPARE(desk.cell("ell", 2).modelled.number, std::optional<double>(30));
        QVERIFY(!desk.cell("ell", 2).measured.number); // there is no GPU
        QVERIFY(desk.cell("ell", 2).published.number.has_value());
        QCOMPARE(desk.cell("host", 1).measured.number, std::optional<double>(10));
        QCOMPARE(desk.cell("host", 1).measured.samples_ns.size(), std::size_t{3});
        QVERIFY(desk.page->shownResult()->is_complete);
        QVERIFY(desk.find<QLabel>("reproduceReading")->text().contains("Ratio of modeled to published values"));
        auto* claims = desk.find<QTableWidget>("reproduceClaims");
        QCOMPARE(claims->rowCount(), 1);
        QVERIFY(claims->item(0, 2)->text().contains("not applicable")); // modeled: the host has no model
        QVERIFY(desk.find<QPushButton>("reproduceRun")->text().contains("again"));
    }

    void figures_are_there_while_it_still_runs() {
        Desk desk(fake_worker("slow"));
        QVERIFY(desk.ready());
        desk.click("reproduceRun");
        QVERIFY(wait_until([&] { return desk.page->shownResult()->cells[0].modelled.number.has_value(); }));
        QVERIFY(desk.page->store().isRunning());
        QVERIFY(desk.find<QLabel>("reproduceStage")->isVisible());
        const int column = desk.page->table()->model()->columnOf(experiment::CellColumn::modelled);
        QVERIFY(wait_until(
            [&] { return desk.page->table()->view()->model()->index(0, column).data().toString().contains("10"); }));
        desk.click("reproduceStop");
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
    }

    void stop_keeps_what_is_there_and_resume_goes_on_from_it() {
        Desk desk(fake_worker("slow"));
        QVERIFY(desk.ready());
        desk.click("reproduceRun");
        QVERIFY(wait_until([&] { return desk.page->shownResult()->cells[0].modelled.number.has_value(); }));
        desk.click("reproduceStop");
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QVERIFY(desk.problems.isEmpty());
        QVERIFY(!desk.page->shownResult()->is_complete);
        QCOMPARE(desk.cell("ell", 0).modelled.number, std::optional<double>(10));
        QVERIFY(!desk.cell("ell", 3).modelled.number);
        QCOMPARE(desk.find<QPushButton>("reproduceRun")->text(), QString("Resume"));
        desk.session.worker().setCommand(fake_worker("normal"));
        QVERIFY(desk.run());
        QVERIFY(desk.page->shownResult()->is_complete);
        QCOMPARE(desk.cell("ell", 0).modelled.note, std::string("kept")); // sent with the request
        QCOMPARE(desk.cell("ell", 3).modelled.note, std::string());
    }

    void stop_again_ends_a_worker_that_does_not_listen_and_keeps_what_is_there() {
        Desk desk(fake_worker("deaf"));
        QVERIFY(desk.ready());
        desk.click("reproduceRun");
        QVERIFY(wait_until([&] { return desk.page->shownResult()->cells[0].modelled.number.has_value(); }));
        desk.click("reproduceStop");
        QVERIFY(wait_until([&] { return !desk.problems.isEmpty(); }));
        QVERIFY2(desk.problems.first().contains("cannot be interrupted"), qPrintable(desk.problems.first()));
        QVERIFY(desk.page->store().isRunning());
        desk.click("reproduceStop");
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QCOMPARE(desk.problems.size(), 1);
        QCOMPARE(desk.cell("ell", 0).modelled.number, std::optional<double>(10));
        QCOMPARE(desk.find<QPushButton>("reproduceRun")->text(), QString("Resume"));
    }

    void another_experiment_keeps_the_result_of_the_first() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        QTreeWidget* tree = desk.page->tree();
        tree->setCurrentItem(tree->topLevelItem(0)->child(0));
        QVERIFY(desk.page->shownResult()->experiment.id != "tiny");
        tree->setCurrentItem(tree->topLevelItem(6)->child(0));
        QCOMPARE(desk.cell("ell", 0).modelled.number, std::optional<double>(10));
        QCOMPARE(tree->topLevelItem(6)->child(0)->text(1), QString::fromUtf8("✔"));
    }

    void quick_and_full_are_kept_apart() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        desk.page->showExperiment("tiny", true);
        QCOMPARE(desk.page->table()->model()->rowCount(), 6);
        QVERIFY(desk.run());
        QVERIFY(desk.page->shownResult()->is_complete);
        desk.find<QComboBox>("reproduceForm")->setFocus();
        QTest::keyClick(desk.find<QComboBox>("reproduceForm"), Qt::Key_Down);
        QCOMPARE(desk.page->table()->model()->rowCount(), 12);
        QVERIFY(!desk.cell("ell", 0).modelled.number);
    }

    void a_result_is_there_again_after_the_window_was_closed() {
        {
            Desk desk(fake_worker("normal"));
            QVERIFY(desk.ready());
            QVERIFY(desk.run());
        }
        QVERIFY(QFileInfo::exists(ExperimentStore::savedFile({"tiny", false})));
        Desk desk(fake_worker("normal"), true);
        QVERIFY(desk.ready());
        QVERIFY(desk.page->shownResult()->is_complete);
        QCOMPARE(desk.cell("host", 1).measured.number, std::optional<double>(10));
        QVERIFY(desk.problems.isEmpty());
    }

    void a_worker_that_is_killed_costs_nothing_that_was_there() {
        Desk desk(fake_worker("dies"));
        QVERIFY(desk.ready());
        desk.click("reproduceRun");
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY(desk.problems.first().contains("signal 9"));
        QCOMPARE(desk.cell("ell", 0).modelled.number, std::optional<double>(10));
        QCOMPARE(desk.find<QPushButton>("reproduceRun")->text(), QString("Resume"));
        QVERIFY(wait_until([] {
            return QFileInfo::exists(ExperimentStore::savedFile({"tiny", false}));
        })); // neither would a crash of the window
        desk.session.worker().setCommand(fake_worker("normal"));
        QVERIFY(desk.run());
        QVERIFY(desk.page->shownResult()->is_complete);
    }

    void a_saved_result_of_another_form_of_the_experiment_is_not_taken_up_and_not_lost() {
        { Desk desk(fake_worker("normal")); } // clears the folder
        experiment::Result other =
            filled(QString::fromStdString(tiny_text()).replace("first table", "second table").toStdString());
        const QString file = ExperimentStore::savedFile({"tiny", false});
        write(file, QByteArray::fromStdString(experiment::result_to_json(other)));
        Desk desk(fake_worker("normal"), true);
        QVERIFY(desk.ready());
        QVERIFY(!desk.cell("ell", 0).modelled.number);
        QVERIFY(desk.run());
        QVERIFY(wait_until([&] { return QFileInfo::exists(file.chopped(5) + "-earlier.json"); }));
    }

    void a_refusal_is_said_with_the_worker_s_sentence() {
        Desk desk(fake_worker("no-experiments"));
        QVERIFY(desk.ready());
        desk.click("reproduceRun");
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QCOMPARE(desk.problems, QStringList{"There is no card of that name."});
        QCOMPARE(desk.find<QPushButton>("reproduceRun")->text(), QString("Run"));
    }

    void start_anew_forgets_first() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        desk.click("reproduceAnew");
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QCOMPARE(desk.cell("ell", 0).modelled.note, std::string()); // nothing was sent with the request
    }

    void the_model_alone_measures_nothing() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        auto* machine = desk.find<QComboBox>("reproduceMachine");
        machine->setFocus();
        QTest::keyClick(machine, Qt::Key_Home);
        QCOMPARE(machine->currentText(), QString("Model only"));
        QVERIFY(desk.run());
        QVERIFY(!desk.cell("host", 0).measured.number);
        QCOMPARE(desk.cell("ell", 0).modelled.number, std::optional<double>(10));
        QTest::keyClick(machine, Qt::Key_Down); // after another selection, existing results are kept
        QCOMPARE(desk.find<QPushButton>("reproduceRun")->text(), QString("Continue"));
        QVERIFY(desk.run());
        QCOMPARE(desk.cell("ell", 0).modelled.note, std::string("kept"));
        QCOMPARE(desk.cell("host", 0).measured.number, std::optional<double>(5));
    }

    void rows_are_narrowed_down_by_a_box_for_each_variable() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        auto* precision = desk.find<QComboBox>("reproduceFilter2");
        QVERIFY(precision != nullptr && precision->isVisible());
        precision->setFocus();
        QTest::keyClick(precision, Qt::Key_End);
        QCOMPARE(desk.page->table()->filter()->rowCount(), 6);
        QVERIFY(desk.find<QLabel>("reproduceRowCount")->text().contains("6 of 12"));
        desk.page->showExperiment("tiny", true); // different rows, all of them shown
        QCOMPARE(desk.page->table()->filter()->rowCount(), 6);
    }

    void a_chosen_row_is_explained_in_the_inspector() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        desk.page->table()->view()->selectRow(0);
        const QString html = desk.page->inspectorText();
        QVERIFY2(html.contains("ELL, order 4096, float"), qPrintable(html));
        QVERIFY(html.contains("used to fit the card"));
        QVERIFY(html.contains("There is no GPU here."));
    }

    void a_hand_in_is_sealed_and_opens_with_its_name_and_words() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        QTimer::singleShot(0, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            auto* ok = dialog->findChild<QPushButton*>("handInOk");
            dialog->findChild<QLineEdit*>("handInAuthor")->clear();
            QVERIFY(!ok->isEnabled()); // a name is required
            QTest::keyClicks(dialog->findChild<QLineEdit*>("handInAuthor"), "Ada");
            dialog->findChild<QPlainTextEdit*>("handInWords")->setPlainText("The host wins.");
            QTimer::singleShot(0, [this] {
                auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                QVERIFY(files != nullptr);
                files->findChild<QLineEdit*>("fileNameEdit")->setText(path("ada.json"));
                static_cast<QDialog*>(files)->accept();
            });
            QTest::mouseClick(ok, Qt::LeftButton);
        });
        desk.click("reproduceHandIn");
        QVERIFY(QFileInfo::exists(path("ada.json")));
        desk.page->openFile(path("ada.json"));
        QVERIFY(desk.settled());
        QVERIFY(desk.page->seal()->isVisible());
        const QString text = desk.page->seal()->text();
        QVERIFY2(text.contains("Submitted by Ada") && text.contains("The host wins.") && text.contains("intact"),
                 qPrintable(text));
        QVERIFY(!desk.find<QPushButton>("reproduceRun")->isEnabled());
        QVERIFY(desk.problems.isEmpty());
    }

    void an_edited_hand_in_names_the_cell() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        experiment::Result result = filled(tiny_text());
        result.author = "Bob";
        std::string text = experiment::result_to_json(result);
        const auto at = text.find("\"number\": 20");
        QVERIFY(at != std::string::npos);
        text.replace(at, 12, "\"number\": 90");
        write(path("bob.json"), QByteArray::fromStdString(text));
        desk.page->openFile(path("bob.json"));
        QVERIFY(desk.settled());
        const QString said = desk.page->seal()->text();
        QVERIFY2(said.contains("does not match") && said.contains("ELL on the host"), qPrintable(said));
        QTreeWidget* tree = desk.page->tree();
        QCOMPARE(tree->currentItem()->text(0), QString("Bob"));
        QCOMPARE(tree->currentItem()->text(1), QString::fromUtf8("✘"));
        // The limits of a seal are explained on a click.
        auto* limits = desk.find<QLabel>("sealLimits");
        QVERIFY(!limits->isVisible());
        QTest::mouseClick(desk.page->findChild<QToolButton*>("sealMore"), Qt::LeftButton);
        QVERIFY(limits->isVisible());
    }

    void what_is_no_result_is_refused_with_its_name() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        write(path("notes.json"), "{\"hello\": 1}\n");
        desk.page->openFile(path("notes.json"));
        QVERIFY(desk.settled());
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY2(desk.problems.first().contains("notes.json"), qPrintable(desk.problems.first()));
        desk.page->openFile(path("nowhere.json"));
        QVERIFY(desk.settled());
        QCOMPARE(desk.problems.size(), 2);
        QCOMPARE(::mkfifo(qPrintable(path("pipe.json")), 0600), 0); // nothing ever writes to it
        desk.page->openFile(path("pipe.json"));
        QVERIFY(desk.settled());
        QCOMPARE(desk.problems.size(), 3);
        QVERIFY2(desk.problems.last().contains("not a regular file"), qPrintable(desk.problems.last()));
        write(path("deep.json"), "{\"warploom_result\":1,\"a\":" + QByteArray(2'000'000, '['));
        desk.page->openFile(path("deep.json"));
        QVERIFY(desk.settled());
        QVERIFY2(desk.problems.last().contains("nested too deeply"), qPrintable(desk.problems.last()));
        QCOMPARE(QString::fromStdString(desk.page->shownResult()->experiment.id), QString("tiny"));
    }

    void an_experiment_file_becomes_one_of_ones_own() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        write(path("mine.json"), QByteArray::fromStdString(tiny_text("mine")));
        desk.page->openFile(path("mine.json"));
        QCOMPARE(QString::fromStdString(desk.page->shownResult()->experiment.id), QString("mine"));
        QVERIFY(desk.run());
        QVERIFY(desk.page->shownResult()->is_complete);
        write(path("broken.json"), "{\n \"warploom_experiment\": 1,\n \"id\": \"broken\"\n}\n");
        desk.page->openFile(path("broken.json"));
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY(desk.problems.first().contains("broken.json"));
        QSettings().remove("experiments/files");
    }

    void two_results_are_compared_and_a_third_of_another_experiment_is_not() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        save("other.json", filled(tiny_text()));
        save("foreign.json", filled(tiny_text("foreign")));
        desk.page->compareWith(path("foreign.json"));
        QVERIFY(desk.settled());
        QCOMPARE(desk.problems.size(), 1);
        desk.page->compareWith(path("other.json"));
        QVERIFY(desk.settled());
        QVERIFY(desk.page->comparison()->isVisible());
        QVERIFY2(desk.page->comparison()->banner().contains("measured on"),
                 qPrintable(desk.page->comparison()->banner()));
        QCOMPARE(desk.page->charts().size(), 2);
        desk.page->showExperiment("tiny", false);
        QVERIFY(!desk.page->comparison()->isVisible());
    }

    void a_saved_result_opens_again_as_it_was() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        desk.page->files().save(*desk.page->shownResult(), path("saved.json"));
        desk.page->openFile(path("saved.json"));
        QVERIFY(desk.settled());
        QCOMPARE(desk.page->files().opened().size(), std::size_t{1});
        QVERIFY(desk.page->files().opened()[0].seal.is_intact);
        QCOMPARE(desk.cell("host", 1).measured.number, std::optional<double>(10));
        desk.page->openFile(path("saved.json"));
        QVERIFY(desk.settled());
        QCOMPARE(desk.page->files().opened().size(), std::size_t{1}); // the same file only once
        desk.page->files().save(*desk.page->shownResult(), path("no/such/folder/saved.json"));
        QCOMPARE(desk.problems.size(), 1);
    }

    void the_report_is_written_by_what_the_program_gave() {
        std::string id;
        QString where;
        reportWriter = [&](const experiment::Result& result, const QString& folder) {
            id = result.experiment.id;
            where = folder;
            return QStringList{"a", "b"};
        };
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        QVERIFY(desk.find<QAction>("reproduceReport")->isEnabled());
        desk.page->files().writeReport(*desk.page->shownResult(), path("report"));
        QCOMPARE(id, std::string("tiny"));
        QCOMPARE(where, path("report"));
        reportWriter = {};
    }

    void the_names_in_the_list_are_whole_also_at_twice_the_size() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        desk.page->resize(1222, 620);
        for (const double scale : {1.0, 2.0}) {
            theme().setScale(scale);
            QApplication::processEvents();
            auto* const tree = desk.find<QTreeWidget>("reproduceTree");
            for (QTreeWidgetItemIterator at(tree); *at != nullptr; ++at) {
                if ((*at)->isHidden()) continue; // an empty group
                const QRect row = tree->visualItemRect(*at);
                const QFontMetrics letters((*at)->font(0).resolve(tree->font()));
                const bool is_group = (*at)->parent() == nullptr;
                const int right = is_group ? tree->viewport()->width() : tree->columnWidth(0);
                const QRect words =
                    letters.boundingRect(QRect(0, 0, right - row.left() - 4, 9999), Qt::TextWordWrap, (*at)->text(0));
                QVERIFY2(words.height() <= row.height(), qPrintable((*at)->text(0)));
            }
        }
        theme().setScale(1.0);
    }

    void at_twice_the_size_nothing_is_wider_than_a_projector() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.ready());
        theme().setScale(2.0);
        desk.page->resize(1180, 600);
        QTest::qWait(50);
        const int width = desk.page->minimumSizeHint().width();
        theme().setScale(1.0);
        QVERIFY2(width <= 1180, qPrintable(QString::number(width)));
    }

    void a_real_worker_fills_in_a_tiny_experiment() {
        const QString engine = qEnvironmentVariable("WARPLOOM_ENGINE");
        if (engine.isEmpty()) QSKIP("WARPLOOM_ENGINE names no worker");
        Desk desk({engine, "serve"});
        QVERIFY(desk.ready());
        desk.page->showExperiment("tiny", true);
        QVERIFY(desk.settled());
        desk.click("reproduceRun");
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }, 120'000));
        QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(' ')));
        QVERIFY(desk.page->shownResult()->is_complete);
        QVERIFY(*desk.cell("ell", 0).modelled.number > 0);
        QVERIFY(*desk.cell("host", 0).measured.number > 0);
        QVERIFY(!desk.page->shownResult()->modelled_on.empty());
        desk.page->files().save(*desk.page->shownResult(), path("real.json"));
        desk.page->openFile(path("real.json"));
        QVERIFY(desk.settled());
        QVERIFY2(desk.page->files().opened()[0].seal.is_intact &&
                     desk.page->files().opened()[0].seal.contradictions.empty(),
                 qPrintable(desk.page->seal()->text()));
    }
};

WARPLOOM_WINDOW_TEST(ReproducePageTest);
#include "reproduce_page_test.moc"
