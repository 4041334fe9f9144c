// The dialog that asks where to save a file.
#include "ui/widgets/file_dialogs.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>

using namespace warploom;
using namespace warploom::ui;

class SaveDialogTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QStringList questions_;

    QString path(const QString& name) const { return folder_.filePath(name); }

    /// Performs an action in the dialog, answers the questions that follow, and returns the selected file.
    QString ask(const std::function<void(QFileDialog&)>& act, QMessageBox::StandardButton answer) {
        questions_.clear();
        QTimer::singleShot(100, this, [act] {
            if (auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) act(*dialog);
        });
        QTimer asked;
        connect(&asked, &QTimer::timeout, this, [this, answer] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box == nullptr) return;
            questions_.append(box->text());
            box->button(answer)->click();
            // If the file must not be overwritten, cancel the dialog.
            if (answer == QMessageBox::No)
                if (auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget()))
                    dialog->reject();
        });
        asked.start(50);
        return askToSave(nullptr, QStringLiteral("Export"), QStringLiteral("test/folder"), QStringLiteral("chart.png"),
                         QStringLiteral("Picture (*.png);;Page (*.pdf)"));
    }
    static void name(QFileDialog& dialog, const QString& text) {
        auto* const edit = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        edit->setText(text);
        QTest::keyClick(edit, Qt::Key_Return);
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QFile there(path(QStringLiteral("there.png")));
        QVERIFY(there.open(QIODevice::WriteOnly));
    }
    void init() { QSettings().setValue("test/folder", folder_.path()); }

    void a_name_without_an_ending_gets_that_of_the_kind() {
        QCOMPARE(ask([](QFileDialog& dialog) { name(dialog, QStringLiteral("new")); }, QMessageBox::No),
                 path(QStringLiteral("new.png")));
        QVERIFY(questions_.isEmpty());
    }

    void a_file_that_is_there_is_asked_for_also_by_its_name_without_the_ending() {
        for (const char* typed : {"there.png", "there"}) {
            QCOMPARE(ask([&](QFileDialog& dialog) { name(dialog, QLatin1String(typed)); }, QMessageBox::No), QString());
            QVERIFY2(questions_.size() == 1 && questions_.first().contains("there.png"), typed);
        }
        QCOMPARE(ask([](QFileDialog& dialog) { name(dialog, QStringLiteral("there")); }, QMessageBox::Yes),
                 path(QStringLiteral("there.png")));
    }

    void another_kind_changes_the_ending_of_the_proposed_name() {
        const auto choose = [](QFileDialog& dialog) {
            auto* const kinds = dialog.findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
            kinds->setCurrentIndex(1);
            emit kinds->activated(1);
            auto* const edit = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            QTest::keyClick(edit, Qt::Key_Return);
        };
        QCOMPARE(ask(choose, QMessageBox::No), path(QStringLiteral("chart.pdf")));
    }

    void what_is_given_up_leaves_the_folder_of_the_next_time() {
        QCOMPARE(ask([](QFileDialog& dialog) { dialog.reject(); }, QMessageBox::No), QString());
        QCOMPARE(QSettings().value("test/folder").toString(), folder_.path());
    }
};

WARPLOOM_WINDOW_TEST(SaveDialogTest);
#include "save_dialog_test.moc"
