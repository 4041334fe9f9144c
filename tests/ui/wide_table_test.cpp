// Tables wider than their page: the first column stays visible, and important columns come first.
#include "ui/components/operations/run_tables.h"
#include "ui/pages/reproduce/cell_table.h"
#include "ui/widgets/table_model.h"

#include "reproduce_support.h"
#include "support/runner.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace warploom;
using namespace warploom::ui;
using namespace reproduce_test;

namespace {

Table wide() {
    Table table;
    table.columns = {{"kernel", ""}};
    for (int c = 0; c < 30; ++c) table.columns.push_back({"figure_" + std::to_string(c), "ns"});
    for (int r = 0; r < 40; ++r) {
        std::vector<Cell> row{"kernel-" + std::to_string(r)};
        for (int c = 0; c < 30; ++c) row.push_back(1000.0 * r + c);
        table.add_row(row);
    }
    return table;
}

} // namespace

class WideTableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        data_home();
        theme().install(*qApp);
    }

    void the_first_column_stays_while_the_others_scroll() {
        TableModel model;
        model.setTable(wide());
        const std::unique_ptr<QTableView> view(sortedView(&model));
        view->resize(500, 300);
        view->show();
        QApplication::processEvents();
        auto* const pinned = view->findChild<QTableView*>(QStringLiteral("pinnedColumns"));
        QVERIFY(pinned != nullptr);
        QVERIFY(!pinned->isVisible()); // nothing is covered unless the table is scrolled
        view->horizontalScrollBar()->setValue(view->horizontalScrollBar()->maximum());
        QVERIFY(pinned->isVisible());
        QCOMPARE(pinned->indexAt({5, 5}).data().toString(), QString("kernel-0"));
        // Its rows stay aligned with those of the view, whichever of the two is scrolled.
        view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum());
        QCOMPARE(pinned->verticalScrollBar()->value(), view->verticalScrollBar()->value());
        const int y = 20;
        QCOMPARE(pinned->indexAt({5, y}).row(), view->indexAt({view->viewport()->width() - 5, y}).row());
        view->horizontalScrollBar()->setValue(0);
        QVERIFY(!pinned->isVisible());
    }

    void a_click_on_the_head_that_stays_sorts_the_table() {
        TableModel model;
        model.setTable(wide());
        const std::unique_ptr<QTableView> view(sortedView(&model));
        view->resize(500, 300);
        view->show();
        view->horizontalScrollBar()->setValue(200);
        QApplication::processEvents();
        auto* const pinned = view->findChild<QTableView*>(QStringLiteral("pinnedColumns"));
        const auto click = [&] {
            QTest::mouseClick(pinned->horizontalHeader()->viewport(), Qt::LeftButton, {}, {20, 5});
        };
        click();
        click();
        QCOMPARE(view->horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(view->model()->index(0, 0).data().toString(), QString("kernel-9"));
        QCOMPARE(pinned->indexAt({5, 5}).data().toString(), QString("kernel-9"));
    }

    void the_time_and_the_verdict_of_a_run_stand_before_what_is_usual() {
        const Table table = resultTable({});
        const auto at = [&](const char* name) { return table.column(name); };
        for (const char* usual : {"status", "kind", "precision", "block"})
            for (const char* wanted : {"median", "speedup", "verdict"}) QVERIFY2(at(wanted) < at(usual), usual);
        QVERIFY(at("verdict") < 7);
    }

    void what_is_the_same_in_all_rows_is_said_once_without_a_column() {
        CellTable table;
        auto result = filled(tiny_text());
        const std::size_t all = result.cells.size();
        const std::string name = result.experiment.variables.front().name;
        for (auto& cell : result.cells) {
            for (auto& [variable, value] : cell.at)
                if (variable == name) value = "17";
            cell.value(experiment::CellColumn::measured) = {};
        }
        table.setResult(std::make_shared<const experiment::Result>(result));
        auto* const view = table.findChild<QTableView*>(QStringLiteral("reproduceTable"));
        QVERIFY(all > 1 && view->isColumnHidden(1));
        QVERIFY(table.findChild<QLabel*>(QStringLiteral("reproduceRowCount"))->text().contains(": 17"));
        // Columns without any values are hidden as well.
        const int measured = 1 + static_cast<int>(result.experiment.variables.size()) + 2;
        QVERIFY(!view->isColumnHidden(measured - 1));
        QVERIFY(view->isColumnHidden(measured));
    }
};

WARPLOOM_WINDOW_TEST(WideTableTest);
#include "wide_table_test.moc"
