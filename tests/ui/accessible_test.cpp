// Screen reader support of painted views: name, description, and their data line by line.
#include "tests/ui/network_support.h"
#include "ui/charts/painted_accessible.h"
#include "ui/components/spy/spy_view.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/matrix/network/network_view.h"
#include "ui/pages/matrix/rows/histogram_view.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QAccessible>
#include <QApplication>
#include <QTest>

using namespace warploom;
using namespace warploom::ui;

class AccessibleTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
        installPaintedAccessibles();
        installPaintedAccessibles(); // calling it twice has no effect
    }

    void a_map_is_read_link_by_link() {
        const MatrixHandle matrix = loaded(squareNetwork());
        NetworkView view;
        view.setNetwork(std::make_shared<const NetworkDrawing>(matrix->matrix), matrix);
        QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(dynamic_cast<PaintedAccessible*>(reader) != nullptr);
        QCOMPARE(reader->role(), QAccessible::List);
        QCOMPARE(reader->text(QAccessible::Name), QString("Map of the water network"));
        QVERIFY2(reader->text(QAccessible::Description).startsWith("Network of square.inp, 5 rows."),
                 qPrintable(reader->text(QAccessible::Description)));
        QVERIFY(reader->text(QAccessible::Description).contains("Page Down"));
        QCOMPARE(reader->childCount(), 5);
        QAccessibleInterface* line = reader->child(3);
        QVERIFY(line != nullptr);
        QCOMPARE(line->role(), QAccessible::ListItem);
        QCOMPARE(line->text(QAccessible::Name),
                 QString("link Lift, kind pump, from R, to a, status open, conductance 8.000\u00a0ft²/s, to row 0"));
        QCOMPARE(line->parent(), reader);
        QCOMPARE(reader->indexOfChild(line), 3);
        QCOMPARE(reader->child(3), line);
        QVERIFY(reader->child(5) == nullptr);
        QVERIFY(reader->child(-1) == nullptr);
    }

    void a_spy_picture_is_read_cell_by_cell() {
        SpyView spy;
        spy.resize(200, 200);
        spy.setMatrix(loaded(drawn(2, 2, {{0, 0, 1}, {1, 0, 2}})));
        QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(&spy);
        QVERIFY(dynamic_cast<PaintedAccessible*>(reader) != nullptr);
        QCOMPARE(reader->childCount(), 2);
        QVERIFY2(reader->child(1)->text(QAccessible::Name).startsWith("row begin 1, row end 2"),
                 qPrintable(reader->child(1)->text(QAccessible::Name)));
    }

    void an_empty_view_says_that_nothing_is_drawn() {
        NetworkView view;
        QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(&view);
        QCOMPARE(reader->childCount(), 0);
        QVERIFY(reader->text(QAccessible::Description).startsWith("The chart is empty."));
    }

    void a_line_outlives_its_view_without_harm() {
        auto* view = new NetworkView;
        const MatrixHandle matrix = loaded(squareNetwork());
        view->setNetwork(std::make_shared<const NetworkDrawing>(matrix->matrix), matrix);
        QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(view);
        const QAccessible::Id id = QAccessible::uniqueId(reader->child(0));
        delete view;
        QVERIFY(QAccessible::accessibleInterface(id) == nullptr);
    }

    void every_painted_chart_of_the_window_is_read_and_has_a_name() {
        Session session;
        MainWindow window(session);
        int painted = 0;
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            if (dynamic_cast<Chart*>(widget) == nullptr || !widget->findChildren<QWidget*>().isEmpty()) continue;
            ++painted;
            QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(dynamic_cast<PaintedAccessible*>(reader) != nullptr, widget->metaObject()->className());
            QVERIFY2(!reader->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
        QVERIFY2(painted >= 8, qPrintable(QString::number(painted)));
    }
};

WARPLOOM_WINDOW_TEST(AccessibleTest);
#include "accessible_test.moc"
