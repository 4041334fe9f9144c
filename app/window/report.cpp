#include "app/window/report.h"

#include "app/experiment/report/report_html.h"
#include "app/window/headless.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "engine/simulated/card.h"
#include "engine/table.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/report_page.h"
#include "ui/components/operations/run_tables.h"
#include "ui/components/runs/run_store.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/reproduce/experiment_charts.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"

#include <QDir>
#include <QFileInfo>
#include <QTextStream>

#include <algorithm>
#include <memory>
#include <vector>

namespace warploom {
namespace {

using ui::RunChart;

void say(const QString& line) {
    QTextStream out(stdout);
    out << line << Qt::endl;
}

/// Creates the report of a run and owns the objects that draw its charts.
class Report {
public:
    Report() {
        QObject::connect(&session_, &ui::Session::problem, &session_,
                         [this](const QString& sentence, const QString& hint) {
                             complain(sentence, hint);
                             failed_ = true;
                         });
    }

    int write(const QString& folder, const QString& matrix) {
        if (!load(matrix)) return 1;
        start_worker(session_);
        for (const protocol::MachineEntry& machine : chosen_machines()) run_on(machine);
        save(folder, matrix);
        return failed_ ? 1 : 0;
    }

private:
    bool load(const QString& matrix) {
        say("Loading " + matrix);
        page_ = std::make_unique<ui::MatrixPage>(session_);
        page_->resize(1280, 720);
        session_.openMatrix(matrix);
        wait_until([this] { return failed_ || !session_.isLoading(); }, 3600);
        if (!session_.matrix()) return false;
        // Do not show the page on the screen. Qt must nevertheless consider it visible, so that its charts are drawn.
        page_->setAttribute(Qt::WA_DontShowOnScreen);
        page_->show();
        wait_until([this] { return page_->isSettled(); }, 60);
        ui::ReportSection section;
        section.title = "The matrix";
        section.text = page_->reading();
        for (ui::Chart* chart : page_->charts())
            if (!chart->chartTable().rows.empty()) section.charts << chart;
        sections_ << section;
        return true;
    }

    /// Returns the machines for the report: the first real machine, and the default simulated GPU because it is
    /// available on every computer.
    std::vector<protocol::MachineEntry> chosen_machines() {
        std::vector<protocol::MachineEntry> chosen;
        for (const protocol::MachineEntry& machine : session_.worker().handshake().machines) {
            const bool is_simulated = machine.kind == MachineKind::simulated;
            if (is_simulated && machine.id != std::string("simulated:") + simulated::default_card) continue;
            const bool have_one = std::any_of(chosen.begin(), chosen.end(), [&](const protocol::MachineEntry& other) {
                return (other.kind == MachineKind::simulated) == is_simulated;
            });
            if (!have_one) chosen.push_back(machine);
        }
        return chosen;
    }

    void run_on(const protocol::MachineEntry& machine) {
        protocol::RunPlan plan;
        plan.matrices = {session_.matrixName().toStdString()};
        plan.machine = machine.id;
        auto& kernels = plan.settings.kernels;
        for (const protocol::KernelEntry& kernel : session_.worker().handshake().kernels_of("spmv"))
            if (kernel.runs_there(machine.kind)) kernels.push_back(kernel.id);
        plan.settings.quick = true;
        const bool has_host_csr = std::find(kernels.begin(), kernels.end(), "cpu-csr") != kernels.end();
        plan.settings.baseline = has_host_csr ? "cpu-csr" : "csr-scalar";
        say(QStringLiteral("Running %1 kernels on %2 (%3)")
                .arg(kernels.size())
                .arg(ui::toQString(machine.id), ui::toQString(machine.title)));
        stores_.push_back(std::make_unique<ui::RunStore>(session_));
        ui::RunStore& store = *stores_.back();
        store.start(plan);
        wait_until([&] { return !store.isRunning(); }, 3600);
        for (const auto& run : store.shownRuns())
            for (const ui::RunResult& result : run->results)
                if (result.status == RowStatus::wrong || result.status == RowStatus::error) {
                    complain(ui::toQString(result.kernel + " on " + machine.id + ": " + result.reason), {});
                    failed_ = true;
                }
        add_section(machine, store);
    }

    void add_section(const protocol::MachineEntry& machine, const ui::RunStore& store) {
        const ui::ShownRuns runs = store.shownRuns();
        ui::ReportSection section;
        section.title = ui::toQString("y = A x on " + machine.title);
        section.text = ui::runReading(RunChart::time, runs);
        if (machine.kind == MachineKind::simulated)
            section.text += " The GPU kernels were simulated. Times are modeled from their counters and are estimates "
                            "for this card.";
        for (const RunChart chart : {RunChart::time, RunChart::speedup, RunChart::gflops, RunChart::bandwidth}) {
            const Table table = ui::runTable(chart, runs);
            if (table.rows.empty()) continue;
            ui::ChartSpec spec = ui::runChartSpec(chart);
            spec.name = ui::toQString(machine.id).replace(':', '-') + '-' + spec.name;
            views_.push_back(std::make_unique<ui::ChartView>(spec));
            views_.back()->setTable(table, chart == RunChart::time ? ui::sampleTable(runs) : Table{});
            section.charts << views_.back().get();
        }
        Table results = ui::resultTable(runs);
        results.title = "All results";
        section.tables << results;
        sections_ << section;
    }

    void save(const QString& folder, const QString& matrix) {
        int charts = 0;
        QStringList files;
        for (ui::ReportSection& section : sections_) {
            check_signals();
            files << ui::exportAll(section.charts, folder, {}, &section.drawings);
            charts += static_cast<int>(section.charts.size());
        }
        const QString summary = QStringLiteral("%1 rows, %2 columns, %3 nonzeros (%4). Each chart is available next to "
                                               "this page as PNG, SVG and PDF, and its data as CSV.")
                                    .arg(ui::countText(session_.matrix()->statistics.rows),
                                         ui::countText(session_.matrix()->statistics.cols),
                                         ui::countText(session_.matrix()->statistics.nonzeros), matrix);
        const QByteArray page = ui::reportPage("Warploom: " + session_.matrix()->title(), summary, sections_);
        const QString file = QDir(folder).filePath("index.html");
        write_whole_file(file.toStdString(), {page.data(), static_cast<std::size_t>(page.size())});
        say(QStringLiteral("Wrote %1 charts (%2 files) and index.html to %3")
                .arg(charts)
                .arg(files.size())
                .arg(QDir(folder).path() + '/'));
    }

    ui::Session session_;
    std::unique_ptr<ui::MatrixPage> page_;
    std::vector<std::unique_ptr<ui::RunStore>> stores_;
    std::vector<std::unique_ptr<ui::ChartView>> views_;
    QList<ui::ReportSection> sections_;
    bool failed_ = false;
};

} // namespace

int write_report(const QString& folder, const QString& matrix) {
    return Report().write(folder, matrix.isEmpty() ? QString(example_matrix) : matrix);
}

namespace {

void make_folder(const QString& folder) {
    if (!QDir().mkpath(folder))
        throw Error("file.write", ("The folder '" + folder + "' cannot be created.").toStdString(),
                    "Choose another folder.");
}

/// Removes the XML declaration of an SVG image, because HTML does not allow it.
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
        options.size = ui::paperSize(chart);
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
                                               "Use a result written by 'warploom-engine experiment run'.");
    const experiment::Result result =
        experiment::result_from_text(text, QFileInfo(result_file).fileName().toStdString());
    QTextStream out(stdout);
    for (const QString& file : write_experiment_pictures(result, folder)) out << file << Qt::endl;
    return 0;
}

} // namespace warploom
