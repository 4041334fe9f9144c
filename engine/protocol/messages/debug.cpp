#include "engine/protocol/messages/debug.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(DebugValue,
                {"A value in `debug_why`",
                 {{"name", "", &Self::name, "variable or array element, such as `sum` or `x[41]`", needed},
                  Field<Self>{"text", "", &Self::text, "value as text"}.or_left_out(),
                  {"is_element", "", &Self::is_element, "whether the value is an array element"},
                  {"position", "", &Self::position,
                   "position in the recording at which the variable or element has this value", needed_count},
                  {"warp", "", &Self::warp, "warp of the variable", count},
                  {"lane", "", &Self::lane, "lane of the variable", Rule{.least = 0, .greatest = 31}},
                  {"element", "", &Self::element, "index of the element in its array", count}}})

WARPLOOM_FIELDS(DebugDifference,
                {"`difference` in `debug_why`",
                 {{"sentence", "", &Self::sentence, "description of the first unexpected term of the sum"},
                  {"name", "", &Self::name, "computed value, or element of x that was not used"},
                  {"text", "", &Self::text, "value as text"},
                  {"position", "", &Self::position, "instruction that computed the term; -1 if there is none",
                   Rule{.least = -1}},
                  {"warp", "", &Self::warp, "warp that executed the instruction", count},
                  {"lane", "", &Self::lane, "lane that executed the instruction", Rule{.least = 0, .greatest = 31}},
                  {"line", "", &Self::line, "source line of the instruction; 0 if unknown", count},
                  {"file", "", &Self::file, "source file of the instruction"}}})

WARPLOOM_FIELDS(
    DebugOrigin,
    {"The `debug_why` document",
     {{"sentence", "", &Self::sentence, "explanation of where the value comes from"},
      {"form", "", &Self::form,
       "origin of the value: `computed`, `stored`, `added` (by an atomic operation), `shuffled`, `voted`, `given` "
       "(before the first instruction), `contents` (of an array that the block has not written), `unset`, `unwritten` "
       "(shared memory) or `unknown`"},
      {"position", "", &Self::position, "instruction that produced the value; -1 if there is none", Rule{.least = -1}},
      {"warp", "", &Self::warp, "warp that executed the instruction", count},
      {"lane", "", &Self::lane, "lane that executed the instruction", Rule{.least = 0, .greatest = 31}},
      {"line", "", &Self::line, "source line of the instruction; 0 if unknown", count},
      {"file", "", &Self::file, "source file of the instruction"},
      {"text", "", &Self::text, "value as text"},
      {"inputs", "", &Self::inputs, "values from which this value was computed"},
      Field<Self>{"written_later", "", &Self::written_later,
                  "first instruction that overwrote the element after the element was read"}
          .or_left_out(),
      Field<Self>{"launch", "", &Self::launch, "launch that wrote the element, if another block did"}.or_left_out(),
      Field<Self>{"block_index", "", &Self::block_index, "block that wrote the element, if another block did"}
          .or_left_out(),
      Field<Self>{
          "difference", "", &Self::difference,
          "first unexpected term, or a loop that does not end; present only for elements at the end of the block"}
          .or_left_out()}})

WARPLOOM_FIELDS(
    DebugVariable,
    {"A variable in `debug_state`",
     {{"name", "", &Self::name, "variable, member or array element, such as `sum`, `row.length` or `part[3]`", needed},
      {"type", "", &Self::type, "type of the variable"},
      {"values", "", &Self::values, "one value per lane; empty for lanes that are inactive or have no value"},
      {"unset", "", &Self::unset, "active lanes in which the variable has not been assigned a value"},
      {"changed", "", &Self::changed, "lanes in which the value has changed since the previous line"},
      Field<Self>{"problem", "", &Self::problem, "reason that a watched expression has no value"}.or_left_out()}})

WARPLOOM_FIELDS(DebugFrame, {"A function in `debug_state`",
                             {{"function", "", &Self::function, "name of the kernel or function"},
                              {"file", "", &Self::file, "source file"},
                              {"line", "", &Self::line,
                               "next line to execute; in a calling function, the line of the call", count}}})

WARPLOOM_FIELDS(DebugWarp,
                {"A warp in `debug_state`",
                 {{"warp", "", &Self::warp, "warp index in the block", needed_count},
                  {"line", "", &Self::line, "next line that the warp executes; 0 if the warp has exited", count},
                  {"file", "", &Self::file, "source file of this line"},
                  {"active", "", &Self::active, "active lanes of the warp"},
                  {"is_at_barrier", "", &Self::is_at_barrier, "whether the warp is waiting at a barrier"}}})

WARPLOOM_FIELDS(
    DebugState,
    {"The `debug_state` document",
     {{"position", "", &Self::position, "number of instructions that the block has executed", needed_count},
      {"warp", "", &Self::warp, "displayed warp", count},
      {"reason", "", &Self::reason, "reason that the debugger stopped"},
      Field<Self>{"note", "", &Self::note, "description of the breakpoint, watchpoint or finding"}.or_left_out(),
      {"active", "", &Self::active, "active lanes of the warp"},
      {"frames", "", &Self::frames, "call stack of the warp, innermost function first; empty if the warp has exited"},
      {"variables", "", &Self::variables, "variables in scope, in declaration order"},
      {"watches", "", &Self::watches, "watched expressions"},
      {"warps", "", &Self::warps, "state of every warp in the block"}}})

WARPLOOM_FIELDS(DebugBreakpoint,
                {"A breakpoint in `debug_step`",
                 {{"line", "", &Self::line, "line in the kernel source file", needed_count},
                  {"condition", "", &Self::condition,
                   "condition; the debugger stops only if it is true in an active lane"},
                  {"skips", "", &Self::skips, "number of hits to ignore before the debugger stops", count}}})

