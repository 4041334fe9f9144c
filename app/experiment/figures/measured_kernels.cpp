#include "app/experiment/figures/measured_kernels.h"

#include "app/operations/trace_kernel.h"
#include "app/trace/trace.h"
#include "engine/error.h"
#include "engine/figure.h"
#include "engine/generators/matrix_source.h"
#include "engine/measure/statistics.h"
#include "engine/regular_file.h"
#include "engine/table.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace warploom::app {

namespace {

namespace fs = std::filesystem;

Table read_table(const fs::path& path) {
    constexpr std::size_t largest = std::size_t{64} << 20;
    return table_from_csv(
        read_regular_file(path.string(), largest,
                          "tools/measure-fidelity writes a NAME.csv and a NAME-environment.csv for each matrix."));
}

std::size_t column(const Table& table, const char* name, const fs::path& path) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].name == name) return i;
    throw Error("file.malformed", path.string() + " has no column '" + name + "'.",
                "`warploom-engine run ... --csv FILE` writes such tables.");
}

std::string text_of(const warploom::Cell& cell) {
    if (const auto* const text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* const whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (const auto* const number = std::get_if<double>(&cell)) return figure(*number, "%.15g");
    return "";
}

double number_of(const warploom::Cell& cell) {
    if (const auto* const number = std::get_if<double>(&cell)) return *number;
    if (const auto* const whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    return 0;
}

void add_table(MeasuredKernels& measured, const fs::path& path) {
    const Table table = read_table(path);
    const fs::path beside = path.parent_path() / (path.stem().string() + "-environment.csv");
    std::vector<std::pair<std::string, std::string>> facts;
    for (const auto& row : read_table(beside).rows)
        if (row.size() > 1) facts.emplace_back(text_of(row[0]), text_of(row[1]));
    const auto matrix =
        std::find_if(facts.begin(), facts.end(), [](const auto& fact) { return fact.first == "matrix"; });
    if (matrix == facts.end())
        throw Error("file.malformed", beside.string() + " does not say which matrix was taken.",
                    "It has a line `matrix,NAME` where `run --csv` wrote it.");
    if (measured.facts.empty()) measured.facts = facts;

    const auto kernel = column(table, "kernel", path), precision = column(table, "precision", path),
               block = column(table, "block", path), status = column(table, "status", path),
               reason = column(table, "reason", path), median = column(table, "median_ns", path),
               q1 = column(table, "q1_ns", path), q3 = column(table, "q3_ns", path), kind = column(table, "kind", path);
    for (const auto& row : table.rows) {
        MeasuredKernel k;
        k.matrix = matrix->second;
        k.kernel = text_of(row[kernel]);
        k.precision = text_of(row[precision]);
        k.block = static_cast<int>(number_of(row[block]));
        if (text_of(row[status]) != "ok") {
            k.why_not = "not measured: " + (text_of(row[reason]).empty() ? text_of(row[status]) : text_of(row[reason]));
        } else if (text_of(row[kind]) != "measured") {
            throw Error("file.malformed", path.string() + ": " + k.kernel + " was not measured but modelled.",
                        "Run it on a real machine, such as cuda:0.");
        } else {
            k.measured_ns = number_of(row[median]);
            k.q1_ns = number_of(row[q1]);
            k.q3_ns = number_of(row[q3]);
        }
        measured.kernels.push_back(k);
    }
}

} // namespace

MeasuredKernels read_measured_kernels(const std::string& folder) {
    MeasuredKernels measured;
    measured.card = fs::path(folder).filename().string();
    std::vector<fs::path> paths;
    if (fs::is_directory(folder))
        for (const auto& entry : fs::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(".csv") && !name.ends_with("-environment.csv") && !name.ends_with("-samples.csv"))
                paths.push_back(entry.path());
        }
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) add_table(measured, path);
    return measured;
}

void model_measured_kernels(MeasuredKernels& measured, const std::function<void(const std::string& line)>& tell,
                            const Progress& progress) {
    if (measured.kernels.empty()) return;
    const simulated::Card described = simulated::find_card(measured.card);
    measured.title = described.title;
    Matrix matrix;
    std::string loaded;
    for (MeasuredKernel& k : measured.kernels) {
        if (!k.why_not.empty()) continue;
        if (tell) tell(k.matrix + ", " + k.kernel);
        try {
            if (loaded != k.matrix) {
                matrix = {}; // two of them at a time may be too much
                matrix = load_matrix(k.matrix, progress);
                loaded = k.matrix;
            }
            TraceSettings settings{
                {k.kernel, described, kernels::precision_from(k.precision).value_or(Precision::float64)}};
            settings.sample =
                TraceSettings::all_blocks; // a sample hides the longest rows, and the waits between blocks
            if (k.block > 0) settings.block = k.block;
            const Trace trace = trace_spmv(matrix, settings, progress);
            k.modelled_ns = trace.model.ns;
            k.traced_share = trace.traced_share();
            k.binding = trace.model.binding;
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            k.why_not = std::string("not modelled: ") + error.what();
        }
    }
}

double median_error(const MeasuredKernels& measured) {
    std::vector<double> errors;
    for (const MeasuredKernel& k : measured.kernels)
        if (k.modelled_ns && k.measured_ns > 0) errors.push_back(std::abs(*k.modelled_ns / k.measured_ns - 1));
    return errors.empty() ? 0 : measure::median(std::move(errors));
}

} // namespace warploom::app
