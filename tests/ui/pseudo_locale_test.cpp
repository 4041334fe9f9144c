// The whole window in a pseudo-locale (pseudo_locale.h): opens every page, dialog, lesson and exercise, and checks that
// all visible text is translated and not truncated.
#include "engine/exercise/exercise.h"
#include "engine/generators/matrix_source.h"
#include "engine/lesson/lesson.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include "main_window_desk.h"
#include "pseudo_locale.h"
#include "support/runner.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTest>
#include <QTextDocument>
#include <QTimer>

#include <algorithm>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::PseudoLocale;
using ui_test::wait_until;

namespace {

/// Widgets that show documents, which are English files with their own language (lessons, exercises, published
/// experiments, lines of kernels), and walkthroughs of the engine, whose sentences toQString() translates by pattern.
constexpr const char* documents[] = {"lessonBox",           "lessonText",     "lessonWords",   "lessonQuestion",
                                     "exerciseBox",         "exerciseTask",   "exerciseGates", "reproduceTitle",
                                     "reproduceConclusion", "reproduceTable", "stepSentence",  "stepCode",
                                     "playerChapter",       "gradeExercise"};

/// Words that are the same in every language, or data; each line gives the reason.
constexpr const char* same_in_all_languages[] = {
    // Names of programs, formats, methods and authors.
    "Warploom", "CUDA C", "CUDA", "Qt", "Thomas", "Jacobi", "Prata", "Trotter",
    // Types, values of settings, and shortcuts.
    "float", "double", "int", "ones", "reciprocal", "Ctrl", "Shift", "Alt", "Esc", "Enter", "Space", "Home", "End",
    "Tab", "PgUp", "PgDown",
    // Units.
    "ns", "ms", "GB", "MB", "KiB", "MiB", "GiB", "GFLOP", "dpi", "px"};

QString plain(const QString& text) {
    if (!Qt::mightBeRichText(text)) return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

/// Collects the texts of widgets, and reports each problem once.
class Inspection {
public:
    void addData(const QString& text) {
        if (text.size() < 2 || data_.contains(text)) return;
        // The longest one is removed first, because "cpu-ell" contains "ell".
        const auto shorter =
            std::find_if(data_.begin(), data_.end(), [&](const QString& other) { return other.size() < text.size(); });
        data_.insert(shorter, text);
    }
    void addData(const std::string& text) { addData(QString::fromStdString(text)); }

    void text(const QString& shown, const QString& place) {
        QString rest = PseudoLocale::untranslated(plain(shown));
        for (const QString& each : data_) rest.remove(each);
        // Names of files and matrices, code, links, formulas.
        static const QRegularExpression data(QStringLiteral(
            "\\S*[/\\\\_=:.()\\[\\]{}@]\\S*\\w\\S*|\\b\\w+\\d+\\w*\\b|\\b\\d\\w+\\b|\\b[A-Z]{2,}\\b|-\\w+"));
        rest.remove(data);
        for (const char* each : same_in_all_languages) rest.remove(QString::fromUtf8(each));
        static const QRegularExpression word(QStringLiteral("[A-Za-z]{2,}"));
        if (rest.contains(word)) report(untranslated, QStringLiteral("%1: \"%2\"").arg(place, shown.left(120)));
    }

    void widget(const QWidget& top) {
        look(top);
        for (const QWidget* each : top.findChildren<QWidget*>())
            if (each->isVisible()) look(*each);
    }

    void actions(const QWidget& top) {
        for (const QAction* action : top.findChildren<QAction*>()) {
            if (action->isSeparator() || isData(*action)) continue;
            const QString place = QStringLiteral("action ") + action->objectName();
            text(action->text(), place);
            text(action->toolTip(), place);
            text(action->statusTip(), place);
        }
    }

    QStringList untranslated, cut;

private:
    void report(QStringList& list, const QString& defect) {
        if (!list.contains(defect)) list << defect;
    }
    /// Matrices and files in menus, and kernel sources with their comments.
    static bool isData(const QAction& action) {
        return action.data().isValid() || action.objectName().endsWith(QLatin1String(".cu"));
    }

    static QString placeOf(const QWidget& widget) {
        QStringList names;
        for (const QWidget* w = &widget; w != nullptr && names.size() < 3; w = w->parentWidget())
            if (!w->objectName().isEmpty() && !w->objectName().startsWith(QLatin1String("qt_")))
                names << w->objectName();
        return QStringLiteral("%1 (%2)").arg(QLatin1String(widget.metaObject()->className()), names.join(" < "));
    }
    static bool isDocument(const QWidget& widget) {
        for (const QWidget* w = &widget; w != nullptr; w = w->parentWidget())
            for (const char* name : documents)
                if (w->objectName() == QLatin1String(name)) return true;
        // Selectable values of a published table.
        if (widget.objectName().startsWith(QLatin1String("reproduceFilter"))) return true;
        return false;
    }

    void look(const QWidget& widget) {
        if (isDocument(widget)) return;
        const QString place = placeOf(widget);
        text(widget.toolTip(), place + " tooltip");
        text(widget.accessibleName(), place + " accessible name");
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
            text(label->text(), place);
            if (!label->text().isEmpty()) room(widget, label->wordWrap(), place, label->text());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
            text(button->text(), place);
            if (!button->text().isEmpty()) room(widget, false, place, button->text());
        } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
            for (int i = 0; i < box->count(); ++i) {
                text(box->itemText(i), place);
                text(box->itemData(i, Qt::ToolTipRole).toString(), place + " item");
            }
        } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                text(tabs->tabText(i), place);
                text(tabs->tabToolTip(i), place + " tab");
            }
        } else if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) {
            text(group->title(), place);
        } else if (const auto* dock = qobject_cast<const QDockWidget*>(&widget)) {
            text(dock->windowTitle(), place);
        } else if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
            if (header->orientation() == Qt::Vertical || header->model() == nullptr) return;
            for (int i = 0; i < header->count(); ++i) {
                text(header->model()->headerData(i, Qt::Horizontal).toString(), place);
                text(header->model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString(), place + " tooltip");
            }
        }
    }

    void room(const QWidget& widget, bool wraps, const QString& place, const QString& shown) {
        const QSize wanted = widget.sizeHint();
        const bool narrow = !wraps && widget.width() < wanted.width();
        constexpr int accents = 2; // pixels by which accents increase the height of a line
        const int height = wraps ? widget.heightForWidth(widget.width()) : wanted.height();
        const bool low = (!wraps || widget.hasHeightForWidth()) && widget.height() + accents < height;
        if (narrow || low)
            report(cut, QStringLiteral("%1: \"%2\" has %3 x %4, needs %5 x %6")
                            .arg(place, shown.left(60))
                            .arg(widget.width())
                            .arg(widget.height())
                            .arg(wanted.width())
                            .arg(height));
    }

    QStringList data_; ///< longest first
};

} // namespace

