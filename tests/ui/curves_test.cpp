// Coinciding curves are all visible, and the legend says where they are equal.
#include "ui/charts/chart_view.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QTest>
#include <qcustomplot.h>

using namespace warploom;
using namespace warploom::ui;

namespace {

ChartSpec curves() {
    ChartSpec spec;
    spec.kind = ChartSpec::Kind::lines;
    spec.name = "curves";
    spec.x = "unknowns";
    spec.value = "difference";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.log_x = spec.log_value = true;
    return spec;
}

/// Two published curves that differ by `factor`.
Table printed(double factor) {
    Table table;
    table.columns = {{"unknowns", ""}, {"series", ""}, {"kind", ""}, {"difference", ""}};
    for (const double n : {1e5, 1e6})
        for (const char* method : {"cr", "pcr"})
            table.add_row({n, std::string("thesis, float, thomas vs ") + method, std::string("published"),
                           n / 1000 * (std::string(method) == "cr" ? 1 : factor)});
    return table;
}

/// Returns the distance between two colors: 0 for equal ones, 765 for black and white.
int distance(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

} // namespace

class CurvesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void the_legend_says_which_curve_another_one_equals() {
        ChartView view(curves());
        view.setTable(printed(1));
        QCOMPARE(view.plot()->graphCount(), 2);
        QVERIFY(!view.plot()->graph(0)->name().contains('='));
        QVERIFY2(view.plot()->graph(1)->name().endsWith("published = thomas vs cr"),
                 qPrintable(view.plot()->graph(1)->name()));
    }

    void of_equal_curves_the_lower_one_shows_around_the_upper_one() {
        ChartView view(curves());
        view.setTable(printed(1));
        const QCPGraph *lower = view.plot()->graph(0), *upper = view.plot()->graph(1);
        QVERIFY(lower->pen().widthF() >= upper->pen().widthF() * 1.8);
        QVERIFY(lower->scatterStyle().size() >= upper->scatterStyle().size() * 1.5);
        // Both colors must occur.
        view.resize(600, 400);
        const Colours& colours = theme().colours();
        const QImage picture = view.plot()->toPixmap(600, 400).toImage();
        for (const int series : {0, 1}) {
            int seen = 0;
            for (int y = 0; y < 300; ++y) // above the legend
                for (int x = 0; x < picture.width(); ++x)
                    seen += distance(picture.pixelColor(x, y), colours.strokeColour(series)) < 90;
            QVERIFY2(seen > 100, qPrintable(QStringLiteral("series %1: %2 pixels").arg(series).arg(seen)));
        }
    }

    void curves_that_are_apart_are_drawn_alike_and_called_different() {
        ChartView view(curves());
        view.setTable(printed(2));
        QCOMPARE(view.plot()->graph(0)->pen().widthF(), view.plot()->graph(1)->pen().widthF());
        QVERIFY(!view.plot()->graph(1)->name().contains('='));
    }

    void curves_that_only_begin_together_are_drawn_alike() {
        Table table;
        table.columns = {{"unknowns", ""}, {"series", ""}, {"kind", ""}, {"difference", ""}};
        for (const double n : {1.0, 2.0, 3.0, 4.0})
            for (const char* method : {"cr", "pcr"})
                table.add_row({n, std::string(method), std::string("measured"),
                               n < 4                         ? n
                               : std::string(method) == "cr" ? 600.0
                                                             : 900.0});
        ChartSpec spec = curves();
        spec.log_x = spec.log_value = false;
        ChartView view(spec);
        view.setTable(table);
        QCOMPARE(view.plot()->graph(0)->pen().widthF(), view.plot()->graph(1)->pen().widthF());
    }

    void nearly_equal_curves_are_both_seen_and_not_called_equal() {
        ChartView view(curves());
        view.setTable(printed(1.004));
        QVERIFY(view.plot()->graph(0)->pen().widthF() > view.plot()->graph(1)->pen().widthF());
        QVERIFY(!view.plot()->graph(1)->name().contains('='));
    }
};

WARPLOOM_WINDOW_TEST(CurvesTest);
#include "curves_test.moc"
