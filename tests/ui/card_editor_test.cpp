// The GPU model: selected once for all pages, edited parameter by parameter, validated, and saved as a user-defined
// model.
#include "engine/error.h"
#include "ui/mainwindow/machine_selector.h"
#include "ui/pages/model/card_editor/card_editor.h"
#include "ui/pages/model/card_editor/card_model.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <cstring>

using namespace warploom;
using namespace warploom::ui;
using simulated::Card;

namespace {

int row_of(const char* key) {
    const auto& fields = simulated::card_fields();
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (std::strcmp(fields[i].key, key) == 0) return static_cast<int>(i);
    return -1;
}

QModelIndex value_of(const CardModel& model, const char* key) { return model.index(row_of(key), CardModel::value); }

} // namespace

class CardEditorTest : public QObject {
    Q_OBJECT
    QTemporaryDir home_;

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
        qputenv("XDG_DATA_HOME", home_.path().toUtf8());
    }
    void init() {
        QDir(home_.path()).removeRecursively();
        QDir().mkpath(home_.path());
    }

    void a_card_of_today_is_chosen_until_somebody_chooses() {
        Session session;
        QVERIFY(!session.cards().empty());
        QCOMPARE(session.card().id, std::string(simulated::default_card));
        QVERIFY(!session.isCardEdited());
        QSignalSpy changed(&session, &Session::cardChanged);
        session.setCard("h200");
        QCOMPARE(changed.count(), 1);
        QCOMPARE(session.card().id, std::string("h200"));
        session.undoStack().undo();
        QCOMPARE(session.card().id, std::string(simulated::default_card));
        session.setCard("no-such-card"); // unknown, as from another version: the default is used
        QCOMPARE(session.card().id, std::string(simulated::default_card));
    }

    void every_figure_of_every_card_survives_an_edit_and_back() {
        Session session;
        CardModel model(session);
        QAbstractItemModelTester tester(&model);
        for (const Card& listed : session.cards()) {
            session.setCard(QString::fromStdString(listed.id));
            for (const simulated::CardField& field : simulated::card_fields()) {
                const double before = listed.*field.value;
                const double other = before == field.greatest ? field.least
                                     : field.is_whole         ? before + 1
                                                              : std::min(field.greatest, before * 1.25 + 0.01);
                const QModelIndex index = value_of(model, field.key);
                if (!model.setData(index, other)) continue; // parameters that depend on each other, such as 17 banks
                QCOMPARE(session.card().*field.value, other);
                QVERIFY(session.isCardEdited());
                QVERIFY(std::isnan(session.card().model_error)); // it was determined for the original parameters
                QVERIFY(QString::fromStdString(session.card().source.at(field.key)).startsWith("changed from"));
                QCOMPARE(session.cardJson()["figures"][field.key]["value"].get<double>(), other);
                QVERIFY(model.setData(index, before));
                QVERIFY2(!session.isCardEdited(), field.key);
                QCOMPARE(session.card().source.at(field.key), listed.source.at(field.key));
            }
        }
    }

    void bad_values_are_refused_with_the_range_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("zero") << "multiprocessors" << QVariant(0) << "from 1 to 4096";
        QTest::newRow("too many") << "multiprocessors" << QVariant(5000) << "from 1 to 4096";
        QTest::newRow("half of one") << "multiprocessors" << QVariant(2.5) << "an integer from 1 to 4096";
        QTest::newRow("no bandwidth") << "dram_gbytes_per_s" << QVariant(0) << "from 0.1";
        QTest::newRow("negative") << "clock_ghz" << QVariant(-1) << "from";
        QTest::newRow("text") << "clock_ghz" << QVariant("fast") << "Enter a number";
        QTest::newRow("not a number") << "clock_ghz" << QVariant(std::nan("")) << "Enter a number";
        QTest::newRow("17 banks") << "shared_banks" << QVariant(17) << "must be 16 or 32, but it is 17.";
    }
    void bad_values_are_refused_with_the_range() {
        QFETCH(QString, key);
        QFETCH(QVariant, value);
        QFETCH(QString, wanted);
        Session session;
        CardEditor editor(session);
        const Card before = session.card();
        QVERIFY(!editor.model()->setData(value_of(*editor.model(), key.toUtf8()), value));
        QVERIFY2(editor.words().contains(wanted), qPrintable(editor.words()));
        QCOMPARE(simulated::card_to_json(session.card()), simulated::card_to_json(before));
        QVERIFY(!session.isCardEdited());
    }

    void a_spin_box_changes_the_card_with_each_step_and_one_undo_takes_all_back() {
        Session session;
        session.setCard("gtx295");
        CardEditor editor(session);
        editor.resize(500, 600);
        editor.show();
        const QModelIndex index = value_of(*editor.model(), "multiprocessors");
        editor.table()->setCurrentIndex(index);
        editor.table()->edit(index);
        auto* box = editor.table()->findChild<QDoubleSpinBox*>();
        QVERIFY(box != nullptr);
        QCOMPARE(box->value(), 30.0);
        QSignalSpy changed(&session, &Session::cardChanged);
        box->stepUp();
        QCOMPARE(session.card().multiprocessors, 33.0);
        box->stepUp();
        QCOMPARE(session.card().multiprocessors, 36.0);
        QCOMPARE(changed.count(), 2);
        session.undoStack().undo();
        QCOMPARE(session.card().multiprocessors, 30.0);
    }

    void an_edited_figure_is_bold_and_tells_what_it_was() {
        Session session;
        session.setCard("gtx295");
        CardModel model(session);
        const QModelIndex index = value_of(model, "multiprocessors");
        QVERIFY(!index.data(Qt::FontRole).isValid());
        QVERIFY(model.setData(index, 16));
        QVERIFY(index.data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains("value: 30"));
    }

    void a_fitted_figure_is_marked_until_it_is_changed() {
        Card card = Session().cards().front();
        card.fitted = {"transaction_ns"};
        const simulated::CardField& field = simulated::card_fields()[row_of("transaction_ns")];
        const Card edited = withFigure(card, field, 3, &card);
        QVERIFY(edited.fitted.empty());
        const Card back = withFigure(edited, field, card.transaction_ns, &card);
        QCOMPARE(back.fitted, card.fitted);
    }

    void the_what_ifs_go_on_and_off() {
        Session session;
        session.setCard("c2050");
        const Card listed = session.card();
        QVERIFY(listed.l1_bytes > 0);
        WhatIfStrip strip(session);
        strip.show();
        const auto press = [&](const char* name) {
            QTest::mouseClick(strip.findChild<QToolButton*>(name), Qt::LeftButton);
        };
        press("whatIfMultiprocessors");
        QCOMPARE(session.card().multiprocessors, 16.0);
        press("whatIfNoL1");
        QCOMPARE(session.card().l1_bytes, 0.0);
        press("whatIfBandwidth");
        QCOMPARE(session.card().dram_gbytes_per_s, 2 * listed.dram_gbytes_per_s);
        QVERIFY(strip.findChild<QToolButton*>("whatIfBandwidth")->isChecked());
        press("whatIfBandwidth");
        QCOMPARE(session.card().dram_gbytes_per_s, listed.dram_gbytes_per_s);
        QCOMPARE(session.card().multiprocessors, 16.0);
        press("cardReset");
        QVERIFY(!session.isCardEdited());
        QCOMPARE(simulated::card_to_json(session.card()), simulated::card_to_json(listed));
        QVERIFY(!strip.findChild<QToolButton*>("whatIfNoL1")->isChecked());
        session.setCard("gtx295"); // has no L1 cache that could be disabled
        QVERIFY(!strip.findChild<QToolButton*>("whatIfNoL1")->isEnabled());
    }

    void a_card_of_ones_own_is_written_listed_and_chosen() {
        Session session;
        session.setCard("gtx295");
        MachineSelector chip(session);
        chip.setRoom(900);
        CardEditor editor(session);
        QVERIFY(editor.model()->setData(value_of(*editor.model(), "multiprocessors"), 16));
        QVERIFY(chip.text().endsWith("edited"));
        QVERIFY2(editor.saveAs("Half a GTX!"), qPrintable(editor.words()));
        QVERIFY(QFile::exists(home_.filePath("warploom/cards/half-a-gtx.json")));
        QCOMPARE(session.card().id, std::string("half-a-gtx"));
        QCOMPARE(session.card().multiprocessors, 16.0);
        QVERIFY(!session.isCardEdited());
        QVERIFY2(chip.text().endsWith("Half a GTX!"), qPrintable(chip.text()));
        Session another; // after a restart of the program
        another.setCard("half-a-gtx");
        QCOMPARE(another.card().multiprocessors, 16.0);
        // May be overwritten under its own name, but must not replace a built-in model.
        QVERIFY(editor.saveAs("Half a GTX!"));
        QVERIFY(!editor.saveAs("GTX295"));
        QVERIFY2(editor.words().contains("different name"), qPrintable(editor.words()));
        QVERIFY(!editor.saveAs("!!!"));
        QVERIFY(editor.words().contains("at least one letter"));
    }

    void a_folder_that_cannot_be_written_says_so() {
        QFile in_the_way(home_.filePath("warploom"));
        QVERIFY(in_the_way.open(QIODevice::WriteOnly));
        Session session;
        CardEditor editor(session);
        QVERIFY(!editor.saveAs("Mine"));
        QVERIFY2(editor.words().contains("mine.json"), qPrintable(editor.words()));
    }
};

WARPLOOM_WINDOW_TEST(CardEditorTest);
#include "card_editor_test.moc"
