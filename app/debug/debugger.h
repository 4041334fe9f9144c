#pragma once

#include "app/check/judged_input.h"
#include "app/check/test_inputs.h"
#include "app/debug/other_writes.h"
#include "app/inputs/inputs.h"
#include "engine/progress.h"
#include "engine/protocol/messages/debug.h"
#include "engine/simt/recording/block_recording.h"
#include "engine/simt/recording/origin.h"
#include "engine/simulated/trace.h"
#include "engine/stop_request.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Selects the block to record, and the kernel and input to record it with.
struct DebugSettings : KernelSettings {
    Operation operation = Operation::spmv;
    TestInput input; ///< the input, which includes the scaling of its values and the choice of x
    int launch = 0;
    std::int64_t block_index = 0;
    std::uint64_t lane_order_seed = 0; ///< seed for the execution order of warps; 0 for ascending order
    int most_seconds = 30;             ///< time limit in seconds for recording, and for each explanation
};

/// A position at which the debugger stopped, and the reason for the stop.
struct DebugStop {
    std::int64_t position = 0;
    int warp = 0;
    protocol::DebugReason reason = protocol::DebugReason::step;
    std::string note; ///< description of the breakpoint, watchpoint or finding
};

/// Describes how to step from the current position.
struct DebugMove {
    std::int64_t position = 0;
    int warp = 0;
    protocol::DebugStep step = protocol::DebugStep::into;
    bool is_backward = false;
    int to_line = 0; ///< target source line; used only with DebugStep::line
    std::vector<protocol::DebugBreakpoint> breakpoints;
    std::vector<protocol::DebugWatchpoint> watchpoints;
    bool stops_at_findings = false;
    int most_seconds = 30; ///< time limit of the search for a stop
};

/// Debugger for one block of a kernel on the simulated GPU. The block is recorded from start to end, so the debugger
/// can move in both directions. Not thread-safe.
class Debugger {
public:
    /// Runs the kernel and records the block. If that exceeds the time limit, the recording ends early. Errors: any
    /// error from Inputs or the kernel; "trace.launch" and "trace.block", with the valid range; "cancelled";
    /// "debug.time" if the block does not start within the time limit.
    Debugger(Inputs& inputs, const DebugSettings& settings, const Progress& progress);
    ~Debugger();
    Debugger(const Debugger&) = delete;
    Debugger& operator=(const Debugger&) = delete;

    const protocol::DebugSession& session() const { return session_; }
    const simt::BlockRecording& recording() const { return *recording_; }

    /// Returns the values of variables at a position. The position is clamped to the recorded range. If a watch
    /// expression does not compile, its entry contains an error instead of values. `frame` is the index of the stack
    /// frame, 0 for the innermost function. Errors: "debug.warp".
    protocol::DebugState state(const DebugStop& at, const std::vector<std::string>& watches = {},
                               std::size_t frame = 0);
    /// Moves to the next stop. If there is none, moves to the end of the block, or to its start when stepping backward.
    /// If evaluating conditions exceeds the time limit, stops there. Errors: "debug.watch" for a condition that does
    /// not compile, "debug.array", "debug.line" for a line that the block does not execute, "debug.warp".
    DebugStop move(const DebugMove& asked);
    /// Returns the first line of the kernel's file with code at or after `line`, or 0 if there is none.
    int next_code_line(int line) const;
    /// Returns the position before the first instruction of the warp.
    DebugStop start(int warp = 0) const;

    /// Explains how the value of a variable was computed. Errors: "debug.value" if the value does not exist at this
    /// position.
    protocol::DebugOrigin why(const protocol::DebugValue& value);
    /// Returns `count` elements of an array as literals, starting at index `first`, with the values that they have at
    /// `position` of the recording. Errors: "debug.array".
    std::vector<std::string> elements(const std::string& array, std::int64_t first, std::int64_t count,
                                      std::int64_t position);
    std::pair<std::string, int> file_and_line(const simt::SourceLocation& place) const;
    /// Returns a source line without its indentation; empty if there is no such line.
    std::string source_line(const std::string& file, int line) const;

private:
    struct Loaded {
        JudgedInput input;
        TraceSubject subject;
    };
    Loaded load(const Progress& progress);
    simulated::TraceOptions options() const;
    void record(std::int64_t first, const Progress& progress);
    void begin_session(const std::vector<simulated::LaunchInfo>& launches, const protocol::Input& input);
    void begin_time_limit(int seconds);
    [[noreturn]] void throw_late() const;
    /// Records a different range of the execution if the variable values at this position are not available.
    void require_values(std::int64_t position);
    /// Records the values of a range of positions that ends at or after the given position.
    void record_before(std::int64_t position);
    void number_lines();
    void require_warp(int warp) const;
    std::optional<std::size_t> find_object(const std::string& array) const;
    std::size_t object_named(const std::string& array) const;
    const simt::Where& where(std::int64_t instruction) const;
    std::uint32_t line_at(std::int64_t instruction) const { return lines_[(*recording_)[instruction].pc]; }
    std::int64_t next_line(int warp, std::int64_t position, std::size_t most_depth) const;
    std::int64_t previous_line(int warp, std::int64_t position, std::size_t most_depth) const;
    std::int64_t begin_of_line(int warp, std::int64_t instruction, std::size_t most_depth) const;
    DebugStop run_to_stop(const DebugMove& asked);
    protocol::DebugVariable shown(const simt::LaneValues& values, const simt::LaneValues* before) const;
    protocol::DebugValue shown(const simt::ValueRef& value) const;
    simt::ValueRef reference(const protocol::DebugValue& value) const;
    /// Compares the terms that the block has added to an element of the result with the expected terms, and returns the
    /// first difference.
    std::optional<protocol::DebugDifference> difference_of(const simt::ValueRef& value) const;
    std::optional<protocol::DebugDifference> difference_of_inputs(const simt::ValueRef& value) const;
    void add_error(protocol::DebugOrigin& origin, const std::string& array) const;
    void add_other_writes(protocol::DebugOrigin& origin, const simt::ValueRef& value);
    const OtherWrites* other_writes();
    std::optional<protocol::DebugDifference> endless_loop_before(const simt::ValueRef& value);
    std::string sentence_about_wait(const protocol::DebugDifference& loop, std::size_t object, std::int64_t offset);
    std::string sentence_about(const simt::ValueRef& value, const simt::Origin& origin) const;

    Inputs& inputs_;
    const DebugSettings settings_;
    protocol::DebugSession session_;
    std::vector<simulated::Finding> findings_;
    /// The matrix of a product or factorization, or the triangle of a solve; null for other operations.
    std::shared_ptr<const CsrMatrix> matrix_;
    std::vector<double> x_;
    std::shared_ptr<const DenseMatrix> dense_; ///< the matrix A of C = AᵀA
    std::shared_ptr<const TridiagonalSystem> system_;
    std::shared_ptr<const simt::BlockRecording> recording_;
    std::unique_ptr<const OtherWrites> other_writes_;
    bool has_sought_other_writes_ = false;
    StopRequest::Clock::time_point deadline_;
    /// For each instruction, a number that identifies its source line together with its call stack.
    std::vector<std::uint32_t> lines_;
};

} // namespace warploom::app
