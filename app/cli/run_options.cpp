#include "app/cli/commands.h"
#include "engine/comma_list.h"

#include "app/cli/text_output.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/network/network_source.h"
#include "engine/sentence.h"
#include "engine/table.h"
#include "kernels/registry/multi_gpu_machine.h"

namespace warploom::app {

void NetworkOptions::add_to(CLI::App& command) {
    command
        .add_option("--step", step_,
                    "For a water network: number of Newton steps to perform before extracting the matrix. Default: 0.")
        ->check(CLI::Range(0, network::most_steps));
    command.add_flag("--unit-conductances", unit_conductances_,
                     "For a water network: sets the conductance of every "
                     "link to 1.");
    command.add_flag("--with-fill", with_fill_,
                     "For a water network: adds the fill-in of the Cholesky factor as explicit zeros.");
}

std::string NetworkOptions::name_of(const std::string& matrix) const {
    if (step_ < 0 && !unit_conductances_ && !with_fill_) return matrix;
    if (!network::names_network(matrix))
        throw Error(
            "matrix.parameter",
            sentence("--step, --unit-conductances and --with-fill only apply to water networks. {matrix} is not a "
                     "water network.",
                     {{"matrix", matrix}}),
            sentence("Use an .inp or .inp.gz file."));
    network::NetworkRequest request = network::parse_network_name(matrix);
    if (step_ >= 0) request.step = step_;
    request.unit_conductances = request.unit_conductances || unit_conductances_;
    request.with_fill = request.with_fill || with_fill_;
    return network::network_name(request);
}

namespace {

/// Adds a command-line option with the same type as the setting.
class SettingOption {
public:
    SettingOption(CLI::App& app, protocol::RunSettings& settings, const protocol::Setting& setting)
        : app_(app), settings_(settings), help_(setting.help),
          name_(std::string("--") + (setting.option != nullptr ? setting.option : setting.name)) {}

