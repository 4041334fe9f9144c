#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/warp.h"
#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Messages of the debugger, which replays the recorded execution of one thread block. A position in the recording is
// the total number of instructions that the warps of the block have executed so far.

namespace warploom::protocol {

enum class DebugStep {
    into, ///< stops at the next line, even inside a called function
    over, ///< stops at the next line of the current function or of its caller
    out,  ///< stops at the line after the call to the current function
    run,  ///< stops at the next breakpoint, watchpoint or detected error, or at the end of the block
    line  ///< stops the next time that the warp executes `to_line`
};
constexpr auto words_of(DebugStep) { return std::array{"into", "over", "out", "continue", "line"}; }

enum class DebugReason { step, breakpoint, watchpoint, finding, start, end, limit };
constexpr auto words_of(DebugReason) {
    return std::array{"step", "breakpoint", "watchpoint", "finding", "start", "end", "limit"};
}

/// The value of an array element, or of a variable in one lane, at a position of the recording. The debugger can show
/// the value's origin.
struct DebugValue {
    std::string name; ///< name of the variable or element, such as `sum`, `part[3]` or `x[41]`
    std::string text; ///< the value as a C literal; empty if the value is unknown
    bool is_element = false;
    std::int64_t position = 0;
    int warp = 0, lane = 0;
    std::int64_t element = 0;
    static const Fields<DebugValue>& fields();
};

/// The first wrong term in a sum.
struct DebugDifference {
    std::string sentence;       ///< description, such as "Row 3 is right up to column 16. The entry in column 17 ..."
    std::string name, text;     ///< variable with the wrong sum, such as `sum`, or `x[17]` for a missing entry
    std::int64_t position = -1; ///< position of the instruction that added the term; -1 if there is none
    int warp = 0, lane = 0, line = 0;
    std::string file;
    static const Fields<DebugDifference>& fields();
};

struct DebugOrigin {
    std::string sentence; ///< origin of the value, such as "Thread 7 computed it in line 12: sum += value[k];"
    std::string form;
    std::int64_t position = -1; ///< position of the instruction that produced the value; -1 if there is none
    int warp = 0, lane = 0, line = 0;
    std::string file;
    std::string text;
    std::vector<DebugValue> inputs;
    /// Position at which the element is first written after the read, if any.
    std::optional<std::int64_t> written_later;
    /// Launch and block of the thread that wrote the element, if another block did.
    std::optional<std::int64_t> launch, block_index;
    std::optional<DebugDifference> difference;
    static const Fields<DebugOrigin>& fields();
};

/// The values of a variable, of a part of a variable, or of a watch expression in each lane of a warp.
struct DebugVariable {
    std::string name, type;
    std::vector<std::string> values; ///< one value per lane; empty for inactive lanes and lanes without a value
    Lanes unset;                     ///< active lanes in which the variable has no value yet
    Lanes changed;                   ///< lanes in which the value has changed since the previous line
    std::string problem;             ///< reason why a watch expression has no value in some or all lanes
    static const Fields<DebugVariable>& fields();
};

struct DebugFrame {
    std::string function, file;
    int line = 0;
    static const Fields<DebugFrame>& fields();
};

/// The state of one warp in the debugged block.
struct DebugWarp {
    int warp = 0;
    int line = 0; ///< next line to execute; 0 if the warp has finished
    std::string file;
    Lanes active;
    bool is_at_barrier = false;
    static const Fields<DebugWarp>& fields();
};

struct DebugState {
    std::int64_t position = 0;
    int warp = 0;
    DebugReason reason = DebugReason::step;
    std::string note; ///< reason why execution stopped: a breakpoint, a watchpoint or a detected error
    Lanes active;
    std::vector<DebugFrame> frames; ///< call stack, innermost function first; empty if the warp has finished
    std::vector<DebugVariable> variables, watches;
    std::vector<DebugWarp> warps;
    static const Fields<DebugState>& fields();
};

/// A breakpoint in the kernel's source. A warp stops before it executes the line.
struct DebugBreakpoint {
    int line = 0;
    std::string condition;  ///< condition that must be true in an active lane; if empty, always stops
    std::int64_t skips = 0; ///< number of hits to ignore before stopping
    static const Fields<DebugBreakpoint>& fields();
};

/// A watchpoint. It stops after a thread of the block has written the array element or, if `array` is empty, after a
/// lane has written its variable.
struct DebugWatchpoint {
    std::string array;
    std::int64_t element = 0;
    std::string variable;
    int warp = 0, lane = 0;
    static const Fields<DebugWatchpoint>& fields();
};

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

struct DebugSession {
    std::string operation = "spmv", kernel;
    Input matrix;
    Precision precision = Precision::float64;
    int launch = 0;
    std::vector<WarpLaunch> launches;
    std::int64_t block_index = 0, instructions = 0;
    int block_size = 0, warps = 0;
    bool is_cut = false; ///< whether the recording is incomplete, because it exceeds the debugger's limit
    std::vector<WarpSource> sources;
    std::vector<DebugArray> arrays;
    std::vector<DebugFinding> findings;
    static const Fields<DebugSession>& fields();
};

/// The request `debug_open`, which records the execution of a block. The members `x` and `power` to `column_power`
/// change the values of the test input (see CheckChange).
struct DebugOpenRequest {
    static constexpr const char* name = "debug_open";
    Operation operation = Operation::spmv;
    std::string kernel, matrix, x;
    Json card;
    Precision precision = Precision::float64;
    int block_size = 128;
    int power = 0, row_power = 0, column_power = 0;
    int launch = 0;
    std::int64_t block_index = 0, lane_order_seed = 0;
    static const Fields<DebugOpenRequest>& fields();
};

/// Requests the state of the debugged block at a given position.
struct DebugStateRequest {
    static constexpr const char* name = "debug_state";
    std::int64_t position = 0;
    int warp = 0;
    std::int64_t frame = 0; ///< index of a function on the call stack; 0 is the innermost function
    std::vector<std::string> watches;
    static const Fields<DebugStateRequest>& fields();
};

/// Steps to another position and returns the state there.
struct DebugStepRequest : DebugStateRequest {
    static constexpr const char* name = "debug_step";
    DebugStep step = DebugStep::over;
    bool is_backward = false, stops_at_findings = false;
    int to_line = 0;
    std::vector<DebugBreakpoint> breakpoints;
    std::vector<DebugWatchpoint> watchpoints;
    static const Fields<DebugStepRequest>& fields();
};

/// Requests the origin of a value in the debugger.
struct DebugWhyRequest {
    static constexpr const char* name = "debug_why";
    DebugValue value;
    static const Fields<DebugWhyRequest>& fields();
};

/// Frees the debugger's recording.
struct DebugCloseRequest {
    static constexpr const char* name = "debug_close";
    static const Fields<DebugCloseRequest>& fields();
};

/// Parses a response of the debugger. Errors: "debug.malformed" with the name of the field.
DebugSession read_debug_session(const Json& json);
DebugState read_debug_state(const Json& json);
DebugOrigin read_debug_origin(const Json& json);

} // namespace warploom::protocol