class PseudoLocaleTest : public QObject {
    Q_OBJECT

    using Desk = ui_test::MainWindowDesk;
    PseudoLocale language_;

    static void fillData(Inspection& all, Desk& desk) {
        const protocol::Handshake& handshake = desk.session.worker().handshake();
        for (const auto& kernel : handshake.kernels)
            for (const std::string& text : {kernel.id, kernel.title}) all.addData(text);
        for (const auto& machine : handshake.machines) all.addData(machine.title);
        for (const auto& format : handshake.formats) all.addData(format.title);
        for (const simulated::Card& card : desk.session.cards()) all.addData(card.title);
        for (const GeneratorInfo& generator : generators()) {
            all.addData(generator.name);
            for (const GeneratorParameter& parameter : generator.parameters) all.addData(parameter.name);
        }
        all.addData(std::string("csr-vector")); // referenced by a lesson, but not listed by the fake worker
        // Sentences of the worker, which is a fake one here.
        all.addData(handshake.no_cuda);
        all.addData(std::string("This worker only runs."));
        all.addData(desk.session.worker().command().join(QLatin1Char(' ')));
    }

    /// Triggers an action that opens a dialog, and inspects the dialog.
    static void openDialogs(Inspection& all, QAction& action) {
        int ticks = 0;
        QTimer look;
        connect(&look, &QTimer::timeout, qApp, [&] {
            if (auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                all.actions(*menu);
                menu->close();
                return;
            }
            QWidget* const dialog = QApplication::activeModalWidget();
            if (dialog == nullptr || ++ticks % 3 != 0) return; // until the layout is finished
            if (!dialog->inherits("QFileDialog")) all.widget(*dialog);
            else all.text(dialog->windowTitle(), action.objectName());
            static_cast<QDialog*>(dialog)->reject();
        });
        look.start(30);
        action.trigger();
        QTest::qWait(200);
        for (QWidget* window : QApplication::topLevelWidgets())
            if (auto* dialog = qobject_cast<QDialog*>(window); dialog != nullptr && dialog->isVisible()) {
                all.widget(*dialog);
                dialog->reject();
            }
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QCoreApplication::installTranslator(&language_);
        theme().install(*qApp);
    }

