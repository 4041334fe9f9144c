#include "app/cli/commands.h"

#include "app/cli/text_output.h"
#include "app/operations/operation.h"
#include "app/run/runner.h"
#include "engine/error.h"
#include "engine/matrix/matrix_market.h"
#include "engine/matrix/matrix_source.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

namespace warploom::app {

using protocol::Json;

ExitStatus status_of(const Error& error) {
    static const std::array<std::string, 24> senseless{
        "matrix.unknown",     "matrix.parameter", "matrix.unsupported", "kernel.unknown",     "kernel.block",
        "kernel.machine",     "machine.unknown",  "format.unknown",     "format.option",      "run.x",
        "card.unknown",       "trace.sample",     "model.block",        "kernel.switch",      "run.threads",
        "cg.settings",        "matrix.square",    "matrix.diagonal",    "matrix.tridiagonal", "pitfall.unknown",
        "experiment.unknown", "result.compare",   "scaling.gpus",       "scaling.operation"};
    return std::find(senseless.begin(), senseless.end(), error.code()) != senseless.end() ? exit_senseless
                                                                                          : exit_failed;
}

void Answer::document(const Json& document) const {
    output.write(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void Answer::text(const std::string& text) const { output.write(text); }

void Answer::error(const Error& error) const {
    if (json) document({{"error", protocol::error_object(error)}});
    std::fprintf(stderr, "warploom-engine: %s\n", error.what());
    if (!error.hint().empty()) std::fprintf(stderr, "%s\n", error.hint().c_str());
}

ExitStatus list_devices(const MachineList& machines, const Answer& answer) {
    const auto list = machines_of(machines);
    if (answer.json) answer.document({{"machines", wire::write(list)}, {"no_cuda", kernels::why_no_cuda()}});
    else answer.text(machines_text(list, kernels::why_no_cuda()));
    return exit_fine;
}

ExitStatus list_kernels(const Answer& answer) {
    const auto list = known_kernels();
    if (answer.json) answer.document({{"kernels", wire::write(list)}, {"formats", wire::write(known_formats())}});
    else answer.text(kernels_text(list));
    return exit_fine;
}

ExitStatus describe_matrix(const std::string& matrix, const Answer& answer) {
    const Json info = info_document(load_matrix(matrix));
    if (answer.json) answer.document(info);
    else answer.text(info_text(info));
    return exit_fine;
}

ExitStatus convert_matrix(const ConvertCommand& command, const Answer& answer) {
    const Matrix matrix = load_matrix(command.matrix);
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
              document["value_slots"].dump(), document["padding"].dump(), time_text(f.conversion_ns.value_or(0))}}));
    if (reason.empty()) return exit_fine;
    std::fprintf(stderr, "warploom-engine: %s\nTry another format, or a higher --limit.\n", reason.c_str());
    return exit_failed;
}

ExitStatus write_matrix(const std::string& matrix, const std::string& file, const Answer& answer) {
    const Matrix loaded = load_matrix(matrix);
    if (loaded.is_oversize())
        throw Error("matrix.unsupported", loaded.why_not_runnable(), "Look at it with `info`; it cannot be written.");
    write_matrix_market(file, loaded);
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

namespace {

/// `times.csv` -> `times-samples.csv`.
std::string beside(const std::string& file, const std::string& suffix) {
    const std::string end = ".csv";
    const bool has_end = file.size() > end.size() && file.compare(file.size() - end.size(), end.size(), end) == 0;
    return (has_end ? file.substr(0, file.size() - end.size()) : file) + suffix + end;
}

std::ofstream open_for_writing(const std::string& file, std::ios::openmode mode) {
    std::ofstream out(file, mode);
    if (!out)
        throw Error("file.write", "The file '" + file + "' cannot be written.",
                    "Does its folder exist, and may you write there?");
    return out;
}

void write_file(const std::string& file, const Table& table) {
    std::ofstream out = open_for_writing(file, std::ios::trunc);
    write_csv(out, table);
    out.flush();
    if (!out) throw Error("file.write", "Writing '" + file + "' failed.", "Is the disk full?");
}

Table environment_table(const Table& results) {
    Table table;
    table.columns = {{"key", ""}, {"value", ""}};
    for (const auto& [key, value] : results.facts) table.add_row({key, value});
    return table;
}

} // namespace

ExitStatus run_kernels(const RunCommand& command, const MachineList& machines, const Answer& answer,
                       const std::atomic<bool>& cancelled) {
    const auto opened = find_machine(machines, command.machine);
    kernels::Machine& machine = *opened;
    // A file that cannot be written is better known before the measurements than after them.
    if (!command.csv.empty()) open_for_writing(command.csv, std::ios::app);
    Progress loading;
    loading.cancelled = &cancelled;
    Inputs inputs;
    const auto problem = spec_of(command.operation).open(inputs, command.matrix, command.settings, loading);

    RunObserver observer;
    observer.cancelled = &cancelled;
    if (isatty(STDERR_FILENO) != 0)
        observer.stage = [](const std::string& stage, const std::string& detail) {
            std::fprintf(stderr, "%s %s\n", stage.c_str(), detail.c_str());
        };
    const Run run = run_problem(machine, *problem, command.settings, observer);

    if (!command.csv.empty()) {
        const Table results = result_table(run);
        write_file(command.csv, results);
        write_file(beside(command.csv, "-samples"), sample_table(run));
        write_file(beside(command.csv, "-environment"), environment_table(results));
    }
    if (answer.json) answer.document(wire::write_run(run));
    else answer.text(run_text(run));
    return run.is_fine() && !run.was_cancelled ? exit_fine : exit_failed;
}

} // namespace warploom::app
