// Built-in kernels on the Write page: they can be opened there, also from other pages, and compared with themselves.
#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"

#include "engine/embedded_files.h"
#include "engine/simt/language/headers.h"
#include "ui/mainwindow/pages.h"
#include "ui/pages/formats/formats_page.h"
#include "ui/pages/model/model_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/cost_table.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/kernel_files.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/change_action.h"

#include <QDir>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// Returns the source of a kernel as it is opened for editing.
QString fileText(const char* name) {
    const EmbeddedFile* const file = find_embedded_file(shipped_texts(), name);
    return file == nullptr ? QString() : QString::fromStdString(simt::expand_kernel_headers(file->text));
}

/// The pages in one session with a real worker.
struct Desk {
    Session session;
    WarpPage warp{session};
    RunPage run{session};
    ModelPage model{session};
    FormatsPage formats{session};
    WritePage page{session};
    Page* wanted = nullptr;

    Desk() {
        connectPages(page, warp, run);
        QObject::connect(&page, &Page::pageRequested, &page, [this](Page* other) { wanted = other; });
        session.worker().start();
        session.setCard(QStringLiteral("h200"));
        session.openMatrix(QStringLiteral("laplace2d:n=20"));
        page.resize(1100, 620);
        page.show();
    }
    bool ready() {
        return wait_until([this] { return session.matrix() && !session.worker().handshake().kernels.empty(); });
    }
    bool checked() {
        return wait_until([this] {
            return session.matrix() && page.isSettled() && page.verdict()->check() &&
                   page.verdict()->check()->kernel == page.current().toStdString();
        });
    }
    QAction* entry(const char* file) { return page.findChild<QAction*>(QLatin1String(file)); }
    /// Returns the comparison with the built-in kernel's own value: more, less or equal.
    QString beside(int row) const { return page.verdict()->costs()->item(row, 2)->text(); }
    void replace(const QString& words, const QString& by) {
        QString text = page.editor()->text();
        QVERIFY(text.contains(words));
        page.editor()->setText(text.replace(words, by));
    }
};

} // namespace

