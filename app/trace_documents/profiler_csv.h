#pragma once

#include "engine/progress.h"
#include "engine/protocol/messages/trace.h"
#include "engine/table.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns the counters of a trace in the output format of `ncu --csv`, with one line per launch and metric.
std::string profiler_csv(const protocol::Trace& trace);

/// The counters of a launch, as reported by ncu.
struct ProfiledLaunch {
    std::string kernel;          ///< name of the kernel, without return type, template arguments and parameters
    std::int64_t blocks = 0;     ///< number of blocks in the grid; 0 if the file does not contain it
    std::int64_t block_size = 0; ///< threads per block; 0 if the file does not contain it
    std::map<std::string, double> metrics; ///< values by metric, in base units such as bytes
};

/// Parses the output of `ncu --csv`, with or without `--page raw`. `name` is the name of the file in error messages.
/// Errors: "counters.format".
std::vector<ProfiledLaunch> parse_profiler_csv(const std::string& name, const std::string& text);
/// Reads a file with the output of `ncu --csv`. Errors: any error from read_text or parse_profiler_csv.
std::vector<ProfiledLaunch> read_profiler_csv(const std::string& path, const Progress& progress = {});

/// Throws Error("counters.card") if ncu does not support the card of the trace.
void require_profiler_card(const protocol::Trace& trace);

/// Returns a table of the counts of a trace next to the counters of a real GPU. Each launch of the trace is compared
/// with the next launch of the same kernel and grid in `profiled`. All blocks must have been traced. Errors:
/// "counters.launch" if there is no such launch; "counters.card" if ncu does not support the card of the trace.
Table counter_table(const protocol::Trace& trace, const std::vector<ProfiledLaunch>& profiled);

} // namespace warploom::app