    void operator()(bool& (*place)(protocol::RunSettings&)) const { app_.add_flag(name_, place(settings_), help_); }
    template <class T> void operator()(T& (*place)(protocol::RunSettings&)) const {
        app_.add_option(name_, place(settings_), help_);
    }
    // Limit the option to one argument; otherwise it would also consume the positional matrix argument.
    template <class T> void operator()(std::vector<T>& (*place)(protocol::RunSettings&)) const {
        CLI::Option* option = nullptr;
        if constexpr (HasWords<T>) {
            const auto take = [&list = place(settings_)](const std::vector<std::string>& words) {
                list.clear(); // parsing cannot fail, because CLI11 has already validated the names
                for (const std::string& word : words) list.push_back(*protocol::named<T>(word));
            };
            option = app_.add_option_function<std::vector<std::string>>(name_, take, help_)->check(members<T>());
        } else {
            option = app_.add_option(name_, place(settings_), help_);
        }
        option->delimiter(',')->allow_extra_args(false);
    }
    template <HasWords E> void operator()(E& (*place)(protocol::RunSettings&)) const {
        const auto take = [&value = place(settings_)](const std::string& word) { value = *protocol::named<E>(word); };
        app_.add_option_function<std::string>(name_, take, help_)->check(members<E>());
    }

private:
    template <class E> static CLI::IsMember members() {
        return CLI::IsMember(transform_to_vector(all_of<E>, [](E each) { return std::string(to_string(each)); }));
    }
    CLI::App& app_;
    protocol::RunSettings& settings_;
    std::string help_, name_;
};

} // namespace

void add_settings(CLI::App& app, protocol::RunSettings& settings, Operation operation, unsigned where) {
    for (const protocol::Setting& setting : protocol::run_settings)
        if (setting.is_shown(operation, where)) std::visit(SettingOption(app, settings, setting), setting.place);
}

void MeasuringOptions::add_to(CommandLine& line, CLI::App& app) {
    line.add_json(app);
    app.add_option("--launch-limit", launch_limit_s_,
                   "Time limit in seconds for a launch of a .cu file on a real GPU. If a launch takes longer, the "
                   "program exits with status 3.")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

/// Implements the commands `run spmv`, `run cg` and so on, with their options.
class RunOptions {
public:
    explicit RunOptions(CommandLine& line) {
        CLI::App& run = line.add_group("run", "Runs and measures kernels.", "An operation to run");
        for (const OperationSpec* const spec : operation_specs()) {
            const OperationWords words = spec->words();
            RunCommand& command = commands_.emplace_back();
            CLI::App* const own =
                &line.add(run, kernels::to_string(spec->operation()), words.summary,
                          [this, &command](const CommandCall& call) { return run_one_or_more(command, call); });
            command.operation = spec->operation();
            command.settings.cache = protocol::default_cache(spec->operation());
            own->add_option("matrix", matrices_,
                            words.input + std::string(" If there are several matrices, each one is a task."))
                ->required();
            own->add_option(
                "--machine", command.machine,
                "cpu, cuda:N, several GPUs (cuda:0,1 or cuda:all), the GPUs of all processes started by mpirun "
                "(cuda:mpi), or simulated:CARD.");
            add_settings(*own, command.settings, command.operation, protocol::on_run);
            own->get_option("--kernels")->description(words.kernels);
            measuring_.add_to(line, *own);
            own->add_option("--csv", command.csv,
                            "The output file for the results. Also writes FILE-samples.csv and FILE-environment.csv.");
            if (spec->takes_matrix()) measuring_.add_network_to(*own);
            spread_.add_to(*own, "matrix");
        }
    }

private:
    ExitStatus run_one_or_more(const RunCommand& command, const CommandCall& call) const {
        end_with_long_launches(measuring_.launch_limit_s(), call.answer);
        if (spread_.is_share()) return run_share(command, call);
        if (spread_.is_asked() || matrices_.size() > 1) return run_over(command, call);
        const RunCommand one = with(command, matrices_.front());
        if (command.machine == kernels::mpi_machine) return run_kernels_over_mpi(one, call);
        const auto machine = find_machine(CommandCall::machines(), command.machine);
        return answer_run(one, call.answer, [&] { return run_on(*machine, one, call); });
    }
    /// Returns a copy of the command that applies to a single matrix.
    RunCommand with(RunCommand command, const std::string& matrix) const {
        command.matrix = measuring_.name_of(matrix);
        return command;
    }
    static Run run_on(kernels::Machine& machine, const RunCommand& command, const CommandCall& call) {
        Inputs inputs;
        const auto problem = spec_of(command.operation).open(inputs, command.matrix, command.settings, call.progress());
        return run_problem(machine, *problem, command.settings, observer_on_terminal(call.cancelled));
    }
    ExitStatus run_share(const RunCommand& command, const CommandCall& call) const {
        const auto machine = find_machine(CommandCall::machines(), command.machine);
        NodeRuns found;
        for (const std::size_t piece : spread_.pieces(matrices_.size())) {
            try {
                found.runs.push_back({node_name(), run_on(*machine, with(command, matrices_[piece]), call)});
            } catch (const Error& error) {
                // Do not record these errors as results, because the task may succeed when it is repeated, for example
                // with more memory. All other errors are permanent.
                if (error.code() == "cancelled" || error.code() == "memory.limit") throw;
                found.failed.push_back({matrices_[piece], node_name(), error.code(), error.what(), error.hint()});
            }
            if (call.is_cancelled()) return exit_failed; // write no file, so that the task counts as unfinished
        }
        spread_.write_share(call.words, std::move(found));
        return exit_fine;
    }

    ExitStatus run_over(const RunCommand& command, const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        if (!command.csv.empty())
            throw Error("arguments",
                        sentence("If there are several tasks, the tables are written to the --out "
                                 "folder."),
                        sentence("Omit --csv. The table is runs.csv in that folder."));
        for (const std::string& matrix : matrices_)
            with(command, matrix); // validate the settings before any task starts
        const bool only_traces = command.machine.starts_with("simulated:");
        const NodeRuns found = spread_.do_all(call.words, matrices_.size(), only_traces, answer, call.cancelled);
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
                                     row.has_time() ? time_cell(row.time.median) : "-", figure_text(row.gflops),
                                     each.node});
            }
            const bool is_modelled = machines[m].runs.front().run.environment.machine.kind == MachineKind::simulated;
            text += (m == 0 ? "" : "\n") +
                    (is_modelled ? sentence("{machine}: modeled", {{"machine", machines[m].machine}})
                                 : sentence("{machine}: measured", {{"machine", machines[m].machine}})) +
                    "\n" +
                    aligned({"matrix", "kernel", "precision", "block", "status", is_modelled ? "modeled" : "median",
                             "GFLOP/s", "node"},
                            lines) +
                    "\n" + sentence("Wrote {file}.", {{"file", file}}) + "\n";
        }
        answer.give(document_of(found), text);
        return is_fine ? exit_fine : exit_failed;
    }

    /// One element per operation; a std::deque, because adding elements does not invalidate references.
    std::deque<RunCommand> commands_;
    std::vector<std::string> matrices_;
    SpreadOptions spread_;
    MeasuringOptions measuring_;
};

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
                         time_cell(number_of(table, i, "time")), figure_text(number_of(table, i, "speedup")),
                         figure_text(number_of(table, i, "efficiency")), figure_text(number_of(table, i, "gflops"))});
    std::string text =
        table.title + "\n" +
        aligned({"GPUs", "machine", "precision", "block", "status", "time", "speed-up", "efficiency", "GFLOP/s"},
                lines);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const std::string reason = text_of(table, i, "reason"), slower = text_of(table, i, "slower"),
                          detail = text_of(table, i, "detail");
        for (const std::string& remark : {reason, slower})
            if (!remark.empty()) text += text_of(table, i, "machine") + ": " + remark + "\n";
        if (!detail.empty()) text += text_of(table, i, "machine") + ": " + detail + "\n";
    }
    return text;
}

} // namespace

