#include "app/experiment/figures/measured_kernels.h"

#include "app/operations/trace_kernel.h"
#include "app/trace/trace.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/generators/matrix_source.h"
#include "engine/items.h"
#include "engine/measure/statistics.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
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
    return table_from_csv(read_regular_file(
        path.string(), largest,
        sentence("For each matrix, tools/measure-fidelity writes NAME.csv and NAME-environment.csv.")));
}

std::size_t column(const Table& table, const char* name, const fs::path& path) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].name == name) return i;
    throw Error("file.malformed",
                sentence("{file} has no column '{column}'.", {{"file", path.string()}, {"column", name}}),
                sentence("Create the table with `warploom-engine run ... --csv FILE`."));
}

void add_table(MeasuredKernels& measured, const fs::path& path) {
    const Table table = read_table(path);
    const fs::path beside = path.parent_path() / (path.stem().string() + "-environment.csv");
    std::vector<std::pair<std::string, std::string>> facts;
    const Table environment = read_table(beside);
    for (std::size_t row = 0; row < environment.rows.size() && environment.columns.size() > 1; ++row)
        facts.emplace_back(environment.text(row, 0), environment.text(row, 1));
    const auto* const matrix = find_item(facts, &std::pair<std::string, std::string>::first, "matrix");
    if (matrix == nullptr)
        throw Error("file.malformed", sentence("{file} does not name the matrix.", {{"file", beside.string()}}),
                    sentence("`run --csv` writes a line `matrix,NAME` to this file."));
    if (measured.facts.empty()) measured.facts = facts;

    const auto kernel = column(table, "kernel", path), precision = column(table, "precision", path),
               block = column(table, "block", path), status = column(table, "status", path),
               reason = column(table, "reason", path), median = column(table, "median_ns", path),
               q1 = column(table, "q1_ns", path), q3 = column(table, "q3_ns", path), kind = column(table, "kind", path);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto text = [&](std::size_t of) { return table.text(row, of); };
        const double threads = table.number(row, block);
        MeasuredKernel k;
        k.matrix = matrix->second;
        k.kernel = text(kernel);
        k.precision = text(precision);
        k.block = std::isnan(threads) ? 0 : static_cast<int>(threads);
        if (text(status) != "ok") {
            k.why_not =
                sentence("not measured: {reason}", {{"reason", text(reason).empty() ? text(status) : text(reason)}});
        } else if (text(kind) != "measured") {
            throw Error("file.malformed",
                        sentence("{file}: {kernel} was modeled, not measured.",
                                 {{"file", path.string()}, {"kernel", k.kernel}}),
                        sentence("Run the kernel on a real machine, such as cuda:0."));
        } else {
            k.measured_ns = table.number(row, median);
            k.q1_ns = table.number(row, q1);
            k.q3_ns = table.number(row, q3);
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
        if (tell) tell(sentence("{matrix}, {kernel}", {{"matrix", k.matrix}, {"kernel", k.kernel}}));
        try {
            if (loaded != k.matrix) {
                matrix = {}; // free the current matrix first, because two matrices may not fit in memory
                matrix = load_matrix(k.matrix, progress);
                loaded = k.matrix;
            }
            TraceSettings settings{
                {k.kernel, described, kernels::precision_from(k.precision).value_or(Precision::float64)}};
            // Trace all blocks, because a sample would miss the longest rows and waits between blocks.
            settings.sample = TraceSettings::all_blocks;
            if (k.block > 0) settings.block = k.block;
            const Trace trace = trace_spmv(matrix, settings, progress);
            k.modelled_ns = trace.model.ns;
            k.traced_share = trace.traced_share();
            k.binding = trace.model.binding;
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            k.why_not = sentence("not modeled: {reason}", {{"reason", error.what()}});
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
