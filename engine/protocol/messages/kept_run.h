#pragma once

#include "engine/protocol/messages/run.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// A run of the Run page, with its settings and rows, as saved between sessions.

namespace warploom::protocol {

enum class RunEnd { finished, stopped, failed };
constexpr auto words_of(RunEnd) { return std::array{"finished", "stopped", "failed"}; }

/// The horizontal axis of a chart: none, block size or matrix order.
enum class Sweep { none, blocks, orders };
constexpr auto words_of(Sweep) { return std::array{"none", "blocks", "orders"}; }

/// The settings of the Run page, which allow a run to be repeated. There is one request per matrix.
struct RunPlan {
    std::string operation = "spmv", machine;
    std::vector<std::string> matrices; ///< names of the matrices; more than one for a sweep over matrix sizes
    Sweep sweep = Sweep::none;
    RunSettings settings;
    static const Fields<RunPlan>& fields();

    RunRequest request(std::size_t matrix) const;
};

/// A result row, with the properties of its matrix. `row` is the JSON sent by the worker process, including
/// operation-specific results.
struct KeptRow {
    std::string matrix;
    std::int64_t order = 0, nonzeros = 0;
    double copy_gbytes_per_s = not_known;
    Json row;
    static const Fields<KeptRow>& fields();
};

struct KeptRun {
    std::string name; ///< name given by the user; if empty, a description of the run is shown
    int number = 0;
    std::string started; ///< local start time in ISO 8601
    RunEnd end = RunEnd::finished;
    std::string ending;
    RunPlan plan;
    std::vector<std::pair<std::string, std::string>> facts;
    std::vector<KeptRow> rows;
    static const Fields<KeptRun>& fields();
};

/// Parses a saved run. `file` is the file name in error messages. Errors: "run.kept" with the line or field that
/// contains the error.
KeptRun read_kept_run(const std::string& text, const std::string& file);
Row row_of(const KeptRow& kept, const std::string& file);

} // namespace warploom::protocol
