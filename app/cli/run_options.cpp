#include "app/cli/commands.h"

#include "app/cli/text_output.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/network/network_source.h"
#include "engine/table.h"
#include "engine/whole_file.h"
#include "kernels/multi_gpu/multi_gpu_machine.h"

namespace warploom::app {

void NetworkOptions::add_to(CLI::App& command) {
    command.add_option("--step", step_, "Of a water network: Newton steps before the matrix is taken; 0 unless given.")
        ->check(CLI::Range(0, network::most_steps));
    command.add_flag("--unit-conductances", unit_conductances_, "Of a water network: every link has conductance 1.");
    command.add_flag("--with-fill", with_fill_,
                     "Of a water network: with the fill of its Cholesky factor as explicit zeros.");
}

std::string NetworkOptions::name_of(const std::string& matrix) const {
    if (step_ < 0 && !unit_conductances_ && !with_fill_) return matrix;
    if (!network::names_network(matrix))
        throw Error("matrix.parameter",
                    "--step, --unit-conductances and --with-fill are for water networks; " + matrix + " is none.",
                    "Name an .inp or .inp.gz file.");
    network::NetworkRequest request = network::parse_network_name(matrix);
    if (step_ >= 0) request.step = step_;
    request.unit_conductances = request.unit_conductances || unit_conductances_;
    request.with_fill = request.with_fill || with_fill_;
    return network::network_name(request);
}

void add_json(CLI::App& command, bool& json) {
    command.add_flag("--json", json, "One JSON document on standard output, nothing else.");
}

void MeasuringOptions::add_to(CLI::App& app, RunSettings& settings, bool& json, const char* cache_help,
                              const char* quick_help) {
    add_json(app, json);
    app.add_option("--precision", precisions_, "float, double or both.")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"float", "double"}));
    app.add_option("--block", settings.blocks, "Threads a block, separated by commas: multiples of 32 from 32 to 1024.")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--cache", cache_, cache_help)->check(CLI::IsMember({"cold", "warm"}));
    app.add_flag("--quick", settings.quick, quick_help);
    app.add_flag("--unchecked", unchecked_,
                 "Launches a .cu file on a real GPU whatever the checking machine finds in it.");
    app.add_option(
           "--launch-limit", launch_limit_s_,
           "Seconds that a launch of a .cu file on a real GPU may take; the program ends with status 3 after that.")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

RunSettings MeasuringOptions::complete(RunSettings settings, kernels::Operation operation) const {
    settings.precisions.clear(); // CLI11 has checked the names
    for (const auto& name : precisions_) settings.precisions.push_back(*kernels::precision_from(name));
    settings.cache = cache_of(cache_.empty() ? spec_of(operation).usual_cache() : cache_);
    return settings;
}

void RunOptions::add_to(CLI::App& run, bool& json) {
    auto& settings = command_.settings;
    for (const OperationSpec* const spec : operation_specs()) {
        const OperationWords words = spec->words();
        CLI::App* const app = run.add_subcommand(kernels::to_string(spec->operation()), words.summary);
        subcommands_.push_back({spec->operation(), app});
        app->add_option("matrix", matrices_, words.input + std::string(" Several are tasks, one each."))->required();
        // What follows after a blank is a matrix.
        app->add_option("--kernels", settings.kernels, words.kernels)->delimiter(',')->allow_extra_args(false);
        app->add_option(
            "--machine", command_.machine,
            "cpu, cuda:N, several GPUs as cuda:0,1 or cuda:all, those of all processes that mpirun started as "
            "cuda:mpi, or simulated:CARD.");
        measuring_.add_to(*app, settings, json,
                          "cold: caches are flushed before each sample; warm: they are not. cg is warm unless told "
                          "otherwise, the others cold.",
                          "At least 10 samples and 0.1 s, at most 2 s a kernel.");
        app->add_option("--baseline", settings.baseline, "The kernel that speed-ups refer to.");
        app->add_option("--csv", command_.csv, "Writes results, FILE-samples.csv and FILE-environment.csv.");
        CommandLineSettings options(*app);
        spec->visit_settings(settings, options);
        if (spec->takes_matrix()) measuring_.add_network_to(*app);
        spread_.add_to(*app, "matrix");
    }
}

