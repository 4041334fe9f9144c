#include "app/window/experiment_report.h"

#include "app/experiment/report/report_html.h"
#include "app/window/headless.h"
#include "engine/csv.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "engine/whole_file.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/plot_data.h"
#include "ui/pages/reproduce/experiment_charts.h"

#include <QDir>
#include <QFileInfo>
#include <QTextStream>

#include <algorithm>
#include <vector>

namespace warploom {

namespace {

constexpr QSize picture_size{900, 560};

void make_folder(const QString& folder) {
    if (!QDir().mkpath(folder))
        throw Error("file.write", ("The folder '" + folder + "' cannot be made.").toStdString(),
                    "Choose another folder.");
}

/// Bars need room for each; beyond some height a picture is no longer one.
QSize size_of(const ui::ExperimentChart& chart) {
    if (chart.spec.kind != ui::ChartSpec::Kind::bars) return picture_size;
    // The axis of categories always has room for five, and each bar needs a line for its number.
    const ui::PlotData data = ui::plotData(chart.spec, chart.table);
    const int wanted = 220 + std::max(5, static_cast<int>(data.categories.size()) * data.most_bars) * 22;
    return {picture_size.width(), std::clamp(wanted, 360, 2400)};
}

/// The page has no place for the header of an XML file.
std::string drawing(const QByteArray& svg) { return svg.mid(svg.indexOf("<svg")).toStdString(); }

} // namespace

QStringList write_experiment_pictures(const experiment::Result& result, const QString& folder) {
    make_folder(folder);
    const QDir dir(folder);
    QStringList files;
    std::vector<app::ReportPicture> pictures;
    for (const ui::ExperimentChart& chart : ui::allCharts(result)) {
        check_signals();
        if (chart.table.rows.empty()) continue;
        ui::ChartView view(chart.spec);
        view.setTable(chart.table);
        ui::ExportOptions options;
        options.size = size_of(chart);
        const QString stem = dir.filePath(chart.spec.name);
        ui::writePng(view, stem + ".png", options);
        const QByteArray svg = ui::svgText(view, options);
        write_whole_file((stem + ".svg").toStdString(), svg.toStdString());
        files << stem + ".png" << stem + ".svg" << ui::writeCsv(view, stem + ".csv");
        pictures.push_back({chart.spec.title.toStdString(), drawing(svg), chart.is_profile});
    }
    const QString page = dir.filePath(QString::fromStdString(result.experiment.id) + ".html");
    write_whole_file(page.toStdString(), app::report_html(result, pictures));
    return files << page;
}

QStringList write_experiment_folder(const experiment::Result& result, const QString& folder) {
    QStringList files = write_experiment_pictures(result, folder);
    const QString stem = QDir(folder).filePath(QString::fromStdString(result.experiment.id));
    write_whole_file((stem + ".json").toStdString(), experiment::result_to_json(result));
    write_csv_file((stem + ".csv").toStdString(), experiment::cell_table(result.experiment, result.cells));
    write_csv_file((stem + "-samples.csv").toStdString(), experiment::sample_table(result.experiment, result.cells));
    return files << stem + ".json" << stem + ".csv" << stem + "-samples.csv";
}

int write_experiment_report(const QString& result_file, const QString& folder) {
    const std::string text = read_regular_file(result_file.toStdString(), experiment::largest_result,
                                               "Name a result that 'warploom-engine experiment run' has written.");
    const experiment::Result result =
        experiment::result_from_text(text, QFileInfo(result_file).fileName().toStdString());
    QTextStream out(stdout);
    for (const QString& file : write_experiment_pictures(result, folder)) out << file << Qt::endl;
    return 0;
}

} // namespace warploom