class WriteBuiltInTest : public QObject {
    Q_OBJECT
    QTemporaryDir home_;

private slots:
    void initTestCase() { ui_test::isolate_settings(); }
    void init() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toUtf8());
        QDir(KernelSources::folder()).removeRecursively();
    }

    void every_file_of_a_built_in_kernel_is_one_that_can_be_begun_from() {
        Desk desk;
        int built_in = 0;
        for (const EmbeddedFile& file : shipped_texts()) {
            QAction* const action = desk.entry(file.name.c_str());
            QVERIFY2(action != nullptr, file.name.c_str());
            QVERIFY2(!action->toolTip().isEmpty(), file.name.c_str());
            const QString name = QString::fromStdString(file.name), kernel = kernelOfFile(name);
            if (kernel.isEmpty()) continue;
            ++built_in;
            QCOMPARE(action->text(), kernel);
            QCOMPARE(fileOfKernel(name.section('/', 0, 0), kernel), name);
        }
        QVERIFY(built_in >= 12);
        QCOMPARE(fileOfKernel("ata", "naive@none"), QStringLiteral("ata/naive.cu"));
        QCOMPARE(fileOfKernel("spmv", "paper:prata2010_ell.cu"), QStringLiteral("papers/prata2010_ell.cu"));
        QVERIFY(fileOfKernel("spmv", "cusparse-csr").isEmpty() && kernelOfFile("papers/prata2010_ell.cu").isEmpty());
    }

    void a_built_in_kernel_is_compared_with_itself_and_not_with_the_plain_one() {
        Desk desk;
        desk.entry("spmv/csr_vector.cu")->trigger();
        QCOMPARE(desk.page.editor()->text(), fileText("spmv/csr_vector.cu"));
        QVERIFY(desk.page.editor()->text().contains("__global__")); // code from headers can be edited, too
        QVERIFY(desk.checked());
        const auto check = desk.page.verdict()->check();
        QCOMPARE(to_string(check->verdict), "right");
        QCOMPARE(check->twin->kernel, std::string("csr-vector"));
        for (int row = 0; row < desk.page.verdict()->costs()->rowCount(); ++row)
            QVERIFY2(desk.beside(row).startsWith("= ") || desk.beside(row).startsWith(QString::fromUtf8("≈ ")),
                     qPrintable(desk.beside(row))); // equal; times are modeled

        desk.replace("y[row] = sum;", "{ y[row] = sum; y[row] += 0; }");
        QVERIFY(desk.checked());
        QCOMPARE(desk.page.verdict()->check()->twin->kernel, std::string("csr-vector"));
        QVERIFY2(desk.beside(0).startsWith(QChar(u'▲')), qPrintable(desk.beside(0)));
    }

    void what_a_text_was_made_of_is_known_after_a_start() {
        Desk desk;
        desk.entry("spmv/ell.cu")->trigger();
        const QString name = desk.page.current();
        QCOMPARE(name, QStringLiteral("my_ell.cu"));
        desk.session.texts().keep();
        const KernelSources again;
        QVERIFY(again.find(name) != nullptr);
        QCOMPARE(again.find(name)->from, std::string("ell"));
    }

    void a_text_that_computes_something_else_now_is_compared_with_the_plain_one() {
        Desk desk;
        desk.entry("ata/naive.cu")->trigger();
        desk.page.editor()->setText(fileText("spmv/csr_scalar.cu"));
        QVERIFY(desk.checked());
        QCOMPARE(desk.page.verdict()->check()->twin->kernel, std::string("csr-scalar"));
    }

    void one_that_nobody_changed_is_not_opened_twice() {
        Desk desk;
        desk.entry("spmv/ell.cu")->trigger();
        const auto count = desk.session.texts().all().size();
        desk.entry("spmv/csr_vector.cu")->trigger();
        desk.entry("spmv/ell.cu")->trigger();
        QCOMPARE(desk.page.current(), QStringLiteral("my_ell.cu"));
        QCOMPARE(desk.session.texts().all().size(), count + 1);
        desk.replace("ell", "my_ell");
        desk.entry("spmv/ell.cu")->trigger();
        QCOMPARE(desk.page.current(), QStringLiteral("my_ell_2.cu"));
    }

    void the_kernel_of_a_page_is_changed_on_write_data() {
        QTest::addColumn<QString>("button");
        for (const char* const button : {"warpChange", "modelChange", "formatsChange"}) QTest::newRow(button) << button;
    }
    void the_kernel_of_a_page_is_changed_on_write() {
        QFETCH(QString, button);
        Desk desk;
        QVERIFY(desk.ready());
        desk.session.setChoice("kernel", "csr-vector", {});
        QWidget* const pages[] = {&desk.warp, &desk.model, &desk.formats};
        QToolButton* change = nullptr;
        for (QWidget* const page : pages)
            if (change == nullptr) change = page->findChild<QToolButton*>(button);
        QVERIFY(change != nullptr && change->isEnabled());
        QTest::mouseClick(change, Qt::LeftButton);
        QCOMPARE(desk.wanted, &desk.page);
        QCOMPARE(desk.page.editor()->text(), fileText("spmv/csr_vector.cu"));

        // An existing copy is shown, instead of creating a new one.
        const QString mine = desk.page.current();
        desk.entry("spmv/ell.cu")->trigger();
        desk.session.setChoice("kernel", mine, {});
        QTest::mouseClick(change, Qt::LeftButton);
        QCOMPARE(desk.page.current(), mine);
    }

    void the_kernel_that_is_marked_on_run_is_changed_on_write() {
        Desk desk;
        QVERIFY(desk.ready());
        desk.session.setMachine("simulated:h200", "H200");
        auto* const tree = desk.run.findChild<QTreeWidget*>("runKernels");
        auto* const change = desk.run.findChild<QToolButton*>("runChange");
        QVERIFY(!change->isEnabled()); // nothing is selected
        const auto item = [&] { return tree->findItems("csr-vector", Qt::MatchExactly | Qt::MatchRecursive).value(0); };
        QVERIFY(item() != nullptr);
        tree->setCurrentItem(item());
        QVERIFY(tree->actions().contains(change->defaultAction())); // also in the context menu
        QTest::mouseClick(change, Qt::LeftButton);
        QCOMPARE(desk.wanted, &desk.page);
        QCOMPARE(desk.page.editor()->text(), fileText("spmv/csr_vector.cu"));
        QCOMPARE(tree->currentItem(), item());  // the list has one more kernel, and the selection is unchanged
        tree->setCurrentItem(item()->parent()); // a heading
        QVERIFY(!change->isEnabled());
    }
};

WARPLOOM_WINDOW_TEST(WriteBuiltInTest);
#include "write_built_in_test.moc"