const RunOptions::Subcommand* RunOptions::asked() const {
    for (const auto& subcommand : subcommands_)
        if (*subcommand.app) return &subcommand;
    return nullptr;
}

RunCommand RunOptions::command(const std::string& matrix) const {
    RunCommand command = command_;
    command.operation = asked()->operation;
    command.settings = measuring_.complete(command_.settings, command.operation);
    command.unchecked = measuring_.unchecked();
    command.matrix = measuring_.name_of(matrix);
    return command;
}

ExitStatus RunOptions::run(const std::vector<std::string>& words, const MachineList& machines, const Answer& answer,
                           const std::atomic<bool>& cancelled) const {
    end_with_long_launches(measuring_.launch_limit_s(), answer);
    if (spread_.is_share()) return run_share(words, machines, cancelled);
    if (is_spread()) return run_over(words, answer, cancelled);
    if (command_.machine == kernels::mpi_machine)
        return run_kernels_over_mpi(command(matrices_.front()), answer, cancelled);
    return run_kernels(command(matrices_.front()), machines, answer, cancelled);
}

ExitStatus RunOptions::run_share(const std::vector<std::string>& words, const MachineList& machines,
                                 const std::atomic<bool>& cancelled) const {
    const auto machine = find_machine(machines, command_.machine);
    NodeRuns found;
    for (const std::size_t piece : spread_.pieces(matrices_.size())) {
        try {
            found.runs.push_back({node_name(), run_on(*machine, command(matrices_[piece]), cancelled)});
        } catch (const Error& error) {
            // What this process was denied, another may be given; what is wrong with the input stays wrong.
            if (error.code() == "cancelled" || error.code() == "memory.limit") throw;
            found.failed.push_back({matrices_[piece], node_name(), error.code(), error.what(), error.hint()});
        }
        if (cancelled.load(std::memory_order_relaxed)) return exit_failed; // and no file: the task is still open
    }
    spread_.write_share(words, std::move(found));
    return exit_fine;
}

ExitStatus RunOptions::run_over(const std::vector<std::string>& words, const Answer& answer,
                                const std::atomic<bool>& cancelled) const {
    if (!command_.csv.empty())
        throw Error("arguments", "Tables of work that is spread are written into the folder of --out.",
                    "Leave out --csv: runs.csv is written there.");
    for (const std::string& matrix : matrices_) command(matrix); // what makes no sense is said before anything starts
    const bool only_traces = command_.machine.starts_with("simulated:");
    const NodeRuns found = spread_.do_all(words, matrices_.size(), only_traces, answer, cancelled);
    const std::vector<RunsOfMachine> machines = by_machine(found.runs);
    std::string text;
    bool is_fine = found.failed.empty();
    for (std::size_t m = 0; m < machines.size(); ++m) {
        const Table table = runs_table(machines[m]);
        const std::string file = spread_.folder_of(m) + "/runs.csv";
        answer.write_files([&] { write_csv_file(file, table); });
        std::vector<std::vector<std::string>> lines;
        for (const NodeRun& each : machines[m].runs) {
            is_fine = is_fine && each.run.is_fine() && !each.run.was_cancelled;
            for (const Row& row : each.run.results)
                lines.push_back({each.run.input.name, row.kernel, kernels::to_string(row.precision),
                                 row.block == 0 ? "-" : std::to_string(row.block), to_string(row.status),
                                 row.has_time() ? time_text(row.time.median) : "-", figure_text(row.gflops),
                                 each.node});
        }
        const bool is_modelled = machines[m].runs.front().run.environment.machine.kind == wire::MachineKind::simulated;
        text += (m == 0 ? "" : "\n") + machines[m].machine + (is_modelled ? ": modelled\n" : ": measured\n") +
                aligned({"matrix", "kernel", "precision", "block", "status", is_modelled ? "modelled" : "median",
                         "GFLOP/s", "node"},
                        lines) +
                "\nWrote " + file + "\n";
    }
    if (answer.json) answer.document(document_of(found));
    else answer.text(text);
    return is_fine ? exit_fine : exit_failed;
}

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
    app.add_option("matrix", command_.matrix,
                   "A .mtx, .mtx.gz or .npz file, a water network, or a generator such as laplace3d:n=160.")
        ->required();
    app.add_option("--kernel", command_.kernel, "Its id; of cg the method with its product, such as cg-fused:dia.")
        ->required();
    app.add_option("--gpus", command_.counts, "How many, separated by commas; 1, 2, 4 ... and all unless given.")
        ->delimiter(',');
    app.add_option("--exchange", command_.exchange, "How x travels: nccl or peer; nccl where it is found unless given.")
        ->check(CLI::IsMember({"nccl", "peer"}));
    measuring_.add_to(app, command_.settings, json, "cold or warm; cg is warm unless told otherwise, spmv cold.",
                      "At least 10 samples and 0.1 s, at most 2 s a count.");
    app.add_option("--csv", csv_, "Writes the table there.");
    measuring_.add_network_to(app);
    spread_.add_to(app, "count of GPUs");
}

