#include "app/cli/commands.h"
#include "engine/comma_list.h"

#include "app/cli/text_output.h"
#include "engine/error.h"
#include "engine/network/network_source.h"
#include "engine/table.h"
#include "engine/whole_file.h"
#include "kernels/registry/multi_gpu_machine.h"

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

namespace {

/// One option for each kind of value that a setting may have.
class SettingOption {
public:
    SettingOption(CLI::App& app, wire::RunSettings& settings, const wire::Setting& setting)
        : app_(app), settings_(settings), help_(setting.help),
          name_(std::string("--") + (setting.option != nullptr ? setting.option : setting.name)) {}

    void operator()(bool& (*place)(wire::RunSettings&)) const { app_.add_flag(name_, place(settings_), help_); }
    template <class T> void operator()(T& (*place)(wire::RunSettings&)) const {
        app_.add_option(name_, place(settings_), help_);
    }
    // What follows a list after a blank is a matrix.
    template <class T> void operator()(std::vector<T>& (*place)(wire::RunSettings&)) const {
        CLI::Option* option = nullptr;
        if constexpr (HasWords<T>) {
            const auto take = [&list = place(settings_)](const std::vector<std::string>& words) {
                list.clear(); // CLI11 has checked the words
                for (const std::string& word : words) list.push_back(*wire::named<T>(word));
            };
            option = app_.add_option_function<std::vector<std::string>>(name_, take, help_)->check(members<T>());
        } else {
            option = app_.add_option(name_, place(settings_), help_);
        }
        option->delimiter(',')->allow_extra_args(false);
    }
    template <HasWords E> void operator()(E& (*place)(wire::RunSettings&)) const {
        const auto take = [&value = place(settings_)](const std::string& word) { value = *wire::named<E>(word); };
        app_.add_option_function<std::string>(name_, take, help_)->check(members<E>());
    }

private:
    template <class E> static CLI::IsMember members() {
        std::vector<std::string> words;
        for (const E each : all_of<E>) words.emplace_back(to_string(each));
        return CLI::IsMember(words);
    }

    CLI::App& app_;
    wire::RunSettings& settings_;
    std::string help_, name_;
};

} // namespace

void add_settings(CLI::App& app, wire::RunSettings& settings, Operation operation, unsigned where) {
    for (const wire::Setting& setting : wire::run_settings)
        if (setting.is_shown(operation, where)) std::visit(SettingOption(app, settings, setting), setting.place);
}

