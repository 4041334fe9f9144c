#include "engine/protocol/messages/kept_run.h"

#include "engine/sentence.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(RunPlan, Fields<RunPlan>{"`plan` of a run that is kept",
                                         {{"operation", "", &Self::operation, "", needed},
                                          {"matrices", "", &Self::matrices,
                                           "names or files; several in a sweep over orders", needed},
                                          {"machine", "", &Self::machine, "", needed},
                                          {"sweep", "", &Self::sweep, ""}}}
                             .and_of(&RunPlan::settings))

RunRequest RunPlan::request(std::size_t matrix) const {
    return {operation_named(operation), matrices.at(matrix), machine, settings};
}

WARPLOOM_FIELDS(KeptRow, {"A row of a run that is kept",
                          {{"matrix", "", &Self::matrix, "one of the plan's", needed},
                           {"order", "", &Self::order, "rows; 0: not known", count},
                           {"nonzeros", "", &Self::nonzeros, "0: not known", count},
                           {"copy_gbytes_per_s", "gbytes_per_s", &Self::copy_gbytes_per_s, "of a plain copy"},
                           {"row", "", &Self::row, "as in the document of `run`", needed}}})

WARPLOOM_FIELDS(KeptRun, {"A run that the window keeps",
                          {{"name", "", &Self::name, "given by a person; empty: called after what it does"},
                           {"number", "", &Self::number, "", needed_count},
                           {"started", "", &Self::started, "ISO 8601, local time", needed},
                           {"end", "", &Self::end, ""},
                           {"ending", "", &Self::ending, "the sentence of a failure"},
                           {"plan", "", &Self::plan, "the settings of the run", needed},
                           {"facts", "", &Self::facts, "for captions and exports"},
                           {"rows", "", &Self::rows, "", needed}}})

namespace {

DocumentSource source_of(const std::string& file) {
    return {"run.kept", sentence("The saved run in '{file}' cannot be shown", {{"file", file}}),
            sentence("Repair the file, or move it to another folder. Other saved runs are not affected.")};
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
