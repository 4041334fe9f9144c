#include "engine/protocol/messages/kept_run.h"

#include "engine/sentence.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(RunPlan,
                Fields<RunPlan>{
                    "The `plan` object of a saved run",
                    {{"operation", "", &Self::operation, "operation that was performed", needed},
                     {"matrices", "", &Self::matrices,
                      "matrix files or generators; more than one if the run sweeps over matrix sizes", needed},
                     {"machine", "", &Self::machine, "machine ID", needed},
                     {"sweep", "", &Self::sweep, "variable on the horizontal axis"}}}
                    .and_of(&RunPlan::settings))

RunRequest RunPlan::request(std::size_t matrix) const {
    return {operation_named(operation), matrices.at(matrix), machine, settings};
}

WARPLOOM_FIELDS(KeptRow, {"A row of a saved run",
                          {{"matrix", "", &Self::matrix, "matrix of this row, as listed in the plan", needed},
                           {"order", "", &Self::order, "number of rows; 0 if unknown", count},
                           {"nonzeros", "", &Self::nonzeros, "number of nonzeros; 0 if unknown", count},
                           {"copy_gbytes_per_s", "gbytes_per_s", &Self::copy_gbytes_per_s, "measured copy bandwidth"},
                           {"row", "", &Self::row, "contents of the row; see \"A row of `run`\"", needed}}})

WARPLOOM_FIELDS(KeptRun, {"A run saved by Warploom",
                          {{"name", "", &Self::name,
                            "name given by the user; if empty, a description of the run is shown instead"},
                           {"number", "", &Self::number, "sequence number of the run", needed_count},
                           {"started", "", &Self::started, "start time in local time (ISO 8601)", needed},
                           {"end", "", &Self::end, "how the run ended"},
                           {"ending", "", &Self::ending, "error message, if the run failed"},
                           {"plan", "", &Self::plan, "settings that reproduce the run", needed},
                           {"facts", "", &Self::facts, "facts shown in captions and exports"},
                           {"rows", "", &Self::rows, "rows with the results", needed}}})

namespace {

DocumentSource source_of(const std::string& file) {
    return {"run.kept", sentence("The saved run in '{file}' cannot be shown", {{"file", file}}),
            sentence("Repair the file, or move it to a different folder. Other saved runs are not affected.")};
}

} // namespace

KeptRun read_kept_run(const std::string& text, const std::string& file) {
    const DocumentSource source = source_of(file);
    KeptRun run = read<KeptRun>(parse(text, source), source);
    operation_named(run.plan.operation);
    return run;
}

Row row_of(const KeptRow& kept, const std::string& file) { return read_row(kept.row, source_of(file)); }

} // namespace warploom::protocol
