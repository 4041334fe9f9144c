// A file without `run` on the Write page: a bar offers the missing lines.
#include "support/runner.h"
#include "tests/ui/page_desk.h"
#include "tests/ui/ui_test_tools.h"

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"

#include <QDir>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

const QString pasted = QStringLiteral(
    "#include <vector>\n"
    "__global__ void product(int n, const int* ptr, const int* idx, const double* a, const double* x, double* y) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n  double s = 0;\n"
    "  for (int k = ptr[i]; k < ptr[i + 1]; ++k) s += a[k] * x[idx[k]];\n  y[i] = s;\n}\n"
    "int main() { std::vector<int> p(4); product<<<1, 64>>>(3, p.data(), 0, 0, 0, 0); }\n");

/// The Write page with a real worker.
struct Desk {
    Session session;
    WritePage page{session};

    explicit Desk(const QString& text) {
        session.worker().start();
        session.setCard(QStringLiteral("h200"));
        session.openMatrix(QStringLiteral("diagonal:n=64"));
        page.resize(1100, 620);
        page.show();
        page.beginFrom(QStringLiteral("spmv/csr_scalar.cu"));
        page.editor()->replaceAll(text);
    }
    bool checked() {
        return wait_until([this] {
            return session.matrix() && page.isSettled() && page.verdict()->check() &&
                   !page.verdict()->check()->kernel.empty();
        });
    }
    QString verdict() const { return QLatin1String(to_string(page.verdict()->check()->verdict)); }
    QFrame* bar() const { return page.findChild<QFrame*>(QStringLiteral("writeProposal")); }
    QPushButton* button() const { return page.findChild<QPushButton*>(QStringLiteral("writeAddProposal")); }
};

} // namespace

class WritePastedTest : public QObject {
    Q_OBJECT
    QTemporaryDir home_;

private slots:
    void initTestCase() { ui_test::isolate_settings(); }
    void init() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toUtf8());
        QDir(KernelSources::folder()).removeRecursively();
    }

    void the_missing_lines_are_added_as_one_step() {
        Desk desk(pasted);
        QVERIFY(desk.checked());
        QCOMPARE(desk.verdict(), QStringLiteral("refused"));
        QVERIFY(desk.bar()->isVisible());
        QVERIFY(desk.button()->toolTip().contains("`ptr` is row_pointer"));
        QTest::mouseClick(desk.button(), Qt::LeftButton);
        QVERIFY(desk.bar()->isHidden());
        QVERIFY(desk.page.editor()->text().startsWith(pasted));
        QVERIFY(desk.page.editor()->text().contains("void run(int rows, const int* row_pointer"));
        QVERIFY(desk.checked());
        QCOMPARE(desk.verdict(), QStringLiteral("right"));
        QVERIFY(desk.bar()->isHidden());
        desk.page.editor()->undo();
        QCOMPARE(desk.page.editor()->text(), pasted);
    }

    void the_bar_states_why_no_lines_can_be_proposed() {
        Desk desk(QStringLiteral("__global__ void k(const short* a, int* b, int n) {\n"
                                 "  int i = threadIdx.x;\n  if (i < n) b[i] = a[i];\n}\n"));
        QVERIFY(desk.checked());
        QVERIFY(desk.bar()->isVisible());
        QVERIFY(desk.button()->isHidden());
        QVERIFY(desk.bar()->findChild<QLabel*>()->text().contains("of type `short`"));
    }
};

WARPLOOM_WINDOW_TEST(WritePastedTest);

#include "write_pasted_test.moc"