    void placeholders_mnemonics_and_tags_survive() {
        QCOMPARE(PseudoLocale::text("%1 of %n &rows"), QStringLiteral("⟦%1 óf %n &róŵš ~~⟧"));
        QCOMPARE(PseudoLocale::text("<p>Give {name} <b>%L2</b></p>"),
                 QStringLiteral("<p>⟦Ĝívé {name} <b>%L2</b> ~~⟧</p>"));
        QCOMPARE(PseudoLocale::text("%1: %2"), QStringLiteral("%1: %2"));
        QCOMPARE(PseudoLocale::untranslated(QStringLiteral("a ⟦b⟧ c")), QStringLiteral("a  c"));
    }

    void a_text_without_tr_and_a_text_without_room_are_found() {
        Inspection all;
        QWidget parent;
        QLabel label(QStringLiteral("A text that nobody looks up"), &parent);
        label.resize(10, label.sizeHint().height());
        parent.show();
        all.widget(parent);
        QCOMPARE(all.untranslated.size(), 1);
        QCOMPARE(all.cut.size(), 1);
    }

    void every_text_is_looked_up_and_has_room() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        desk.window.resize(1600, 1000);
        Inspection all;
        fillData(all, desk);
        const auto every_page = [&] {
            for (int i = 0; i < desk.window.pages().size(); ++i) {
                desk.window.showPage(i);
                QTest::qWait(50);
                wait_until([&] { return desk.window.pages()[i]->isSettled(); }, 3000); // some need a matrix
                QTest::qWait(250);
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // a text may have changed just now
                all.widget(desk.window);
            }
        };
        every_page(); // text without a matrix
        QVERIFY(desk.open("tridiagonal:n=10"));
        every_page();
        all.actions(desk.window);
        for (const lesson::Lesson& each : lesson::own_lessons()) {
            desk.window.lessonTabs().openLesson(QString::fromStdString(each.id));
            QTest::qWait(100);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            all.widget(desk.window);
        }
        for (const exercise::Exercise& each : exercise::own_exercises()) {
            desk.window.lessonTabs().openExercise(QString::fromStdString(each.id));
            QTest::qWait(100);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            all.widget(desk.window);
        }
        for (const char* name : {"about", "place", "keys", "open", "exportAll", "exportLesson", "exportRunningPage",
                                 "openLesson", "saveState", "openLink", "handInPredictions", "gradeClass"}) {
            QAction* const action = desk.window.action(name);
            QVERIFY2(action != nullptr, name);
            openDialogs(all, *action);
        }
        if (!all.untranslated.isEmpty()) qWarning("%s", qPrintable("not looked up:\n" + all.untranslated.join('\n')));
        if (!all.cut.isEmpty()) qWarning("%s", qPrintable("cut off:\n" + all.cut.join('\n')));
        QCOMPARE(all.untranslated.size(), 0);
        QCOMPARE(all.cut.size(), 0);
    }
};

WARPLOOM_WINDOW_TEST(PseudoLocaleTest);
#include "pseudo_locale_test.moc"
