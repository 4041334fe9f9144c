#include "app/cli/commands.h"

#include "app/cli/self_description.h"
#include "app/cli/text_output.h"
#include "engine/atomic_file.h"
#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/matrix_market.h"
#include "engine/sentence.h"
#include "engine/table.h"
#include "engine/terminal_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace warploom::app {

ExitStatus status_of(const Error& error) {
    static const std::array<std::string, 30> senseless{
        "matrix.unknown",     "matrix.parameter", "matrix.unsupported", "kernel.unknown",     "kernel.block",
        "kernel.machine",     "machine.unknown",  "format.unknown",     "format.option",      "run.x",
        "card.unknown",       "trace.sample",     "model.block",        "kernel.switch",      "run.threads",
        "cg.settings",        "matrix.square",    "matrix.diagonal",    "matrix.tridiagonal", "pitfall.unknown",
        "experiment.unknown", "result.compare",   "scaling.gpus",       "scaling.operation",  "exercise.unknown",
        "hand-in.name",       "lesson.unknown",   "run.setting",        "fetch.unknown",      "check.files"};
    return std::find(senseless.begin(), senseless.end(), error.code()) != senseless.end() ? exit_senseless
                                                                                          : exit_failed;
}

void CommandOutput::document(const Json& document) const {
    Json versioned = document;
    // Documents that can also be stored in files, such as experiments, have a version of their own.
    bool has_version = !document.is_object();
    for (const auto& item : document.items()) has_version = has_version || item.key().starts_with("warploom_");
    if (!has_version) versioned["warploom_schema"] = json_schema;
    output.write(for_terminal(versioned.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
}

void CommandOutput::text(const std::string& text) const { output.write(for_terminal(text)); }

void CommandOutput::give(const Json& as_document, const std::string& as_text) const {
    if (json) document(as_document);
    else text(as_text);
}

void CommandOutput::error(const Error& error) const {
    if (json) document({{"error", protocol::error_object(error)}});
    complain(error);
}

bool CommandOutput::write_files(const std::function<void()>& write) const {
    try {
        write();
        return true;
    } catch (const Error& error) { complain(error); }
    return false;
}

void CommandOutput::complain(const Error& error) const {
    is_whole = false;
    warn(error);
}

void CommandOutput::warn(const Error& error) {
    tell("warploom-engine: " + std::string(error.what()));
    if (!error.hint().empty()) tell(error.hint());
}

void CommandOutput::warn(const std::vector<std::string>& sentences) {
    for (const auto& each : sentences) tell("warploom-engine: " + each);
}

const MachineList& CommandCall::machines() {
    static const MachineList all = kernels::machines();
    return all;
}

CLI::App& CommandLine::add(CLI::App& under, const std::string& word, const std::string& about, const Action& action) {
    CLI::App& added = *under.add_subcommand(word, about);
    added.callback([this, action] { asked = action; });
    return added;
}

CLI::App& CommandLine::add_group(const std::string& word, const std::string& about, const std::string& missing,
                                 const std::string& known) {
    CLI::App& group = *app.add_subcommand(word, about);
    require_word(group, missing, known);
    return group;
}

void CommandLine::require_word(CLI::App& group, const std::string& missing, const std::string& known) {
    group.require_subcommand(0, 1); // not required here, because the callback reports missing and unknown subcommands
    group.callback([this, &group, missing, known] {
        if (asked) return;
        std::string words = known;
        if (known.empty())
            for (const ManualCommand& word : description_of(group).commands) add_item(words, word.name);
        throw CLI::RequiredError(missing + " (" + words + ")");
    });
}
namespace {

/// Implements commands that do not run kernels. They list machines and kernels, or process a matrix.
class PlainCommands {
public:
    explicit PlainCommands(CommandLine& line) {
        const auto add = [&](const char* word, const char* about, auto action) {
            return line.add(line.app, word, about, this, action);
        };
        CLI::App* const devices =
            add("devices", "Lists the machines that kernels can run on.", &PlainCommands::devices);
        CLI::App* const kernels = add("kernels", "Lists the kernels and formats.", &PlainCommands::kernels);
        CLI::App* const info = add("info", "Describes a matrix.", &PlainCommands::info);
        CLI::App* const convert =
            add("convert", "Shows how much memory a matrix takes in each format.", &PlainCommands::convert);
        CLI::App* const write = add("write", "Writes a matrix to a Matrix Market file.", &PlainCommands::write);
        for (CLI::App* const command : {devices, kernels, info, convert, write}) line.add_json(*command);
        for (CLI::App* const command : {info, convert, write}) {
            command
                ->add_option("matrix", matrix_,
                             "A matrix file (.mtx, .mat, .npz and others), a water network (.inp or .inp.gz), or a "
                             "generator such as "
                             "random-rows:n=4096,fraction=0.2,seed=7.")
                ->required();
            network_.add_to(*command);
        }
        write->add_option("file", file_, "The file to write.")->required();
        convert->add_option("--format", format_, "The ID of the format.")->required();
        convert->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        convert->add_option("--block-size", options_.block_size, "Block size of bcsr. 0 detects it automatically.")
            ->check(CLI::Range(0, 64));
        convert
            ->add_option("--limit", options_.limit_factor,
                         "Maximum size of a format, as a multiple of the size of "
                         "CSR.")
            ->check(CLI::PositiveNumber);
    }

private:
    ExitStatus devices(const CommandCall& call) const {
        const auto list = machines_of(CommandCall::machines());
        call.answer.give({{"machines", protocol::write(list)}, {"no_cuda", kernels::why_no_cuda()}},
                         machines_text(list, kernels::why_no_cuda()));
        return exit_fine;
    }
    ExitStatus kernels(const CommandCall& call) const {
        const auto list = known_kernels();
        call.answer.give({{"kernels", protocol::write(list)}, {"formats", protocol::write(known_formats())}},
                         kernels_text(list));
        return exit_fine;
    }
    Matrix load(const CommandCall& call) const { return load_matrix(network_.name_of(matrix_), call.progress()); }
    ExitStatus info(const CommandCall& call) const {
        const Json info = info_document(load(call));
        call.answer.give(info, info_text(info));
        return exit_fine;
    }
    ExitStatus convert(const CommandCall& call) const {
        const Matrix matrix = load(call);
        const protocol::Footprints all =
            // CLI11 has already validated the value
            footprints_of(matrix, *kernels::precision_from(precision_), {}, format_, options_);
        const protocol::Footprint& f = all.formats.at(0);
        const auto count = [](const auto& known) { return known ? Json(std::int64_t{*known}) : Json(nullptr); };
        const Json document{{"matrix", matrix.name},
                            {"precision", all.precision},
                            {"format", f.format},
                            {"bytes", count(f.bytes)},
                            {"csr_bytes", all.csr_bytes.value},
                            {"value_slots", count(f.value_slots)},
                            {"padding", count(f.padding)},
                            {"conversion_ns", protocol::write(f.conversion_ns)},
                            {"reason", f.reason}};
        if (call.answer.json) call.answer.document(document);
        else if (f.reason.empty())
            call.answer.text(
                aligned({"format", "precision", "bytes", "of CSR", "value slots", "padding", "conversion"},
                        {{format_, all.precision, document["bytes"].dump(),
                          figure_text(document["bytes"].get<double>() / static_cast<double>(all.csr_bytes)),
                          document["value_slots"].dump(), document["padding"].dump(),
                          time_cell(f.conversion_ns.value_or(0))}}));
        if (f.reason.empty()) return exit_fine;
        tell("warploom-engine: " + f.reason + "\n" + sentence("Try another format or a higher --limit."));
        return exit_failed;
    }
    ExitStatus write(const CommandCall& call) const {
        const Matrix matrix = load(call);
        if (matrix.is_oversize())
            throw Error("matrix.unsupported", matrix.why_not_runnable(),
                        sentence("This matrix cannot be written. `info` shows its properties."));
        write_matrix_market(file_, matrix, call.progress());
        call.answer.give(
            {{"matrix", matrix.name},
             {"file", file_},
             {"nonzeros", matrix.csr.nonzeros()},
             {"hash", protocol::hash_text(matrix.hash())}},
            sentence(
                "Wrote {file}: {rows} x {columns}, {n} {n:nonzero|nonzeros}.",
                {{"file", file_}, {"rows", matrix.rows()}, {"columns", matrix.cols()}, {"n", matrix.csr.nonzeros()}}) +
                "\n");
        return exit_fine;
    }

    std::string matrix_, file_, format_, precision_ = "double";
    kernels::FormatOptions options_;
    NetworkOptions network_;
};

} // namespace

void add_plain_commands(CommandLine& line) { line.keep<PlainCommands>(); }
Progress grading_progress(const CommandCall& call) {
    Progress progress = call.progress();
    if (isatty(STDERR_FILENO) != 0)
        progress.report = [](std::int64_t done, std::int64_t all) {
            std::fprintf(stderr, "\r%lld of %lld graded", static_cast<long long>(done), static_cast<long long>(all));
        };
    return progress;
}

RunObserver observer_on_terminal(const std::atomic<bool>& cancelled) {
    RunObserver observer;
    observer.cancelled = &cancelled;
    if (isatty(STDERR_FILENO) != 0)
        observer.stage = [](const std::string& stage, const std::string& detail) { tell(stage + " " + detail); };
    return observer;
}

void end_with_long_launches(double seconds, const CommandOutput& answer) {
    kernels::limit_launches({seconds, [&answer](const Error& error) {
                                 answer.error(error);
                                 // Exit immediately, because the main thread is still waiting for the GPU.
                                 std::_Exit(exit_lost_gpu);
                             }});
}

namespace {

/// Inserts a suffix before the file name extension: for example, `times.csv` becomes `times-samples.csv`.
std::string beside(const std::string& file, const std::string& suffix) {
    const std::string end = ".csv";
    const bool has_end = file.size() > end.size() && file.compare(file.size() - end.size(), end.size(), end) == 0;
    return (has_end ? file.substr(0, file.size() - end.size()) : file) + suffix + end;
}

Table environment_table(const Table& results) {
    Table table;
    table.columns = {{"key", ""}, {"value", ""}};
    for (const auto& [key, value] : results.facts) table.add_row({key, value});
    return table;
}

} // namespace

ExitStatus answer_run(const RunCommand& command, const CommandOutput& answer, const std::function<Run()>& make) {
    const std::string csv = command.csv, samples = beside(csv, "-samples"), environment = beside(csv, "-environment");
    // Check that the files can be written before the measurements start.
    if (!csv.empty())
        for (const std::string& file : {csv, samples, environment}) require_writable(file);
    const Run run = make();
    if (!csv.empty())
        answer.write_files([&] {
            const Table results = result_table(run);
            write_csv_file(csv, results);
            write_csv_file(samples, sample_table(run));
            write_csv_file(environment, environment_table(results));
        });
    answer.give(protocol::write_run(run), run_text(run));
    return run.is_fine() && !run.was_cancelled ? exit_fine : exit_failed;
}
} // namespace warploom::app