/// Implements the commands `scaling spmv` and `scaling cg`, which run one kernel on 1, 2, 4 and more GPUs.
class ScalingOptions {
public:
    explicit ScalingOptions(CommandLine& line) {
        CLI::App& scaling = line.add_group("scaling", "Measures one kernel on 1, 2, 4 ... GPUs of this computer.",
                                           "An operation to scale");
        for (const OperationSpec* const spec : operation_specs())
            if (spec->is_shared_among_gpus()) add_operation(*spec, line, scaling);
    }

private:
    ExitStatus scale(ScalingCommand command, const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        command.matrix = measuring_.name_of(command.matrix);
        if (command.counts.empty() && (spread_.is_asked() || spread_.is_share()))
            throw Error("arguments", sentence("The number of GPUs per node is unknown."),
                        sentence("Specify the GPU counts, such as --gpus 1,2,4."));
        if (spread_.is_asked() && !spread_.is_share()) return run_over(command, call);
        end_with_long_launches(measuring_.launch_limit_s(), answer);
        const RunObserver observer = observer_on_terminal(call.cancelled);
        if (spread_.is_share()) {
            std::vector<int> counts;
            for (const std::size_t piece : spread_.pieces(command.counts.size()))
                counts.push_back(command.counts[piece]);
            command.counts = counts;
            std::vector<Run> runs;
            run_scaling(command, CommandCall::machines(), observer, &runs);
            if (call.is_cancelled()) return exit_failed; // write no file, so that the task counts as unfinished
            NodeRuns found;
            for (Run& run : runs) found.runs.push_back({node_name(), std::move(run)});
            spread_.write_share(call.words, std::move(found));
            return exit_fine;
        }
        if (!csv_.empty()) require_writable(csv_);
        std::vector<Run> runs;
        const Table table = run_scaling(command, CommandCall::machines(), observer, &runs);
        if (!csv_.empty()) answer.write_files([&] { write_csv_file(csv_, table); });
        bool is_fine = true;
        Json documents = Json::array();
        for (const Run& run : runs) {
            is_fine = is_fine && run.is_fine() && !run.was_cancelled;
            if (answer.json) documents.push_back(protocol::write_run(run));
        }
        if (answer.json) {
            Json rows = Json::array();
            for (std::size_t i = 0; i < table.rows.size(); ++i)
                rows.push_back({{"gpus", static_cast<int>(number_of(table, i, "gpus"))},
                                {"machine", text_of(table, i, "machine")},
                                {"speedup", number_of(table, i, "speedup")}, // number_of() converts NaN to null
                                {"efficiency", number_of(table, i, "efficiency")}});
            answer.document({{"scaling", rows}, {"runs", documents}});
        } else answer.text(scaling_text(table));
        return is_fine ? exit_fine : exit_failed;
    }