void MeasuringOptions::add_to(CLI::App& app, bool& json) {
    add_json(app, json);
    app.add_option(
           "--launch-limit", launch_limit_s_,
           "Seconds that a launch of a .cu file on a real GPU may take; the program ends with status 3 after that.")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

/// `run spmv`, `run cg` ..., with their options.
class RunOptions final : public Command {
public:
    RunOptions(CLI::App& app, bool& json) {
        run_ = app.add_subcommand("run", "Runs and measures kernels.");
        run_->require_subcommand(0, 1);
        for (const OperationSpec* const spec : operation_specs()) {
            const OperationWords words = spec->words();
            CLI::App* const own = run_->add_subcommand(kernels::to_string(spec->operation()), words.summary);
            Subcommand& subcommand = subcommands_.emplace_back(Subcommand{spec->operation(), own, {}});
            subcommand.settings.cache = spec->usual_cache();
            own->add_option("matrix", matrices_, words.input + std::string(" Several are tasks, one each."))
                ->required();
            own->add_option(
                "--machine", command_.machine,
                "cpu, cuda:N, several GPUs as cuda:0,1 or cuda:all, those of all processes that mpirun started as "
                "cuda:mpi, or simulated:CARD.");
            add_settings(*own, subcommand.settings, subcommand.operation, wire::on_run);
            own->get_option("--kernels")->description(words.kernels);
            measuring_.add_to(*own, json);
            own->add_option("--csv", command_.csv, "Writes results, FILE-samples.csv and FILE-environment.csv.");
            if (spec->takes_matrix()) measuring_.add_network_to(*own);
            spread_.add_to(*own, "matrix");
        }
    }

    bool is_asked() const override { return static_cast<bool>(*run_); }
    void require_all() const override {
        if (*run_ && asked() == nullptr)
            throw CLI::RequiredError("An operation to run (" + wire::names_of<Operation>() + ")");
    }

    ExitStatus run(const CommandCall& call) const override {
        const auto& [words, machines, answer, cancelled] = call;
        end_with_long_launches(measuring_.launch_limit_s(), answer);
        if (spread_.is_share()) return run_share(words, machines, cancelled);
        if (is_spread()) return run_over(words, answer, cancelled);
        if (command_.machine == kernels::mpi_machine)
            return run_kernels_over_mpi(command(matrices_.front()), answer, cancelled);
        return run_kernels(command(matrices_.front()), machines, answer, cancelled);
    }

    bool needs_machines() const override { return !is_spread(); }

private:
    bool is_spread() const { return !spread_.is_share() && (spread_.is_asked() || matrices_.size() > 1); }
    struct Subcommand {
        Operation operation;
        CLI::App* app;
        RunSettings settings;
    };
    const Subcommand* asked() const {
        for (const auto& subcommand : subcommands_)
            if (*subcommand.app) return &subcommand;
        return nullptr;
    }

    /// The request for one matrix.
    RunCommand command(const std::string& matrix) const {
        RunCommand command = command_;
        command.operation = asked()->operation;
        command.settings = asked()->settings;
        command.matrix = measuring_.name_of(matrix);
        return command;
    }

    ExitStatus run_share(const std::vector<std::string>& words, const MachineList& machines,
                         const std::atomic<bool>& cancelled) const {
        const auto machine = find_machine(machines, command_.machine);
        NodeRuns found;
        for (const std::size_t piece : spread_.pieces(matrices_.size())) {
            try {
                found.runs.push_back({node_name(), run_on(*machine, command(matrices_[piece]), cancelled)});
            } catch (const Error& error) {
                // Memory that this process was denied, another may be given; a mistake of the input stays.
                if (error.code() == "cancelled" || error.code() == "memory.limit") throw;
                found.failed.push_back({matrices_[piece], node_name(), error.code(), error.what(), error.hint()});
            }
            if (cancelled.load(std::memory_order_relaxed)) return exit_failed; // and no file: the task is still open
        }
        spread_.write_share(words, std::move(found));
        return exit_fine;
    }

    ExitStatus run_over(const std::vector<std::string>& words, const Answer& answer,
                        const std::atomic<bool>& cancelled) const {
        if (!command_.csv.empty())
            throw Error("arguments", "Tables of work that is spread are written into the folder of --out.",
                        "Leave out --csv: runs.csv is written there.");
        for (const std::string& matrix : matrices_)
            command(matrix); // what makes no sense is said before anything starts
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
                                     row.has_time() ? time_cell(row.time.median) : "-", figure_text(row.gflops),
                                     each.node});
            }
            const bool is_modelled = machines[m].runs.front().run.environment.machine.kind == MachineKind::simulated;
            text += (m == 0 ? "" : "\n") + machines[m].machine + (is_modelled ? ": modelled\n" : ": measured\n") +
                    aligned({"matrix", "kernel", "precision", "block", "status", is_modelled ? "modelled" : "median",
                             "GFLOP/s", "node"},
                            lines) +
                    "\nWrote " + file + "\n";
        }
        answer.give(document_of(found), text);
        return is_fine ? exit_fine : exit_failed;
    }

    CLI::App* run_ = nullptr;
    std::deque<Subcommand> subcommands_; ///< whose settings stay where they are
    std::vector<std::string> matrices_;
    SpreadOptions spread_;
    RunCommand command_;
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
        const std::string reason = text_of(table, i, "reason"), detail = text_of(table, i, "detail");
        if (!reason.empty()) text += text_of(table, i, "machine") + ": " + reason + "\n";
        if (!detail.empty()) text += text_of(table, i, "machine") + ": " + detail + "\n";
    }
    return text;
}

} // namespace

