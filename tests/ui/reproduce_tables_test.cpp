// Results on the Reproduce page: tables of charts, the table model, summaries, comparisons.
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/reproduce/cell_model.h"
#include "ui/pages/reproduce/claims_view.h"
#include "ui/pages/reproduce/comparison_view.h"
#include "ui/pages/reproduce/experiment_charts.h"
#include "ui/pages/reproduce/seal_banner.h"
#include "ui/pages/reproduce/sources.h"

#include "reproduce_support.h"
#include "support/runner.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <qcustomplot.h>

#include <set>

using namespace warploom;
using namespace warploom::ui;
using namespace reproduce_test;

namespace {

ResultHandle handle(experiment::Result result) { return std::make_shared<const experiment::Result>(std::move(result)); }

} // namespace

class ReproduceTablesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        data_home();
        theme().install(*qApp);
    }

    void each_kind_has_a_column_of_its_own_in_every_chart() {
        for (const ExperimentChart& chart : experimentCharts(filled(tiny_text()))) {
            const Table& table = chart.table;
            QVERIFY(!table.rows.empty());
            std::set<std::string> kinds, names;
            for (std::size_t r = 0; r < table.rows.size(); ++r) {
                const std::string kind = table.text(r, table.column("kind"));
                kinds.insert(kind);
                for (const char* column : {"published", "modelled", "measured"})
                    QCOMPARE(!std::isnan(table.number(r, table.column(column))), kind == column);
                // Each series has one kind of value, so that kinds have different colors.
                names.insert(table.text(r, table.column("series")));
            }
            QCOMPARE(kinds, (std::set<std::string>{"published", "modelled", "measured"}));
        }
    }

    void a_line_chart_holds_what_its_wish_names() {
        const Table table = experimentCharts(filled(tiny_text()))[0].table;
        // Only float: ELL of two orders in three kinds, and two measured on the host.
        QCOMPARE(table.rows.size(), std::size_t{8});
        std::set<std::string> series;
        for (std::size_t r = 0; r < table.rows.size(); ++r) series.insert(table.text(r, table.column("series")));
        QCOMPARE(series,
                 (std::set<std::string>{"ELL · class", "ELL · GTX 295", "ELL · Fake H200", "ELL on the host · host"}));
        QCOMPARE(table.columns[table.column("measured")].unit, std::string("ms"));
        QCOMPARE(table.number(0, table.column("order")), 4096.0);
    }

    void values_that_a_chart_does_not_fix_are_named_in_its_series() {
        const Table table = experimentCharts(filled(tiny_text()))[1].table;
        std::set<std::string> series, categories;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            series.insert(table.text(r, table.column("series")));
            categories.insert(table.text(r, table.column("order")));
        }
        QVERIFY(series.count("ELL, float · GTX 295") == 1);
        QVERIFY(series.count("ELL, double · class") == 1);
        QCOMPARE(categories, (std::set<std::string>{"order 4096", "order 8192"}));
    }

    void bars_look_as_what_they_are() {
        const ExperimentChart chart = experimentCharts(filled(tiny_text()))[1];
        ChartView view(chart.spec);
        view.resize(600, 400);
        view.setTable(chart.table);
        std::set<int> styles;
        for (int i = 0; i < view.plot()->plottableCount(); ++i)
            if (const auto* bars = qobject_cast<QCPBars*>(view.plot()->plottable(i)))
                styles.insert(bars->brush().style());
        QVERIFY(styles.count(Qt::NoBrush) == 1);
        QVERIFY(styles.count(Qt::SolidPattern) == 1);
        QVERIFY(styles.size() >= 3); // and a hatch pattern
        QVERIFY(!chartImage(view).isNull());
    }

    void a_chart_without_figures_keeps_its_place() {
        experiment::Result nothing = fresh(tiny_text());
        for (experiment::Cell& cell : nothing.cells) cell.published = {};
        const auto charts = experimentCharts(nothing);
        QCOMPARE(charts.size(), std::size_t{2});
        QVERIFY(charts[0].table.rows.empty());
        QCOMPARE(charts[1].spec.name, QString("tiny-chart-2"));
    }

    void profiles_are_drawn_by_rows() {
        experiment::Result result = fresh(tiny_text());
        result.profiles.push_back(
            {"Figure 2", "random-rows:n=4", "", "", {0, 1, 2, 3}, {1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}});
        result.profiles.push_back({"Figure 3", "random-rows:n=8", "", "", {0, 4}, {1, 3}, {5, 7}, {3, 5}});
        const auto charts = profileCharts(result);
        QCOMPARE(charts.size(), std::size_t{2});
        QCOMPARE(charts[0].table.rows.size(), std::size_t{4});
        QCOMPARE(charts[0].table.number(3, 3), 4.0);
        QCOMPARE(charts[1].table.rows.size(), std::size_t{4}); // two points, minimum and maximum
        QVERIFY(charts[0].is_profile && charts[0].spec.name != charts[1].spec.name);
    }

    void the_reading_gives_the_middle_ratio_to_what_was_printed() {
        experiment::Result result = filled(tiny_text());
        int k = 0;
        for (experiment::Cell& cell : result.cells)
            if (cell.series == "ell") cell.published.number = 10.0 / ++k; // ratios to the modeled 10: 1, 2, 3, 4
        QVERIFY2(ratioReading(result).contains(
                     "Ratio of modeled to published values: 2.50 (median of 4 cells, range 1.00 to 4.00)."),
                 qPrintable(ratioReading(result)));
        QCOMPARE(ratioReading(fresh(tiny_text())), QString());
    }

    void the_table_has_a_row_a_cell_and_three_ratios() {
        CellModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        experiment::Result result = filled(tiny_text());
        result.cells[0].published.number = 4;
        model.setResult(handle(result));
        QCOMPARE(model.rowCount(), 12);
        QCOMPARE(model.columnCount(), 1 + 2 + 6 + 1);
        QCOMPARE(model.index(0, 0).data().toString(), QString("ELL"));
        QCOMPARE(model.index(0, 1).data().toString(), QString("4096"));
        QCOMPARE(model.index(0, 2).data().toString(), QString("float"));
        QCOMPARE(
            model.index(0, model.columnOf(experiment::CellColumn::published)).data(CellModel::sort_role).toDouble(),
            4.0);
        QCOMPARE(model.index(0, model.columnOf(experiment::CellColumn::modelled)).data(CellModel::sort_role).toDouble(),
                 10.0);
        QCOMPARE(model.index(0, model.columnOf(experiment::CellColumn::measured)).data(CellModel::sort_role).toDouble(),
                 5.0);
        QCOMPARE(model.index(0, 6).data(CellModel::sort_role).toDouble(), 2.5);  // modeled / published
        QCOMPARE(model.index(0, 7).data(CellModel::sort_role).toDouble(), 1.25); // measured / published
        QCOMPARE(model.index(0, 8).data(CellModel::sort_role).toDouble(), 0.5);  // measured / modeled
        QCOMPARE(model.rowTitle(0), QString("ELL, order 4096, float"));
    }

    void a_head_of_many_words_takes_several_lines() {
        experiment::Result result = filled(tiny_text());
        result.experiment.variables[0].title = "rows of more nonzeros stand in front";
        CellModel model;
        model.setResult(handle(result));
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QString("rows of more\nnonzeros stand in\nfront"));
        QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), QString("precision"));
    }

    void a_fitted_cell_is_marked_and_a_missing_figure_says_why() {
        CellModel model;
        model.setResult(handle(filled(tiny_text())));
        const QModelIndex fitted = model.index(0, model.columnOf(experiment::CellColumn::modelled));
        QVERIFY(fitted.data(CellModel::fitted_role).toBool());
        QVERIFY(fitted.data().toString().contains(QString::fromUtf8("†")));
        const QModelIndex host = model.index(4, model.columnOf(experiment::CellColumn::modelled));
        QCOMPARE(host.data().toString(), QString::fromUtf8("–"));
        QVERIFY(host.data(Qt::ToolTipRole).toString().contains("no model of hosts"));
        QVERIFY(model.index(4, model.notesColumn()).data().toString().contains("no model of hosts"));
        QVERIFY(!model.index(4, 6).data(CellModel::sort_role).isValid());
    }

    void sorting_puts_what_has_no_number_last_both_ways() {
        CellModel model;
        CellFilter filter;
        filter.setSourceModel(&model);
        filter.setSortRole(CellModel::sort_role);
        model.setResult(handle(filled(tiny_text())));
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            filter.sort(model.columnOf(experiment::CellColumn::modelled), order);
            QVERIFY(
                filter.index(0, model.columnOf(experiment::CellColumn::modelled)).data(CellModel::sort_role).isValid());
            QVERIFY(!filter.index(11, model.columnOf(experiment::CellColumn::modelled))
                         .data(CellModel::sort_role)
                         .isValid());
        }
        filter.setWanted(2, "double");
        QCOMPARE(filter.rowCount(), 6);
        filter.setWanted(0, "ELL");
        QCOMPARE(filter.rowCount(), 2);
        filter.clear();
        QCOMPARE(filter.rowCount(), 12);
    }

    void new_figures_do_not_reset_the_table() {
        CellModel model;
        model.setResult(handle(fresh(tiny_text())));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset), changes(&model, &QAbstractItemModel::dataChanged);
        model.setResult(handle(filled(tiny_text())));
        QCOMPARE(resets.size(), 0);
        QCOMPARE(changes.size(), 1);
        model.setResult(handle(fresh(tiny_text("other"))));
        QCOMPARE(resets.size(), 1);
    }

    void two_results_stand_beside_each_other_with_their_ratio() {
        experiment::Result b = filled(tiny_text(), 2);
        b.measured_on = "Another card";
        b.facts = {{"version", "0.1.0"}, {"os", "another"}};
        const ComparedResults both{handle(filled(tiny_text())), handle(b), "here", "there"};
        ComparisonView view;
        view.setResults(both);
        QVERIFY(view.table()->model()->rowCount() >= 8);
        QVERIFY2(view.banner().contains("measured on: Fake H200 | Another card"), qPrintable(view.banner()));
        QVERIFY(view.banner().contains("os: test | another"));
        QVERIFY(!view.banner().contains("version"));
        const auto charts = comparisonCharts(*both.a, *both.b, "a", "b");
        std::set<std::string> series;
        const Table& table = charts[0].table;
        for (std::size_t r = 0; r < table.rows.size(); ++r) series.insert(table.text(r, table.column("series")));
        QVERIFY(series.count("ELL · Fake H200 · a") == 1 && series.count("ELL · Another card · b") == 1);
        QVERIFY(series.count("ELL · class") == 1);
    }

    void the_quick_form_judges_all_that_was_printed() {
        std::string text = tiny_text();
        const std::string claims = "\"claims\": [";
        text.insert(text.find(claims) + claims.size(),
                    R"({ "text": "Large ones take their time.", "left": "ell", "is": "more than", "than": 0.001,
                         "where": { "order": "8192" } },)");
        ClaimsView view;
        view.setResult(handle(fresh(text, true))); // its cells have only order 4096
        const auto column = [](experiment::CellColumn which) { return 1 + static_cast<int>(which); };
        const QString published = view.table()->item(0, column(experiment::CellColumn::published))->text();
        QVERIFY2(published.contains("holds") && !published.contains("no matching"), qPrintable(published));
        const QString modelled = view.table()->item(0, column(experiment::CellColumn::modelled))->text();
        QVERIFY2(modelled.contains("full run only"), qPrintable(modelled));
        QVERIFY2(claimsReading(view.claims()).contains("The published values confirm 1 of 1 claim"),
                 qPrintable(claimsReading(view.claims())));
    }

    void two_like_results_say_that_nothing_else_differs() {
        const ComparedResults both{handle(filled(tiny_text())), handle(filled(tiny_text(), 2)), "a", "b"};
        QVERIFY(differences(both).isEmpty());
    }

    void a_seal_is_read_out_with_the_edited_cells() {
        const std::string text = experiment::result_to_json(filled(tiny_text()));
        QVERIFY(sealHtml(experiment::check_seal(text, "test")).contains("intact"));
        std::string edited = text;
        const auto at = edited.find("\"number\": 10");
        QVERIFY(at != std::string::npos);
        edited.replace(at, 12, "\"number\": 11");
        const experiment::SealReport seal = experiment::check_seal(edited, "test");
        QVERIFY(!seal.is_intact && !seal.edited.empty());
        const QString html = sealHtml(seal);
        QVERIFY(html.contains("does not match"));
        QVERIFY(html.contains(QString::fromStdString(seal.edited.front()).toHtmlEscaped()));
        QVERIFY(html.contains("ELL"));
    }

    void every_built_in_experiment_belongs_to_a_source() {
        for (const experiment::Experiment& each : experiment::experiments())
            QVERIFY2(findSource(QString::fromStdString(each.source)) != nullptr, each.id.c_str());
        QCOMPARE(sources().size(), 6);
    }

    void every_built_in_chart_shows_what_was_printed_without_a_clash_of_names() {
        std::set<QString> names;
        for (const experiment::Experiment& each : experiment::experiments()) {
            experiment::Result result;
            result.experiment = each;
            result.cells = experiment::expand(each, false);
            for (const ExperimentChart& chart : allCharts(result)) {
                QVERIFY2(names.insert(chart.spec.name).second, qPrintable(chart.spec.name));
                for (std::size_t r = 0; r < chart.table.rows.size(); ++r)
                    QCOMPARE(chart.table.text(r, chart.table.column("kind")), std::string("published"));
            }
        }
        QVERIFY(names.size() > 10);
    }
};

WARPLOOM_WINDOW_TEST(ReproduceTablesTest);
#include "reproduce_tables_test.moc"
