#include "app/cli/scaling_options.h"

#include "app/cli/setting_options.h"
#include "app/cli/text_output.h"
#include "app/worker/request_call.h"
#include "engine/csv.h"
#include "engine/error.h"
#include "engine/whole_file.h"

#include <unistd.h>

#include <cstdio>

namespace warploom::app {

using protocol::Json;

namespace {

std::string text_of(const Table& table, std::size_t row, const char* column) {
    return table.text(row, table.column(column));
}
double number_of(const Table& table, std::size_t row, const char* column) {
    return table.number(row, table.column(column));
}

std::string scaling_text(const Table& table) {
    std::vector<std::vector<std::string>> lines;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        lines.push_back({text_of(table, i, "gpus"), text_of(table, i, "machine"), text_of(table, i, "precision"),
                         text_of(table, i, "block"), text_of(table, i, "status"),
                         time_text(number_of(table, i, "time")), figure_text(number_of(table, i, "speedup")),
                         figure_text(number_of(table, i, "efficiency")), figure_text(number_of(table, i, "gflops"))});
    std::string text =
        table.title + "\n" +
        aligned({"GPUs", "machine", "precision", "block", "status", "time", "speed-up", "efficiency", "GFLOP/s"},
                lines);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const std::string reason = text_of(table, i, "reason"), detail = text_of(table, i, "detail");
        if (!reason.empty()) text += text_of(table, i, "machine") + ": " + reason + "\n";
        if (!detail.empty()) text += text_of(table, i, "machine") + ": " + detail + "\n";
    }
    return text;
}

} // namespace

ScalingOptions::ScalingOptions(CLI::App& app, bool& json) {
    scaling_ = app.add_subcommand("scaling", "Measures one kernel on 1, 2, 4 ... GPUs of this computer.");
    scaling_->require_subcommand(0, 1);
    for (const OperationSpec* const spec : operation_specs()) {
        if (!spec->is_shared_among_gpus()) continue;
        CLI::App* const app_of = scaling_->add_subcommand(kernels::to_string(spec->operation()), spec->words().summary);
        operations_.push_back({spec->operation(), app_of});
        add_options(*app_of, json);
        CommandLineSettings options(*app_of);
        spec->visit_trace_settings(command_.settings, options);
    }
}

void ScalingOptions::add_options(CLI::App& app, bool& json) {
    auto& settings = command_.settings;
    app.add_option("matrix", command_.matrix,
                   "A .mtx or .mtx.gz file, a water network, or a generator such as laplace3d:n=160.")
        ->required();
    app.add_option("--kernel", command_.kernel, "Its id; of cg the method with its product, such as cg-fused:dia.")
        ->required();
    app.add_option("--gpus", command_.counts, "How many, separated by commas; 1, 2, 4 ... and all unless given.")
        ->delimiter(',');
    app.add_option("--exchange", command_.exchange, "How x travels: nccl or peer; nccl where it is found unless given.")
        ->check(CLI::IsMember({"nccl", "peer"}));
    app.add_option("--precision", precisions_, "float, double or both.")
        ->delimiter(',')
        ->check(CLI::IsMember({"float", "double"}));
    app.add_option("--block", settings.blocks, "Threads a block, separated by commas: multiples of 32 from 32 to 1024.")
        ->delimiter(',');
    app.add_option("--cache", cache_, "cold or warm; cg is warm unless told otherwise, spmv cold.")
        ->check(CLI::IsMember({"cold", "warm"}));
    app.add_flag("--quick", settings.quick, "At least 10 samples and 0.1 s, at most 2 s a count.");
    app.add_option("--csv", csv_, "Writes the table there.");
    app.add_flag("--json", json, "One JSON document on standard output, nothing else.");
    network_.add_to(app);
}

void ScalingOptions::require_all() const {
    std::string known;
    for (const auto& [operation, app] : operations_) {
        if (*app) return;
        known += (known.empty() ? "" : ", ") + std::string(kernels::to_string(operation));
    }
    if (is_asked()) throw CLI::RequiredError("An operation to scale (" + known + ")");
}

ExitStatus ScalingOptions::run(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled) {
    ScalingCommand command = command_;
    for (const auto& [operation, app] : operations_)
        if (*app) command.operation = operation;
    command.matrix = network_.name_of(command_.matrix);
    command.settings.precisions.clear(); // CLI11 has checked the names
    for (const auto& name : precisions_) command.settings.precisions.push_back(*kernels::precision_from(name));
    command.settings.cache = cache_of(cache_.empty() ? spec_of(command.operation).usual_cache() : cache_);

    if (!csv_.empty()) require_writable(csv_);
    RunObserver observer;
    observer.cancelled = &cancelled;
    if (isatty(STDERR_FILENO) != 0)
        observer.stage = [](const std::string& stage, const std::string& detail) {
            std::fprintf(stderr, "%s %s\n", stage.c_str(), detail.c_str());
        };
    std::vector<Run> runs;
    const Table table = run_scaling(command, machines, observer, &runs);
    if (!csv_.empty()) answer.write_files([&] { write_csv_file(csv_, table); });
    bool is_fine = true;
    Json documents = Json::array();
    for (const Run& run : runs) {
        is_fine = is_fine && run.is_fine() && !run.was_cancelled;
        if (answer.json) documents.push_back(wire::write_run(run));
    }
    if (answer.json) {
        Json rows = Json::array();
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            rows.push_back({{"gpus", static_cast<int>(number_of(table, i, "gpus"))},
                            {"machine", text_of(table, i, "machine")},
                            {"speedup", number_of(table, i, "speedup")}, // NaN becomes null
                            {"efficiency", number_of(table, i, "efficiency")}});
        answer.document({{"scaling", rows}, {"runs", documents}});
    } else answer.text(scaling_text(table));
    return is_fine ? exit_fine : exit_failed;
}

} // namespace warploom::app