void ScalingOptions::require_all() const {
    std::string known;
    for (const auto& [operation, app] : operations_) {
        if (*app) return;
        known += (known.empty() ? "" : ", ") + std::string(kernels::to_string(operation));
    }
    if (is_asked()) throw CLI::RequiredError("An operation to scale (" + known + ")");
}

ExitStatus ScalingOptions::run(const std::vector<std::string>& words, const MachineList& machines, const Answer& answer,
                               const std::atomic<bool>& cancelled) {
    ScalingCommand command = command_;
    for (const auto& [operation, app] : operations_)
        if (*app) command.operation = operation;
    command.matrix = measuring_.name_of(command_.matrix);
    command.settings = measuring_.complete(command_.settings, command.operation);
    if (command.counts.empty() && (spread_.is_asked() || spread_.is_share()))
        throw Error("arguments", "Nobody here knows how many GPUs the nodes have.", "Say it: --gpus 1,2,4.");
    if (is_spread()) return run_over(words, command, answer, cancelled);
    end_with_long_launches(measuring_.launch_limit_s(), answer);
    const RunObserver observer = observer_on_terminal(cancelled, measuring_.unchecked());
    if (spread_.is_share()) {
        std::vector<int> counts;
        for (const std::size_t piece : spread_.pieces(command.counts.size())) counts.push_back(command.counts[piece]);
        command.counts = counts;
        std::vector<Run> runs;
        run_scaling(command, machines, observer, &runs);
        if (cancelled.load(std::memory_order_relaxed)) return exit_failed; // and no file: the task is still open
        NodeRuns found;
        for (Run& run : runs) found.runs.push_back({node_name(), std::move(run)});
        spread_.write_share(words, std::move(found));
        return exit_fine;
    }
    if (!csv_.empty()) require_writable(csv_);
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

ExitStatus ScalingOptions::run_over(const std::vector<std::string>& words, const ScalingCommand& command,
                                    const Answer& answer, const std::atomic<bool>& cancelled) const {
    if (!csv_.empty())
        throw Error("arguments", "Tables of work that is spread are written into the folder of --out.",
                    "Leave out --csv: scaling.csv is written there.");
    const NodeRuns found = spread_.do_all(words, command.counts.size(), false, answer, cancelled);
    const std::vector<RunsOfMachine> machines = by_machine(found.runs);
    std::string text;
    bool is_fine = true;
    for (std::size_t m = 0; m < machines.size(); ++m) {
        Table table = scaling_table(command, machines[m].runs);
        const std::string file = spread_.folder_of(m) + "/scaling.csv";
        answer.write_files([&] { write_csv_file(file, table); });
        for (const NodeRun& each : machines[m].runs) is_fine = is_fine && each.run.is_fine();
        text += (m == 0 ? "" : "\n") + machines[m].machine + "\n" + scaling_text(table) + "\nWrote " + file + "\n";
    }
    if (answer.json) answer.document(document_of(found));
    else answer.text(text);
    return is_fine ? exit_fine : exit_failed;
}

} // namespace warploom::app
