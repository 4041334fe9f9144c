#pragma once

#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The requests that a window sends to its worker process (docs/protocol.md). `name` is the value of the field
// "request". The requests of a run and of the debugger are in run.h and debug.h. A `card` (simulated GPU) is an ID, a
// path on the worker's machine, or a complete card. A `kernel` is an ID or the name of a source file. `block` is a
// number of threads per block.

namespace warploom::protocol {

struct FootprintsRequest {
    static constexpr const char* name = "footprints";
    std::string matrix;
    Precision precision = Precision::float64;
    static const Fields<FootprintsRequest>& fields();
};

struct LayoutRequest : FootprintsRequest {
    static constexpr const char* name = "layout";
    std::array<std::int64_t, 4> window{}; ///< window of the matrix: row_begin, row_end, col_begin, col_end
    std::string kernel;                   ///< ID of the kernel whose threads are listed; may be empty
    int block = 128;
    static const Fields<LayoutRequest>& fields();
};

struct ExchangeRequest {
    static constexpr const char* name = "exchange";
    Operation operation = Operation::spmv;
    std::string matrix, kernel;
    Precision precision = Precision::float64;
    std::vector<int> gpus; ///< numbers of GPUs to consider, from 1 to 16
    static const Fields<ExchangeRequest>& fields();
};

struct AdviceRequest {
    static constexpr const char* name = "advise";
    Operation operation = Operation::spmv;
    std::string matrix, machine;
    Precision precision = Precision::float64;
    int block = 128;
    CacheState cache = CacheState::cold;
    double products = 1000; ///< number of kernel calls that share the conversion cost
    bool quick = false;     ///< whether to rank kernels only by matrix statistics, without tracing
    static const Fields<AdviceRequest>& fields();
};

/// The fields that the requests `trace` and `warp` have in common.
struct TracedKernelRequest {
    Operation operation = Operation::spmv;
    std::string matrix, kernel;
    Json card;
    Precision precision = Precision::float64;
    int block = 128;
    Preconditioner preconditioner = Preconditioner::none; ///< used only for cg
    static const Fields<TracedKernelRequest>& fields();
};

struct TraceRequest : TracedKernelRequest {
    static constexpr const char* name = "trace";
    static constexpr std::int64_t all_blocks = -1;
    /// Number of blocks to trace per launch, or all_blocks; if 0, it is selected by matrix size.
    std::int64_t sample = 0;
    CacheState cache = CacheState::cold;
    bool with_transfers = false;
    std::uint64_t lane_order_seed = 0; ///< seed of a random lane order; 0 for ascending order
    static const Fields<TraceRequest>& fields();
};

struct WarpRequest : TracedKernelRequest {
    static constexpr const char* name = "warp";
    int launch = 0;
    std::int64_t block_index = 0;
    int warp = 0;
    static const Fields<WarpRequest>& fields();
};

struct CheckRequest {
    static constexpr const char* name = "check";
    std::string kernel, matrix;
    Json card;
    std::optional<Precision> precision; ///< if not set, the worker derives the precision from the source code
    int block = 128;
    std::string from; ///< built-in kernel that the source code is based on; may be empty
    static const Fields<CheckRequest>& fields();
};

struct CgOpenRequest {
    static constexpr const char* name = "cg_open";
    std::string matrix, machine, kernel;
    Precision precision = Precision::float64;
    int block = 128;
    bool unchecked = false;
    std::optional<double> tolerance;
    std::optional<std::int64_t> limit; ///< maximum number of iterations
    Preconditioner preconditioner = Preconditioner::none;
    std::string rhs = "drawn"; ///< right-hand side, as in CgSettings
    static const Fields<CgOpenRequest>& fields();
};

/// Changes the settings of a running CG session. Settings that are not set remain unchanged.
struct CgSwitchRequest {
    static constexpr const char* name = "cg_switch";
    std::optional<std::string> machine, kernel;
    std::optional<Precision> precision;
    std::optional<int> block;
    std::optional<bool> unchecked;
    std::optional<double> tolerance;
    std::optional<std::int64_t> limit; ///< maximum number of iterations
    std::optional<Preconditioner> preconditioner;
    static const Fields<CgSwitchRequest>& fields();
};

struct CgAdvanceRequest {
    static constexpr const char* name = "cg_advance";
    std::int64_t iterations = 0; ///< number of iterations; 0 to continue until the solve ends
    static const Fields<CgAdvanceRequest>& fields();
};

struct CgCloseRequest {
    static constexpr const char* name = "cg_close";
    static const Fields<CgCloseRequest>& fields();
};

struct PitfallRequest {
    static constexpr const char* name = "pitfall";
    std::string pitfall, machine;
    Json card; ///< simulated GPU; if null, the one that the machine simulates
    std::optional<std::int64_t> n;
    static const Fields<PitfallRequest>& fields();
};

struct ExperimentRequest {
    static constexpr const char* name = "experiment";
    /// Experiment: an ID, a path on the worker's machine, or the contents of a file as a string or an object.
    Json experiment;
    bool quick = false, model = true, measure_host = true;
    std::string machine;                    ///< machine to measure on; empty for the first GPU
    std::vector<std::string> data;          ///< folders with data files of experiments
    Json have;                              ///< cells that are already known, or an earlier result; may be null
    std::optional<std::string> measured_on; ///< machine that measured the earlier result
    static const Fields<ExperimentRequest>& fields();
};

struct AnswerRequest {
    static constexpr const char* name = "answer";
    Json question; ///< definition of the question (docs/lessons.md)
    static const Fields<AnswerRequest>& fields();
};

struct JudgeRequest {
    static constexpr const char* name = "judge";
    std::string exercise, kernel;
    std::uint64_t seed = 1;
    static const Fields<JudgeRequest>& fields();
};

struct GradeRequest {
    static constexpr const char* name = "grade";
    std::string exercise, folder;
    std::uint64_t seed = 1;
    static const Fields<GradeRequest>& fields();
};

/// Requests a web page that runs kernels in a browser.
struct PageExportRequest {
    static constexpr const char* name = "page";
    std::string exercise; ///< ID of an exercise; empty for the Write page
    std::string text;     ///< initial source code on the Write page
    std::string from;     ///< built-in kernel that the source code is based on
    static const Fields<PageExportRequest>& fields();
};

} // namespace warploom::protocol
