// A chart displays a table: exports contain the data of the table, on white background, in every file format.
#include "engine/error.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/plot_data.h"
#include "ui/components/operations/run_tables.h"
#include "ui/widgets/table_model.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QXmlStreamReader>
#include <qcustomplot.h>

#include <cmath>
#include <memory>
#include <sstream>

using namespace warploom;
using namespace warploom::ui;
using ui_test::contents;

namespace {

Cell cell(double number) {
    if (std::isnan(number)) return std::monostate{};
    return number;
}

Table bars() {
    Table table;
    table.title = "times";
    table.columns = {{"kernel", ""}, {"series", ""},   {"kind", ""}, {"status", ""},
                     {"reason", ""}, {"median", "ns"}, {"q1", "ns"}, {"q3", "ns"}};
    const auto row = [&](const char* kernel, const char* kind, const char* status, const char* reason, double median) {
        table.add_row({std::string(kernel), std::string("double"), std::string(kind), std::string(status),
                       std::string(reason), cell(median), cell(median * 0.9), cell(median * 1.1)});
    };
    row("csr-vector", "measured", "ok", "", 1234.5);
    row("ell", "measured", "ok", "", 2500.0625);
    row("csr-scalar", "simulation", "ok", "", 10100);
    row("dia", "measured", "skipped", "Kernel dia cannot run: DIA would need 9 GiB", std::nan(""));
    row("hyb", "measured", "wrong", "missed its bound, by \"12\" times", std::nan(""));
    table.facts = {{"machine", "Fake cores"}, {"cache", "cold"}};
    return table;
}

Table bar_samples() {
    Table samples;
    samples.title = "samples";
    samples.columns = {{"kernel", ""}, {"series", ""}, {"sample", "ns"}};
    for (int i = 0; i < 30; ++i)
        samples.add_row({std::string(i % 2 ? "ell" : "csr-vector"), std::string("double"), 1200.0 + 40 * i});
    return samples;
}

Table lines() {
    Table table;
    table.columns = {{"kernel", ""}, {"block", ""}, {"median", "ns"}};
    for (const int block : {32, 64, 128, 256})
        for (const char* kernel : {"csr-vector", "ell"})
            table.add_row({std::string(kernel), std::int64_t{block}, 1e6 / block});
    table.facts = {{"machine", "Fake cores"}};
    return table;
}

ChartSpec line_spec() {
    ChartSpec spec;
    spec.kind = ChartSpec::Kind::lines;
    spec.title = "Time by block size";
    spec.name = "block-sweep";
    spec.x = "block";
    spec.value = "median";
    spec.series = "kernel";
    spec.log_x = true;
    spec.value_title = "time";
    spec.x_title = "threads per block";
    return spec;
}

std::string csv_of(const Table& table) {
    std::ostringstream out;
    write_csv(out, table);
    return out.str();
}

int pixels_unlike_white(const QImage& image) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != qRgb(255, 255, 255)) ++count;
    return count;
}

} // namespace

class ChartsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString path(const QString& name) const { return folder_.filePath(name); }

    static std::unique_ptr<ChartView> bar_chart() {
        auto view = std::make_unique<ChartView>(runChartSpec(RunChart::time));
        view->setTable(bars(), bar_samples());
        view->resize(640, 400);
        return view;
    }
    static std::unique_ptr<ChartView> line_chart() {
        auto view = std::make_unique<ChartView>(line_spec());
        view->setTable(lines());
        view->resize(640, 400);
        return view;
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_chart_shows_that_the_keyboard_is_in_it() {
        const auto view = bar_chart();
        view->show();
        QApplication::setActiveWindow(view.get());
        auto* const plot = view->findChild<QCustomPlot*>();
        auto* const log = view->findChild<QToolButton*>(QStringLiteral("logButton"));
        log->setFocus();
        QTRY_VERIFY(log->hasFocus());
        const QImage without = plot->grab().toImage();
        plot->setFocus();
        QVERIFY(plot->hasFocus());
        QVERIFY(plot->grab().toImage() != without);
        log->setFocus();
        QVERIFY(plot->grab().toImage() == without);
    }

    void a_bar_stands_for_each_row_that_has_a_number() {
        auto view = bar_chart();
        int bars_drawn = 0, simulation = 0;
        for (int i = 0; i < view->plot()->plottableCount(); ++i) {
            auto* drawn = qobject_cast<QCPBars*>(view->plot()->plottable(i));
            if (drawn == nullptr) continue;
            bars_drawn += drawn->data()->size();
            if (drawn->brush().style() != Qt::SolidPattern) {
                ++simulation;
                QVERIFY(drawn->name().contains("simulated on this host"));
            }
        }
        QCOMPARE(bars_drawn, 3);
        QCOMPARE(simulation, 1);
    }

    void a_bar_is_as_high_as_letters_in_however_little_room() {
        Table table = bars();
        const auto row = table.rows.front();
        table.rows.clear();
        for (int i = 0; i < 12; ++i) {
            table.rows.push_back(row);
            table.rows.back()[static_cast<std::size_t>(table.column("kernel"))] = "kernel-" + std::to_string(i);
        }
        for (const int height : {150, 220, 500}) { // the first is about what a height of 720 with the Runs dock leaves
            ChartView view(runChartSpec(RunChart::time));
            view.setTable(table);
            view.resize(640, height);
            view.show();
            QApplication::processEvents();
            QCustomPlot& plot = *view.plot();
            plot.replot(QCustomPlot::rpImmediateRefresh);
            const QCPBars* drawn = nullptr;
            for (int i = 0; i < plot.plottableCount() && drawn == nullptr; ++i)
                drawn = qobject_cast<QCPBars*>(plot.plottable(i));
            QVERIFY(drawn != nullptr);
            const double pixels = std::abs(plot.yAxis->coordToPixel(0) - plot.yAxis->coordToPixel(1)) * drawn->width();
            QVERIFY2(pixels >= 12, qPrintable(QStringLiteral("%1 pixels at %2").arg(pixels).arg(height)));
        }
    }

    void a_row_without_a_number_says_why() {
        auto view = bar_chart();
        QStringList texts;
        for (int i = 0; i < view->plot()->itemCount(); ++i)
            if (auto* text = qobject_cast<QCPItemText*>(view->plot()->item(i))) texts.append(text->text());
        const QString all = texts.join('\n');
        QVERIFY(all.contains("skipped: DIA would need 9 GiB"));
        QVERIFY(all.contains("wrong: missed its bound"));
        QVERIFY(all.contains(QString::fromUtf8("1.23")));
    }

    void every_dot_is_a_sample_of_the_table() {
        auto view = bar_chart();
        int dots = 0;
        for (int i = 0; i < view->plot()->graphCount(); ++i) dots += view->plot()->graph(i)->data()->size();
        QCOMPARE(dots, 30);
        QCOMPARE(view->moreTables().size(), 1);
        QCOMPARE(view->moreTables().first().rows.size(), std::size_t{30});
    }

    void lines_have_a_point_for_each_row_and_a_marker_of_their_own() {
        auto view = line_chart();
        QCOMPARE(view->plot()->graphCount(), 2);
        QCOMPARE(view->plot()->graph(0)->data()->size(), 4);
        QVERIFY(view->plot()->graph(0)->scatterStyle().shape() != view->plot()->graph(1)->scatterStyle().shape());
        QCOMPARE(view->plot()->xAxis->scaleType(), QCPAxis::stLogarithmic);
    }

    void every_axis_has_a_title_with_its_unit() {
        QVERIFY(bar_chart()->plot()->xAxis->label().contains(QString::fromUtf8("(µs)")));
        auto view = line_chart();
        QVERIFY(view->plot()->yAxis->label().contains("time ("));
        QVERIFY(view->plot()->xAxis->label().contains("logarithmic"));
    }

    void every_kind_of_file_is_written_and_the_numbers_are_the_tables() {
        const auto bar = bar_chart();
        const auto line = line_chart();
        const QStringList files = exportAll({bar.get(), line.get()}, path("all"));
        QCOMPARE(files.size(), 9); // four formats for each, and the samples
        for (const QString& file : files) QVERIFY2(QFileInfo(file).size() > 100, qPrintable(file));
        QCOMPARE(contents(path("all/run-time.csv")).toStdString(), csv_of(bars()));
        QCOMPARE(contents(path("all/run-time-samples.csv")).toStdString(), csv_of(bar_samples()));
        QCOMPARE(contents(path("all/block-sweep.csv")).toStdString(), csv_of(lines()));
    }

    void a_picture_has_the_dots_an_inch_that_were_asked_for_data() {
        QTest::addColumn<int>("dpi");
        QTest::newRow("screen") << 96;
        QTest::newRow("slides") << 150;
        QTest::newRow("print") << 300;
    }
    void a_picture_has_the_dots_an_inch_that_were_asked_for() {
        QFETCH(int, dpi);
        ExportOptions options;
        options.dpi = dpi;
        writePng(*bar_chart(), path("dpi.png"), options);
        const QImage image(path("dpi.png"));
        QCOMPARE(image.width(), qRound(options.size.width() * dpi / 96.0));
        QVERIFY(std::abs(image.dotsPerMeterX() * 0.0254 - dpi) < 1);
    }

    void paper_is_white_on_a_dark_screen_too() {
        theme().setMode(Theme::Mode::dark);
        const QImage image = chartImage(*bar_chart());
        theme().setMode(Theme::Mode::light);
        QCOMPARE(image.pixel(1, 1), qRgb(255, 255, 255));
        QCOMPARE(image.pixel(image.width() - 2, image.height() - 2), qRgb(255, 255, 255));
        const int drawn = pixels_unlike_white(image);
        QVERIFY(drawn > image.width() * image.height() / 100);
        QVERIFY(drawn < image.width() * image.height() / 2);
    }

    void the_same_picture_comes_out_of_both_themes() {
        theme().setMode(Theme::Mode::dark);
        const QImage dark = chartImage(*line_chart());
        theme().setMode(Theme::Mode::light);
        QCOMPARE(chartImage(*line_chart()), dark);
    }

    void a_drawing_is_sound_xml_with_title_and_caption() {
        writeSvg(*bar_chart(), path("drawing.svg"));
        QXmlStreamReader xml(contents(path("drawing.svg")));
        QString text;
        int shapes = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isCharacters()) text += xml.text();
            if (xml.isStartElement() && (xml.name() == QLatin1String("path") || xml.name() == QLatin1String("rect")))
                ++shapes;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains("Median time per product"));
        QVERIFY(text.contains("Fake cores"));
        QVERIFY(shapes > 3);
    }

    void a_page_is_a_pdf() {
        writePdf(*line_chart(), path("page.pdf"));
        const QByteArray bytes = contents(path("page.pdf"));
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY(bytes.size() > 2000);
    }

    void the_caption_names_machine_and_settings() {
        const QString caption = captionText(bars());
        QVERIFY(caption.contains("machine: Fake cores"));
        QVERIFY(caption.contains("cache: cold"));
    }

    void the_clipboard_gets_picture_and_numbers() {
        const std::unique_ptr<QMimeData> data(clipboardData(*bar_chart()));
        QVERIFY(data->hasImage());
        QCOMPARE(data->data("text/csv").toStdString(), csv_of(bars()));
        QCOMPARE(data->text().split('\n').size(), 7); // header, five rows, final newline
        QCOMPARE(data->text().split('\n').first().split('\t').size(), 8);
    }

    void a_folder_that_cannot_be_written_is_a_sentence() {
        try {
            writePng(*bar_chart(), "/proc/no/such/folder/chart.png");
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QCOMPARE(QString::fromStdString(error.code()), QString("file.write"));
            QVERIFY(QString(error.what()).contains("/proc/no/such/folder/chart.png"));
            QVERIFY(!error.hint().empty());
        }
    }

    void an_unknown_ending_is_refused_with_the_known_ones() {
        try {
            writeChart(*bar_chart(), path("chart.xyz"));
            QFAIL("nothing was thrown");
        } catch (const Error& error) { QVERIFY(QString::fromStdString(error.hint()).contains(".svg")); }
    }

    void an_empty_chart_invites_and_is_not_exported() {
        ChartView view(runChartSpec(RunChart::time));
        view.setInvitation("Tick kernels, then press Run.", "Run");
        QSignalSpy accepted(&view, &ChartView::invitationAccepted);
        view.resize(500, 300);
        view.show();
        QVERIFY(exportAll({&view}, path("empty")).isEmpty());
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == "Run") {
                QVERIFY(button->isVisible());
                QTest::mouseClick(button, Qt::LeftButton);
            }
        QCOMPARE(accepted.count(), 1);
    }

    void the_table_twin_is_reached_with_a_key_and_left_with_a_click() {
        auto view = bar_chart();
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QVERIFY(!view->isTableShown());
        QTest::keyClick(view->plot(), Qt::Key_T);
        QVERIFY(view->isTableShown());
        QVERIFY(view->findChild<QTableView*>()->isVisible());
        QCOMPARE(view->findChild<QTableView*>()->model()->rowCount(), 5);
        QTest::mouseClick(view->findChild<QToolButton*>("tableButton"), Qt::LeftButton);
        QVERIFY(!view->isTableShown());
    }

    void the_key_that_opens_the_table_closes_it() {
        auto view = bar_chart();
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QTest::keyClick(view->plot(), Qt::Key_T);
        QVERIFY(view->isTableShown());
        QTest::keyClick(view->findChild<QTableView*>(), Qt::Key_T);
        QVERIFY(!view->isTableShown());
        QVERIFY(view->plot()->isVisible());
    }

    void a_key_makes_the_axis_logarithmic() {
        auto view = bar_chart();
        view->show();
        QTest::keyClick(view->plot(), Qt::Key_L);
        QCOMPARE(view->plot()->xAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(view->plot()->xAxis->range().lower > 0);
        QTest::keyClick(view->plot(), Qt::Key_L);
        QCOMPARE(view->plot()->xAxis->range().lower, 0.0);
    }

    void ticks_are_round_in_the_unit_that_is_shown_on_the_screen_and_on_paper() {
        // Up to 24 MiB: if ticks were rounded in bytes, they would be 4.768, 9.537, 14.31 and 19.07.
        Table table;
        table.columns = {{"format", ""}, {"footprint", "bytes"}};
        for (const double mib : {3.0, 11.0, 24.0})
            table.add_row({std::string("f") + std::to_string(mib), mib * 1024 * 1024});
        ChartSpec spec;
        spec.title = "Bytes";
        spec.name = "bytes";
        spec.category = "format";
        spec.value = "footprint";
        ChartView view(spec);
        view.resize(700, 300);
        view.show();
        view.setTable(table);
        view.plot()->replot();
        const QVector<QString> labels = view.plot()->xAxis->tickVectorLabels();
        QVERIFY(labels.size() >= 3);
        for (const QString& label : labels) QVERIFY2(label.size() <= 3 && !label.contains('.'), qPrintable(label));
        QVERIFY(view.plot()->xAxis->label().contains("MiB"));
        const QString drawn = QString::fromUtf8(svgText(view));
        QVERIFY(drawn.contains(">20<"));
        QVERIFY(!drawn.contains("9.537") && !drawn.contains("19.07"));
    }

    void each_number_begins_at_the_end_of_its_bar_whatever_the_scale() {
        auto view = bar_chart();
        for (const bool log : {false, true}) {
            view->setLogScale(log);
            view->plot()->replot();
            QMap<double, double> ends; // by the position of the bar on the category axis
            const QRect room = view->plot()->axisRect()->rect();
            for (int i = 0; i < view->plot()->plottableCount(); ++i) {
                auto* const bars = qobject_cast<QCPBars*>(view->plot()->plottable(i));
                // A bar is drawn up to the sum of its base and its value.
                if (bars != nullptr) QVERIFY(bars->baseValue() < 1e-6 * bars->data()->at(0)->value);
                for (int k = 0; bars != nullptr && k < bars->dataCount(); ++k)
                    ends[bars->data()->at(k)->key] = view->plot()->xAxis->coordToPixel(bars->data()->at(k)->value);
            }
            QCOMPARE(ends.size(), 3);
            int numbers = 0;
            for (int i = 0; i < view->plot()->itemCount(); ++i) {
                auto* const text = qobject_cast<QCPItemText*>(view->plot()->item(i));
                if (text == nullptr || !ends.contains(text->position->coords().y())) continue;
                ++numbers;
                const double left = text->left->pixelPosition().x(), right = text->right->pixelPosition().x();
                const double end = ends[text->position->coords().y()];
                const QString place = QString("%1 %2 %3").arg(text->text()).arg(left).arg(end);
                // A number is not under its bar, and a whisker or a line height is the most that lies between them.
                QVERIFY2(left >= end - 1, qPrintable(place));
                QVERIFY2(left <= end + room.width() / 4.0, qPrintable(place));
                QVERIFY2(right <= room.right() + 1, qPrintable(place));
                // Grid lines must not cross out a number.
                QCOMPARE(text->brush().color(), theme().colours().canvas);
            }
            QCOMPARE(numbers, 3);
        }
    }

    void labels_of_an_axis_never_lie_over_each_other() {
        for (const bool log : {false, true}) {
            ChartSpec spec = line_spec();
            spec.log_x = log;
            Table table;
            table.columns = {{"kernel", ""}, {"block", ""}, {"median", "ns"}};
            // Some points close to each other, others far apart.
            for (const int block : {4000, 4096, 4200, 8192, 14400, 14991, 16384, 100000, 1000000})
                table.add_row({std::string("ell"), std::int64_t{block}, 1e6});
            ChartView view(spec);
            view.setTable(table);
            view.resize(420, 300);
            view.show();
            QApplication::processEvents(); // it is redrawn in the new size
            view.plot()->replot();
            const QCPAxis* axis = view.plot()->xAxis;
            const QFontMetricsF metrics(axis->tickLabelFont());
            const QVector<double> at = axis->tickVector();
            const QVector<QString> labels = axis->tickVectorLabels();
            double last = -1e9;
            int seen = 0;
            for (int i = 0; i < at.size(); ++i) {
                const double middle = axis->coordToPixel(at[i]);
                if (labels[i].isEmpty() || !view.plot()->axisRect()->rect().contains(QPoint(int(middle), 100)))
                    continue;
                const double half = metrics.horizontalAdvance(labels[i]) / 2;
                QVERIFY2(middle - half > last, qPrintable(labels[i]));
                last = middle + half;
                ++seen;
            }
            QVERIFY(seen >= 2);
        }
    }

    void a_title_loses_the_middle_of_its_subject_before_anything_else() {
        auto view = bar_chart();
        view->setSubject("random-rows:n=1024,fraction=0.2,seed=7");
        view->setTable(bars());
        view->resize(1000, 300);
        view->show();
        QApplication::processEvents();
        const auto* title = view->findChild<QLabel*>("chartTitle");
        QCOMPARE(title->text(), view->chartTitle());
        view->resize(460, 300);
        QApplication::processEvents();
        QVERIFY2(title->text().startsWith("Median time per product") && title->text() != view->chartTitle(),
                 qPrintable(title->text()));
        QVERIFY(QFontMetrics(title->font()).horizontalAdvance(title->text()) <= title->width());
        QCOMPARE(title->toolTip(), view->chartTitle());
    }

    void charts_have_names_for_screen_readers() {
        auto view = bar_chart();
        view->setReading("csr-vector is the fastest.");
        QCOMPARE(view->plot()->accessibleName(), QString("Median time per product"));
        QCOMPARE(view->plot()->accessibleDescription(), QString("csr-vector is the fastest."));
        QVERIFY(!view->findChild<QTableView*>()->accessibleName().isEmpty());
        for (const QToolButton* button : view->findChildren<QToolButton*>())
            if (button->objectName().endsWith("Button")) QVERIFY(!button->accessibleName().isEmpty());
    }

    void the_model_of_a_table_keeps_the_rules_of_models() {
        TableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(TableModel::sort_role);
        sorted.sort(5);
        model.setTable(bars());
        QCOMPARE(model.rowCount(), 5);
        model.setTable(bars()); // same shape, so it is not reset
        model.setTable(lines());
        QCOMPARE(model.columnCount(), 3);
        model.setTable(Table{});
        QCOMPARE(model.rowCount(), 0);
    }

    void numbers_of_a_table_are_sorted_as_numbers() {
        TableModel model;
        model.setTable(bars());
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(TableModel::sort_role);
        sorted.sort(5, Qt::AscendingOrder);
        QStringList order; // sorted as text, 10100 would come before 2500
        for (int r = 0; r < 3; ++r) order.append(sorted.index(r, 0).data().toString());
        QCOMPARE(order, (QStringList{"csr-vector", "ell", "csr-scalar"}));
        QVERIFY(model.headerData(5, Qt::Horizontal).toString().contains(QString::fromUtf8("µs")));
    }

    void a_title_changes_its_unit_when_the_numbers_grow() {
        TableModel model;
        Table table;
        table.columns = {{"kernel", ""}, {"median", "ns"}};
        table.add_row({std::string("ell"), std::monostate{}});
        model.setTable(table);
        QSignalSpy titles(&model, &QAbstractItemModel::headerDataChanged);

        table.rows[0][1] = 2'088'000.0;
        model.setTable(table);

        QCOMPARE(titles.count(), 1); // otherwise, views would still show "ns" for milliseconds
        QVERIFY(model.headerData(1, Qt::Horizontal).toString().contains("ms"));
        QCOMPARE(model.index(0, 1).data().toString(), QString("2.088"));
    }

    void an_unknown_kind_or_status_is_refused_and_never_measured() {
        const auto with = [](const char* column, const Cell& cell) {
            Table table = bars();
            table.title = "Times";
            table.rows[1][table.column(column)] = cell;
            return table;
        };
        const ChartSpec spec = runChartSpec(RunChart::time);
        for (const char* column : {"kind", "status"}) {
            const PlotData data = plotData(spec, with(column, std::string("guessed")));
            QVERIFY(data.rows.empty() && data.categories.empty());
            QVERIFY2(data.refusal.contains(QString("row 2 of “Times” has an unrecognized %1, “guessed”").arg(column)),
                     qPrintable(data.refusal));
        }
        QVERIFY(!plotData(spec, with("kind", std::string())).refusal.isEmpty()); // the row has a number
        Table without = bars();
        without.columns[without.column("kind")].name = "sort";
        QVERIFY(!plotData(spec, without).refusal.isEmpty());
        QVERIFY(plotData(spec, bars()).refusal.isEmpty());

        QCustomPlot plot;
        preparePlot(plot);
        fillPlot(plot, spec, with("kind", std::string("guessed")), {}, Theme::light(), {});
        QCOMPARE(plot.plottableCount(), 0);
        QCOMPARE(plot.itemCount(), 1);
        QVERIFY(qobject_cast<QCPItemText*>(plot.item(0))->text().contains("cannot be drawn"));
    }

    void a_bar_that_is_wrong_has_no_length() {
        const Table table = bars();
        const PlotData data = plotData(runChartSpec(RunChart::time), table);
        QVERIFY(std::isnan(data.rows[4].value));
        QVERIFY(data.any_simulation);
        QCOMPARE(data.categories.size(), std::size_t{5});
        QVERIFY(data.barPosition(data.rows[0]) > data.barPosition(data.rows[1])); // the first one is at the top
    }
};

WARPLOOM_WINDOW_TEST(ChartsTest);
#include "charts_test.moc"
