// Charts with little space: a narrow widget, a long list, an outlier, large fonts.
#include "ui/charts/chart_plot.h"
#include "ui/charts/chart_view.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// Bars for the column `time` (ns), with quartiles.
ChartSpec roomBars() {
    ChartSpec spec;
    spec.title = QStringLiteral("Bars");
    spec.name = QStringLiteral("bars");
    spec.category = "kernel";
    spec.series = "part";
    spec.value = "time";
    spec.low = "low";
    spec.high = "high";
    spec.kind_column = "kind";
    return spec;
}

Table noBars() {
    Table table;
    table.columns = {{"kernel", ""}, {"part", ""}, {"kind", ""}, {"time", "ns"}, {"low", "ns"}, {"high", "ns"}};
    return table;
}

void addBar(Table& table, const std::string& kernel, const std::string& part, double ns, double high = 0) {
    table.add_row({kernel, part, std::string("measured"), ns, ns, high > 0 ? high : ns});
}

/// An iteration of conjugate gradients on a GPU, in parts with long names.
Table iterationCosts() {
    Table table = noBars();
    for (const char* stretch : {"1: cg-fused:csr-adaptive-vector, float", "2: cg-fused:csr-adaptive-vector, double"})
        for (const char* part :
             {"product A p", "dot products", "vector updates", "preconditioner IC(0)", "launches and the rest"})
            addBar(table, stretch, part, 4321.5);
    return table;
}

QList<const QCPItemText*> textsIn(const QCustomPlot& plot) {
    QList<const QCPItemText*> all;
    for (int i = 0; i < plot.itemCount(); ++i)
        if (const auto* text = qobject_cast<const QCPItemText*>(plot.item(i))) all.append(text);
    return all;
}

} // namespace

class ChartRoomTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void legend_and_sums_stay_inside_when_a_chart_becomes_narrow() {
        ChartSpec spec = roomBars();
        spec.stacked = true;
        ChartView view(spec);
        view.resize(1100, 400);
        view.setTable(iterationCosts());
        view.show();
        QVERIFY(wait_until([&] { return view.plot()->viewport().width() > 1000; }));
        view.resize(340, 400);
        QVERIFY(wait_until([&] { return view.plot()->width() <= view.width(); }));
        QVERIFY(wait_until([&] { return view.plot()->legend->outerRect().right() <= view.plot()->width(); }));
        QCustomPlot& plot = *view.plot();
        plot.replot(QCustomPlot::rpImmediateRefresh);
        int entries = 0;
        for (int i = 0; i < plot.legend->itemCount(); ++i) entries += plot.legend->item(i) != nullptr;
        QCOMPARE(entries, 5);
        QVERIFY(plot.axisRect()->right() <= plot.width());
        // The bars have enough space beside the long names.
        QVERIFY2(wait_until([&] { return plot.axisRect()->width() > plot.width() / 3; }),
                 qPrintable(QString::number(plot.axisRect()->width())));
        int sums = 0;
        for (const QCPItemText* text : textsIn(plot)) {
            sums += text->text().contains(QLatin1String("21.61"));
            QVERIFY(text->right->pixelPosition().x() <= plot.axisRect()->right() + 1);
        }
        QCOMPARE(sums, 2);
    }

    void numbers_beside_bars_do_not_overlap_in_however_little_room_data() {
        QTest::addColumn<int>("bars");
        QTest::addColumn<bool>("is_compact");
        for (const int bars : {1, 2, 4, 12}) QTest::addRow("%d bars", bars) << bars << false;
        QTest::addRow("compact") << 4 << true;
    }
    void numbers_beside_bars_do_not_overlap_in_however_little_room() {
        QFETCH(int, bars);
        QFETCH(bool, is_compact);
        Table table = noBars();
        for (int k = 0; k < bars; ++k) addBar(table, "kernel-" + std::to_string(k), "double", 1000.0 + k);
        for (const double scale : {1.0, 2.0}) {
            theme().setScale(scale);
            ChartView view(roomBars());
            view.setCompact(is_compact);
            view.setTable(table);
            view.resize(640, 150);
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view));
            view.plot()->replot(QCustomPlot::rpImmediateRefresh);
            QList<QPair<double, double>> numbers; // top and bottom of the digits
            const QRectF inside = view.plot()->axisRect()->rect();
            for (const QCPItemText* text : textsIn(*view.plot())) {
                const QFontMetricsF metrics(text->font());
                const double middle = text->position->pixelPosition().y(), box = metrics.height() / 2;
                const double digits = metrics.tightBoundingRect(text->text()).height() / 2;
                QVERIFY2(middle - digits >= inside.top() && middle + digits <= inside.bottom(),
                         qPrintable(text->text() + QStringLiteral(" at %1").arg(scale)));
                // The background of a number must not hide digits of another one.
                for (const auto& [top, bottom] : numbers)
                    QVERIFY2(middle - box >= bottom - 1 || middle + box <= top + 1,
                             qPrintable(text->text() + QStringLiteral(" at %1").arg(scale)));
                numbers.append({middle - digits, middle + digits});
            }
            QCOMPARE(static_cast<int>(numbers.size()), bars);
        }
        theme().setScale(1.0);
    }

    void a_list_of_pairs_has_a_line_for_each_and_both_numbers_in_it() {
        ChartSpec spec = roomBars();
        spec.paired = true;
        spec.log_value = true;
        Table table = noBars();
        constexpr int kernels = 25;
        for (int k = 0; k < kernels; ++k)
            for (const char* card : {"GeForce GTX 295", "NVIDIA H200"})
                addBar(table, "kernel-" + std::to_string(k), card, 1000.0 + k * 100 + (card[0] == 'N' ? 7 : 0));
        // The height of a page on a projector with 720 lines.
        QVERIFY(wantedHeight(spec, table, false) <= 375);
        ChartView view(spec);
        view.resize(700, 460);
        view.setTable(table);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        QMap<double, QList<const QCPItemText*>> lines;
        for (const QCPItemText* text : textsIn(*view.plot())) lines[text->position->coords().y()].append(text);
        QCOMPARE(static_cast<int>(lines.size()), kernels);
        for (const auto& pair : lines) {
            QCOMPARE(static_cast<int>(pair.size()), 2);
            QVERIFY(pair[0]->right->pixelPosition().x() <= pair[1]->left->pixelPosition().x());
            QVERIFY(pair[0]->font().pixelSize() >= 11);
            QVERIFY(pair[0]->color() != pair[1]->color());
        }
        // The longest bar must end before the first number.
        const double end = view.plot()->xAxis->coordToPixel(1000.0 + (kernels - 1) * 100 + 7);
        for (const auto& pair : lines) QVERIFY(end <= pair[0]->left->pixelPosition().x());
    }

    void values_that_differ_much_get_a_logarithmic_axis_unless_the_user_chooses_one() {
        const auto two_bars = [](double larger) {
            Table table = noBars();
            addBar(table, "csr-vector", "", 1000);
            addBar(table, "coo-serial", "", larger);
            return table;
        };
        ChartView view(roomBars());
        const auto is_log = [&] { return view.plot()->xAxis->scaleType() == QCPAxis::stLogarithmic; };
        view.setTable(two_bars(49'000));
        QVERIFY(!is_log());
        view.setTable(two_bars(51'000));
        QVERIFY(is_log());
        view.setTable(two_bars(2000)); // of another run
        QVERIFY(!is_log());
        view.setTable(two_bars(51'000));
        view.findChild<QToolButton*>(QStringLiteral("logButton"))->click();
        QVERIFY(!is_log());
        view.setTable(two_bars(52'000));
        QVERIFY(!is_log());
        // The lengths of stacked bars are sums, and a bar of length 0 has no place on a logarithmic axis.
        ChartSpec stacked = roomBars();
        stacked.stacked = true;
        QVERIFY(!needsLogAxis(stacked, two_bars(51'000)));
        QVERIFY(!needsLogAxis(roomBars(), [&] {
            Table table = two_bars(51'000);
            addBar(table, "empty", "", 0);
            return table;
        }()));
    }

    void a_legend_stands_above_the_axes_where_scrolling_does_not_hide_it() {
        ChartView view(roomBars());
        view.resize(600, 400);
        Table table = noBars();
        for (const char* part : {"product", "dot products"}) addBar(table, "cg", part, 4321);
        view.setTable(table);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        QVERIFY(view.plot()->legend->visible());
        QVERIFY(view.plot()->legend->outerRect().bottom() <= view.plot()->axisRect()->top());
        // Without series, there is no legend, and the axes take its place.
        const int top = view.plot()->axisRect()->outerRect().top();
        Table plain = noBars();
        addBar(plain, "cg", "", 4321);
        view.setTable(plain);
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        QVERIFY(!view.plot()->legend->visible());
        QVERIFY(view.plot()->axisRect()->outerRect().top() < top);
    }

    void over_many_decades_all_ticks_are_powers_of_ten() {
        ChartSpec spec = roomBars();
        spec.log_value = true;
        ChartView view(spec);
        view.resize(900, 300);
        Table table = noBars();
        addBar(table, "first", "", 1);
        addBar(table, "last", "", 5e8);
        view.setTable(table);
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        const QVector<QString> labels = view.plot()->xAxis->tickVectorLabels();
        QVERIFY(labels.size() >= 3);
        for (const QString& label : labels) QVERIFY2(label.contains(QLatin1Char('e')), qPrintable(label));
    }

    void a_sample_far_away_leaves_the_bars_to_be_compared() {
        ChartView view(roomBars());
        view.resize(600, 400);
        Table table = noBars();
        addBar(table, "cpu-ell", "", 14'990);
        addBar(table, "cpu-csr-parallel", "", 45'940, 4'700'000);
        view.setTable(table);
        QVERIFY2(view.plot()->xAxis->range().upper < 3 * 45'940,
                 qPrintable(QString::number(view.plot()->xAxis->range().upper)));
        // A whisker of normal length must be completely visible.
        Table usual = noBars();
        addBar(usual, "cpu-ell", "", 14'990, 20'000);
        view.setTable(usual);
        QVERIFY(view.plot()->xAxis->range().upper > 20'000);
    }

    void the_arrow_of_a_sample_beyond_the_axis_grows_as_the_letters_do() {
        Table table = noBars(), samples;
        addBar(table, "cpu-ell", "", 14'990);
        samples.columns = {{"kernel", ""}, {"part", ""}, {"time", "ns"}};
        samples.add_row({std::string("cpu-ell"), std::string(), 4'700'000.0});
        ChartSpec spec = roomBars();
        spec.sample_value = "time";
        const auto arrow_width = [&](double scale) {
            QCustomPlot plot;
            preparePlot(plot);
            PlotSizes sizes;
            sizes.scale = scale;
            fillPlot(plot, spec, table, samples, Theme::light(), sizes);
            for (int i = 0; i < plot.graphCount(); ++i) {
                const QCPScatterStyle style = plot.graph(i)->scatterStyle();
                if (style.shape() == QCPScatterStyle::ssCustom)
                    return style.customPath().boundingRect().width() * style.size() / 6;
            }
            return 0.0;
        };
        QCOMPARE(arrow_width(1), 7.0);
        QCOMPARE(arrow_width(2), 14.0);
    }

    void a_short_reading_ends_with_a_clause() {
        ChartView view(roomBars());
        view.resize(320, 300);
        Table table = noBars();
        addBar(table, "cpu-ell", "", 14'990);
        view.setTable(table);
        view.setReading(
            QStringLiteral("cpu-csr is the fastest selected kernel at 164.4 us. cpu-ell takes 518.6 us, 3.15 "
                           "times as long. Whiskers: quartiles. Circles: individual samples."));
        view.setCompact(true);
        view.show();
        QApplication::processEvents();
        const auto* const reading = view.findChild<QLabel*>(QStringLiteral("chartReading"));
        const QString words = reading->text();
        QVERIFY2(words.startsWith(QLatin1String("cpu-csr is the fastest")) && words.endsWith(QLatin1Char('.')) &&
                     words.size() < 120,
                 qPrintable(words));
        QVERIFY(!words.contains(QChar(0x2026)));
        QVERIFY(reading->height() < 3 * reading->fontMetrics().lineSpacing());
    }

    void the_name_of_a_mark_fits_its_axis_also_with_large_letters() {
        ChartSpec spec;
        spec.kind = ChartSpec::Kind::lines;
        spec.name = QStringLiteral("lines");
        spec.x = "iteration";
        spec.value = "residual";
        spec.series = "series";
        spec.kind_column = "kind";
        Table table;
        table.columns = {{"iteration", ""}, {"series", ""}, {"kind", ""}, {"residual", ""}};
        for (int i = 0; i < 9; ++i)
            table.add_row({double(i), std::string("float"), std::string("measured"), 1.0 / (i + 1)});
        table.add_row({4.0, std::string("restarts from x"), std::string("mark"), 0.0});
        QCustomPlot plot;
        preparePlot(plot);
        PlotSizes sizes;
        sizes.font_px = 24;
        sizes.scale = 2;
        for (const int height : {260, 320, 600}) {
            plot.resize(700, height);
            plot.setViewport(QRect(0, 0, 700, height));
            fillPlot(plot, spec, table, {}, Theme::light(), sizes);
            plot.replot(QCustomPlot::rpImmediateRefresh);
            const QList<const QCPItemText*> texts = textsIn(plot);
            QCOMPARE(static_cast<int>(texts.size()), 1);
            const QFontMetrics metrics(texts.front()->font());
            QVERIFY2(metrics.horizontalAdvance(texts.front()->text()) <= plot.axisRect()->height(),
                     qPrintable(texts.front()->text()));
            QVERIFY(texts.front()->font().pixelSize() >= 11);
        }
    }
};

WARPLOOM_WINDOW_TEST(ChartRoomTest);
#include "chart_room_test.moc"