WARPLOOM_FIELDS(DebugWatchpoint,
                {"A watchpoint in `debug_step`",
                 {{"array", "", &Self::array, "name of the array"},
                  {"element", "", &Self::element, "index of the element", count},
                  {"variable", "", &Self::variable,
                   "instead of an element: a variable in scope, such as `sum` or `part[3]`"},
                  {"warp", "", &Self::warp, "warp of the variable", count},
                  {"lane", "", &Self::lane, "lane of the variable", Rule{.least = 0, .greatest = 31}}}})

WARPLOOM_FIELDS(DebugArray, {"An array in `debug_open`",
                             {{"name", "", &Self::name, "name of the array in the source"},
                              {"type", "", &Self::type, "element type"},
                              {"elements", "", &Self::elements, "number of elements", count},
                              {"is_shared", "", &Self::is_shared, "whether the array is in shared memory"}}})

WARPLOOM_FIELDS(DebugFinding, {"A finding in `debug_open`",
                               {{"kind", "", &Self::kind, "kind of error"},
                                {"sentence", "", &Self::sentence, "description of the error"},
                                {"line", "", &Self::line, "line in the kernel source file", count}}})

WARPLOOM_FIELDS(DebugSession,
                {"The `debug_open` document",
                 {{"operation", "", &Self::operation, "operation that the kernel performs"},
                  {"kernel", "", &Self::kernel, "kernel ID"},
                  {"matrix", "", &Self::matrix, "input matrix"},
                  {"precision", "", &Self::precision, "precision of the values"},
                  {"launch", "", &Self::launch, "index of the recorded launch in `launches`", count},
                  {"launches", "", &Self::launches, "all kernel launches of one call"},
                  {"block_index", "", &Self::block_index, "index of the recorded block in the grid", count},
                  {"instructions", "", &Self::instructions, "number of recorded instructions of the block", count},
                  {"block", "", &Self::block_size, "threads per block", count},
                  {"warps", "", &Self::warps, "number of warps in the block", count},
                  {"is_cut", "", &Self::is_cut,
                   "whether the recording was truncated because the block executes too many instructions"},
                  {"source", "", &Self::sources, "source file of the kernel, followed by the headers that it includes"},
                  {"arrays", "", &Self::arrays, "arrays that the launch uses, followed by shared arrays"},
                  {"findings", "", &Self::findings, "errors detected in the recorded block"}}})

WARPLOOM_FIELDS(
    DebugOpenRequest,
    {"The request `debug_open`",
     {{"operation", "", &Self::operation, "operation"},
      {"matrix", "", &Self::matrix, "input", needed},
      {"kernel", "", &Self::kernel, "kernel ID or file", needed},
      {"card", "", &Self::card, "an id, a path, or a whole card", needed},
      {"precision", "", &Self::precision, "precision of the values"},
      {"block", "", &Self::block_size, "threads per block"},
      {"x", "", &Self::x, "x or the right-hand side, as in a test input"},
      {"power", "", &Self::power, "the values are scaled by this power of two", Rule{.least = -1100, .greatest = 1100}},
      {"row_power", "", &Self::row_power, "likewise, every seventh row", Rule{.least = -1100, .greatest = 1100}},
      {"column_power", "", &Self::column_power, "likewise, every seventh column",
       Rule{.least = -1100, .greatest = 1100}},
      {"launch", "", &Self::launch, "launch to record, from 0"},
      {"block_index", "", &Self::block_index, "block to record, from 0"},
      {"lane_order_seed", "", &Self::lane_order_seed,
       "seed for the order in which warps execute; 0 for ascending order"}}})

WARPLOOM_FIELDS(DebugStateRequest,
                {"The request `debug_state`",
                 {{"position", "", &Self::position, "number of executed instructions of the block", count},
                  {"warp", "", &Self::warp, "warp to show", count},
                  {"frame", "", &Self::frame, "function, counted from the innermost one", count},
                  {"watches", "", &Self::watches, "expressions to evaluate"}}})

WARPLOOM_FIELDS(DebugStepRequest, Fields<Self>{"The request `debug_step`",
                                               {{"step", "", &Self::step, "kind of movement", needed},
                                                {"is_backward", "", &Self::is_backward, "whether to move backward"},
                                                {"stops_at_findings", "", &Self::stops_at_findings,
                                                 "whether `continue` stops at errors, too"},
                                                {"to_line", "", &Self::to_line, "for `line`: the line", count},
                                                {"breakpoints", "", &Self::breakpoints, "breakpoints"},
                                                {"watchpoints", "", &Self::watchpoints, "watchpoints"}}}
                                      .with(DebugStateRequest::fields()))

WARPLOOM_FIELDS(DebugWhyRequest,
                {"The request `debug_why`", {{"value", "", &Self::value, "the value to explain", needed}}})

WARPLOOM_FIELDS(DebugCloseRequest, {"The request `debug_close`", {}})

namespace {

const DocumentSource& debug_source() {
    static const DocumentSource source{"debug.malformed", "This answer of the debugger cannot be shown",
                                       "Window and worker may be of different versions."};
    return source;
}

} // namespace

DebugSession read_debug_session(const Json& json) { return read<DebugSession>(json, debug_source()); }
DebugState read_debug_state(const Json& json) { return read<DebugState>(json, debug_source()); }
DebugOrigin read_debug_origin(const Json& json) { return read<DebugOrigin>(json, debug_source()); }

} // namespace warploom::protocol