    void add_operation(const OperationSpec& spec, CommandLine& line, CLI::App& scaling) {
        ScalingCommand& command = commands_.emplace_back();
        CLI::App& app = line.add(scaling, kernels::to_string(spec.operation()), spec.words().summary,
                                 [this, &command](const CommandCall& call) { return scale(command, call); });
        app.add_option(
               "matrix", command.matrix,
               "A matrix file (.mtx, .mat, .npz and others), a water network, or a generator such as laplace3d:n=160.")
            ->required();
        app.add_option("--kernel", command.kernel,
                       "The ID of the kernel. For cg, the method and its SpMV kernel, such as cg-fused:dia.")
            ->required();
        app.add_option("--gpus", command.counts, "GPU counts, separated by commas. Default: 1, 2, 4 ... and all.")
            ->delimiter(',');
        app.add_option("--exchange", command.exchange,
                       "How x is exchanged: nccl or peer. Default: whichever is "
                       "faster.")
            ->check(CLI::IsMember({"nccl", "peer"}));
        command.operation = spec.operation();
        command.settings.cache = protocol::default_cache(spec.operation());
        add_settings(app, command.settings, command.operation, protocol::on_scaling);
        measuring_.add_to(line, app);
        app.add_option("--csv", csv_, "The output file for the table.");
        measuring_.add_network_to(app);
        spread_.add_to(app, "number of GPUs");
    }

    ExitStatus run_over(const ScalingCommand& command, const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        if (!csv_.empty())
            throw Error("arguments",
                        sentence("If there are several tasks, the tables are written to the --out "
                                 "folder."),
                        sentence("Omit --csv. The table is scaling.csv in that folder."));
        const NodeRuns found = spread_.do_all(call.words, command.counts.size(), false, answer, call.cancelled);
        const std::vector<RunsOfMachine> machines = by_machine(found.runs);
        std::string text;
        bool is_fine = true;
        for (std::size_t m = 0; m < machines.size(); ++m) {
            Table table = scaling_table(command, machines[m].runs);
            const std::string file = spread_.folder_of(m) + "/scaling.csv";
            answer.write_files([&] { write_csv_file(file, table); });
            for (const NodeRun& each : machines[m].runs) is_fine = is_fine && each.run.is_fine();
            text += (m == 0 ? "" : "\n") + machines[m].machine + "\n" + scaling_text(table) + "\n" +
                    sentence("Wrote {file}.", {{"file", file}}) + "\n";
        }
        answer.give(document_of(found), text);
        return is_fine ? exit_fine : exit_failed;
    }

    /// One element per operation; a std::deque, because adding elements does not invalidate references.
    std::deque<ScalingCommand> commands_;
    MeasuringOptions measuring_;
    SpreadOptions spread_;
    std::string csv_;
};

void add_scaling_command(CommandLine& line) { line.keep<ScalingOptions>(); }

void add_run_command(CommandLine& line) { line.keep<RunOptions>(); }

} // namespace warploom::app