/// `scaling spmv` and `scaling cg`: one kernel on 1, 2, 4 ... GPUs.
class ScalingOptions final : public Command {
public:
    /// Adds the command to `app`.
    ScalingOptions(CLI::App& app, bool& json) {
        scaling_ = app.add_subcommand("scaling", "Measures one kernel on 1, 2, 4 ... GPUs of this computer.");
        scaling_->require_subcommand(0, 1);
        for (const OperationSpec* const spec : operation_specs()) {
            if (!spec->is_shared_among_gpus()) continue;
            CLI::App* const app_of =
                scaling_->add_subcommand(kernels::to_string(spec->operation()), spec->words().summary);
            add_options(operations_.emplace_back(Subcommand{spec->operation(), app_of, {}}), json);
        }
    }

    bool is_asked() const override { return static_cast<bool>(*scaling_); }
    void require_all() const override {
        std::string known;
        for (const Subcommand& subcommand : operations_) {
            if (*subcommand.app) return;
            add_item(known, std::string(kernels::to_string(subcommand.operation)));
        }
        if (is_asked()) throw CLI::RequiredError("An operation to scale (" + known + ")");
    }

    ExitStatus run(const CommandCall& call) const override {
        const auto& [words, machines, answer, cancelled] = call;
        ScalingCommand command = command_;
        for (const Subcommand& subcommand : operations_) {
            if (!*subcommand.app) continue;
            command.operation = subcommand.operation;
            command.settings = subcommand.settings;
        }
        command.matrix = measuring_.name_of(command_.matrix);
        if (command.counts.empty() && (spread_.is_asked() || spread_.is_share()))
            throw Error("arguments", "The number of GPUs of a node is not known here.", "Say it: --gpus 1,2,4.");
        if (is_spread()) return run_over(words, command, answer, cancelled);
        end_with_long_launches(measuring_.launch_limit_s(), answer);
        const RunObserver observer = observer_on_terminal(cancelled);
        if (spread_.is_share()) {
            std::vector<int> counts;
            for (const std::size_t piece : spread_.pieces(command.counts.size()))
                counts.push_back(command.counts[piece]);
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

    bool needs_machines() const override { return !is_spread(); }

private:
    bool is_spread() const { return spread_.is_asked() && !spread_.is_share(); }
    struct Subcommand {
        Operation operation;
        CLI::App* app;
        RunSettings settings;
    };
    void add_options(Subcommand& subcommand, bool& json) {
        CLI::App& app = *subcommand.app;
        app.add_option("matrix", command_.matrix,
                       "A .mtx, .mtx.gz or .npz file, a water network, or a generator such as laplace3d:n=160.")
            ->required();
        app.add_option("--kernel", command_.kernel, "Its id; of cg the method with its product, such as cg-fused:dia.")
            ->required();
        app.add_option("--gpus", command_.counts, "How many, separated by commas; 1, 2, 4 ... and all unless given.")
            ->delimiter(',');
        app.add_option("--exchange", command_.exchange,
                       "How x travels: nccl or peer; nccl where it is found unless given.")
            ->check(CLI::IsMember({"nccl", "peer"}));
        subcommand.settings.cache = spec_of(subcommand.operation).usual_cache();
        add_settings(app, subcommand.settings, subcommand.operation, wire::on_scaling);
        measuring_.add_to(app, json);
        app.add_option("--csv", csv_, "Writes the table there.");
        measuring_.add_network_to(app);
        spread_.add_to(app, "count of GPUs");
    }

    ExitStatus run_over(const std::vector<std::string>& words, const ScalingCommand& command, const Answer& answer,
                        const std::atomic<bool>& cancelled) const {
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
        answer.give(document_of(found), text);
        return is_fine ? exit_fine : exit_failed;
    }

    CLI::App* scaling_ = nullptr;
    std::deque<Subcommand> operations_; ///< whose settings stay where they are
    ScalingCommand command_;
    MeasuringOptions measuring_;
    SpreadOptions spread_;
    std::string csv_;
};

std::unique_ptr<Command> scaling_command(CLI::App& app, bool& json) {
    return std::make_unique<ScalingOptions>(app, json);
}

std::unique_ptr<Command> run_command(CLI::App& app, bool& json) { return std::make_unique<RunOptions>(app, json); }

} // namespace warploom::app
