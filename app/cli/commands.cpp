#include "app/cli/commands.h"

#include "app/cli/text_output.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/matrix_market.h"
#include "engine/table.h"
#include "engine/terminal_text.h"
#include "engine/whole_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unistd.h>

namespace warploom::app {

ExitStatus status_of(const Error& error) {
    static const std::array<std::string, 28> senseless{
        "matrix.unknown",     "matrix.parameter", "matrix.unsupported", "kernel.unknown",     "kernel.block",
        "kernel.machine",     "machine.unknown",  "format.unknown",     "format.option",      "run.x",
        "card.unknown",       "trace.sample",     "model.block",        "kernel.switch",      "run.threads",
        "cg.settings",        "matrix.square",    "matrix.diagonal",    "matrix.tridiagonal", "pitfall.unknown",
        "experiment.unknown", "result.compare",   "scaling.gpus",       "scaling.operation",  "exercise.unknown",
        "hand-in.name",       "lesson.unknown",   "run.setting"};
    return std::find(senseless.begin(), senseless.end(), error.code()) != senseless.end() ? exit_senseless
                                                                                          : exit_failed;
}

void Answer::document(const Json& document) const {
    output.write(for_terminal(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
}

void Answer::text(const std::string& text) const { output.write(for_terminal(text)); }

void Answer::give(const Json& as_document, const std::string& as_text) const {
    if (json) document(as_document);
    else text(as_text);
}

void Answer::error(const Error& error) const {
    if (json) document({{"error", protocol::error_object(error)}});
    complain(error);
}

bool Answer::write_files(const std::function<void()>& write) const {
    try {
        write();
        return true;
    } catch (const Error& error) { complain(error); }
    return false;
}

void Answer::complain(const Error& error) const {
    is_whole = false;
    warn(error);
}

void Answer::warn(const Error& error) {
    tell("warploom-engine: " + std::string(error.what()));
    if (!error.hint().empty()) tell(error.hint());
}

void Answer::warn(const std::vector<std::string>& sentences) {
    for (const auto& sentence : sentences) tell("warploom-engine: " + sentence);
}

namespace {

Progress until(const std::atomic<bool>& cancelled) { return {{}, &cancelled}; }

} // namespace

ExitStatus list_devices(const MachineList& machines, const Answer& answer) {
    const auto list = machines_of(machines);
    answer.give({{"machines", wire::write(list)}, {"no_cuda", kernels::why_no_cuda()}},
                machines_text(list, kernels::why_no_cuda()));
    return exit_fine;
}

ExitStatus list_kernels(const Answer& answer) {
    const auto list = known_kernels();
    answer.give({{"kernels", wire::write(list)}, {"formats", wire::write(known_formats())}}, kernels_text(list));
    return exit_fine;
}

ExitStatus describe_matrix(const std::string& matrix, const Answer& answer, const std::atomic<bool>& cancelled) {
    const Json info = info_document(load_matrix(matrix, until(cancelled)));
    answer.give(info, info_text(info));
    return exit_fine;
}

ExitStatus convert_matrix(const ConvertCommand& command, const Answer& answer, const std::atomic<bool>& cancelled) {
    const Matrix matrix = load_matrix(command.matrix, until(cancelled));
    const wire::Footprints all = footprints_of(matrix, command.precision, {}, command.format, command.options);
    const wire::Footprint& f = all.formats.at(0);
    const std::string& reason = f.reason;
    const auto count = [](const auto& known) { return known ? Json(std::int64_t{*known}) : Json(nullptr); };
    const Json document{{"matrix", matrix.name},
                        {"precision", all.precision},
                        {"format", f.format},
                        {"bytes", count(f.bytes)},
                        {"csr_bytes", all.csr_bytes.value},
                        {"value_slots", count(f.value_slots)},
                        {"padding", count(f.padding)},
                        {"conversion_ns", wire::write(f.conversion_ns)},
                        {"reason", reason}};
    if (answer.json) answer.document(document);
    else if (reason.empty())
        answer.text(aligned(
            {"format", "precision", "bytes", "of CSR", "value slots", "padding", "conversion"},
            {{command.format, all.precision, document["bytes"].dump(),
              figure_text(document["bytes"].get<double>() / static_cast<double>(all.csr_bytes)),
              document["value_slots"].dump(), document["padding"].dump(), time_cell(f.conversion_ns.value_or(0))}}));
    if (reason.empty()) return exit_fine;
    tell("warploom-engine: " + reason + "\nTry another format, or a higher --limit.");
    return exit_failed;
}

ExitStatus write_matrix(const std::string& matrix, const std::string& file, const Answer& answer,
                        const std::atomic<bool>& cancelled) {
    const Matrix loaded = load_matrix(matrix, until(cancelled));
    if (loaded.is_oversize())
        throw Error("matrix.unsupported", loaded.why_not_runnable(), "Look at it with `info`; it cannot be written.");
    write_matrix_market(file, loaded, until(cancelled));
    if (answer.json)
        answer.document({{"matrix", loaded.name},
                         {"file", file},
                         {"nonzeros", loaded.csr.nonzeros()},
                         {"hash", protocol::hash_text(loaded.hash())}});
    else
        answer.text("Wrote " + file + ": " + std::to_string(loaded.rows()) + " x " + std::to_string(loaded.cols()) +
                    ", " + std::to_string(loaded.csr.nonzeros()) + " nonzeros.\n");
    return exit_fine;
}

RunObserver observer_on_terminal(const std::atomic<bool>& cancelled) {
    RunObserver observer;
    observer.cancelled = &cancelled;
    if (isatty(STDERR_FILENO) != 0)
        observer.stage = [](const std::string& stage, const std::string& detail) { tell(stage + " " + detail); };
    return observer;
}

void end_with_long_launches(double seconds, const Answer& answer) {
    kernels::limit_launches({seconds, [&answer](const Error& error) {
                                 answer.error(error);
                                 std::_Exit(exit_lost_gpu); // its main thread waits for the GPU
                             }});
}

namespace {

/// `times.csv` -> `times-samples.csv`.
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

Run run_on(kernels::Machine& machine, const RunCommand& command, const std::atomic<bool>& cancelled) {
    Inputs inputs;
    const auto problem = spec_of(command.operation).open(inputs, command.matrix, command.settings, until(cancelled));
    return run_problem(machine, *problem, command.settings, observer_on_terminal(cancelled));
}

ExitStatus answer_run(const RunCommand& command, const Answer& answer, const std::function<Run()>& make) {
    const std::string csv = command.csv, samples = beside(csv, "-samples"), environment = beside(csv, "-environment");
    // A file that cannot be written is better known before the measurements than after them.
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
    answer.give(wire::write_run(run), run_text(run));
    return run.is_fine() && !run.was_cancelled ? exit_fine : exit_failed;
}

ExitStatus run_kernels(const RunCommand& command, const MachineList& machines, const Answer& answer,
                       const std::atomic<bool>& cancelled) {
    const auto machine = find_machine(machines, command.machine);
    return answer_run(command, answer, [&] { return run_on(*machine, command, cancelled); });
}

} // namespace warploom::app
