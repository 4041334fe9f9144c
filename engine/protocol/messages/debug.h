#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/warp.h"
#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// A debugger for the recorded run of one block. A position is a number of instructions that the warps of the block have
// executed, in the order of execution.

namespace warploom::protocol {

enum class DebugStep {
    into, ///< the next line, also in a function that the line calls
    over, ///< the next line of this function or of its caller
    out,  ///< the line behind the call of this function
    run,  ///< the next breakpoint, watchpoint or finding, or the end of the block
    line  ///< the next time that the warp executes the line `to_line`
};
constexpr auto words_of(DebugStep) { return std::array{"into", "over", "out", "continue", "line"}; }

enum class DebugReason { step, breakpoint, watchpoint, finding, start, end };
constexpr auto words_of(DebugReason) {
    return std::array{"step", "breakpoint", "watchpoint", "finding", "start", "end"};
}

/// A value that a debugger can explain: a variable of a lane, or an element of an array, before an instruction.
struct DebugValue {
    std::string name; ///< `sum`, `part[3]`, `x[41]`
    std::string text; ///< the value as a literal; empty if it is not known
    bool is_element = false;
    std::int64_t position = 0;
    int warp = 0, lane = 0;
    std::int64_t element = 0; ///< index in the array
    static const Fields<DebugValue>& fields();
};

/// The first term of a wrong sum that is not as expected.
struct DebugDifference {
    std::string sentence;       ///< "Row 3 is right up to column 16. The entry in column 17 was added 2 times, ..."
    std::string name, text;     ///< the value there, such as `sum`; for an entry that was not added, `x[17]`
    std::int64_t position = -1; ///< the instruction that computed it; -1 if there is none
    int warp = 0, lane = 0, line = 0;
    std::string file;
    static const Fields<DebugDifference>& fields();
};

/// Where a value comes from.
struct DebugOrigin {
    std::string sentence;       ///< "Thread 7 computed it in line 12: sum += value[k] * x[column[k]];"
    std::string form;           ///< see docs/protocol.md
    std::int64_t position = -1; ///< the instruction that produced it; -1 if there is none
    int warp = 0, lane = 0, line = 0;
    std::string file;
    std::string text;               ///< the value
    std::vector<DebugValue> inputs; ///< the values that it was computed from
    /// The later write of an element that was read too early.
    std::optional<std::int64_t> written_later;
    std::optional<DebugDifference> difference; ///< for a wrong element of a result
    static const Fields<DebugOrigin>& fields();
};

/// A variable, a part of a variable, or a watch, in each lane of a warp.
struct DebugVariable {
    std::string name, type;
    std::vector<std::string> values; ///< one per lane; empty texts for inactive lanes and lanes without a value
    Lanes unset;                     ///< active lanes in which it has no value yet
    Lanes changed;                   ///< lanes in which it differs from the line before
    std::string problem;             ///< of a watch: why it has no value in some lanes, or at all
    static const Fields<DebugVariable>& fields();
};

struct DebugFrame {
    std::string function, file;
    int line = 0;
    static const Fields<DebugFrame>& fields();
};

/// What a warp of the block is doing.
struct DebugWarp {
    int warp = 0;
    int line = 0; ///< the line that it executes next; 0 if it has ended
    std::string file;
    Lanes active;
    bool is_at_barrier = false;
    static const Fields<DebugWarp>& fields();
};

struct DebugState {
    std::int64_t position = 0;
    int warp = 0;
    DebugReason reason = DebugReason::step;
    std::string note; ///< the breakpoint, watchpoint or finding
    Lanes active;
    std::vector<DebugFrame> frames; ///< innermost first; empty if the warp has ended
    std::vector<DebugVariable> variables, watches;
    std::vector<DebugWarp> warps;
    static const Fields<DebugState>& fields();
};

/// A breakpoint in the kernel's file. It stops a warp before it executes the line.
struct DebugBreakpoint {
    int line = 0;
    std::string condition;  ///< an expression that must be true in an active lane; empty for none
    std::int64_t skips = 0; ///< number of hits that are passed over
    static const Fields<DebugBreakpoint>& fields();
};

/// Stops after an element of an array has been written by the block.
struct DebugWatchpoint {
    std::string array;
    std::int64_t element = 0;
    static const Fields<DebugWatchpoint>& fields();
};

/// An array that the kernel can access.
struct DebugArray {
    std::string name, type;
    std::int64_t elements = 0;
    bool is_shared = false;
    static const Fields<DebugArray>& fields();
};

struct DebugFinding {
    std::string kind, sentence;
    int line = 0;
    static const Fields<DebugFinding>& fields();
};

/// The recorded block.
struct DebugSession {
    std::string operation = "spmv", kernel;
    Input matrix;
    Precision precision = Precision::float64;
    int launch = 0;
    std::vector<WarpLaunch> launches;
    std::int64_t block_index = 0, instructions = 0;
    int block_size = 0, warps = 0;
    bool is_cut = false; ///< whether the block has more instructions than the debugger can list
    std::vector<WarpSource> sources;
    std::vector<DebugArray> arrays;
    std::vector<DebugFinding> findings; ///< in this block
    static const Fields<DebugSession>& fields();
};

/// The request `debug_open`, which records a block. The members `power` to `column_power` and `x` are those of the test
/// input in a verdict (CheckChange).
struct DebugOpenRequest {
    Operation operation = Operation::spmv;
    std::string kernel, matrix, x;
    Json card; ///< an ID, a path, or a complete card
    Precision precision = Precision::float64;
    int block_size = 128; ///< threads
    int power = 0, row_power = 0, column_power = 0;
    int launch = 0;
    std::int64_t block_index = 0, lane_order_seed = 0;
    static const Fields<DebugOpenRequest>& fields();
};

/// The request `debug_state`, which returns the values at a position.
struct DebugStateRequest {
    std::int64_t position = 0;
    int warp = 0;
    std::int64_t frame = 0; ///< function, counted from the innermost one
    std::vector<std::string> watches;
    static const Fields<DebugStateRequest>& fields();
};

/// The request `debug_step`, which moves and returns the values at the new position.
struct DebugStepRequest : DebugStateRequest {
    DebugStep step = DebugStep::over;
    bool is_backward = false, stops_at_findings = false;
    int to_line = 0; ///< for DebugStep::line
    std::vector<DebugBreakpoint> breakpoints;
    std::vector<DebugWatchpoint> watchpoints;
    static const Fields<DebugStepRequest>& fields();
};

/// The request `debug_why`, which explains a value.
struct DebugWhyRequest {
    DebugValue value;
    static const Fields<DebugWhyRequest>& fields();
};

/// Return a request of the debugger as JSON. The worker client adds the ID.
Json request_json(const DebugOpenRequest& request);
Json request_json(const DebugStateRequest& request);
Json request_json(const DebugStepRequest& request);
Json request_json(const DebugWhyRequest& request);
/// Returns the request `debug_close`, which frees the recording.
Json debug_close_request();

/// Parse answers of the debugger. Errors: "debug.malformed" with the field.
DebugSession read_debug_session(const Json& json);
DebugState read_debug_state(const Json& json);
DebugOrigin read_debug_origin(const Json& json);

} // namespace warploom::protocol
