#include "engine/protocol/messages/debug.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(DebugValue, {"A value in `debug_why`",
                             {{"name", "", &Self::name, "variable or element: `sum`, `x[41]`", needed},
                              Field<Self>{"text", "", &Self::text, "the value"}.or_left_out(),
                              {"is_element", "", &Self::is_element, "whether it is an element of an array"},
                              {"position", "", &Self::position, "position at which it has this value", needed_count},
                              {"warp", "", &Self::warp, "warp of the variable", count},
                              {"lane", "", &Self::lane, "lane of the variable", Rule{.least = 0, .greatest = 31}},
                              {"element", "", &Self::element, "index of the element", count}}})

WARPLOOM_FIELDS(DebugDifference,
                {"`difference` in `debug_why`",
                 {{"sentence", "", &Self::sentence, "which term of the sum is the first that is not as expected"},
                  {"name", "", &Self::name, "the value that was computed there, or the element of x that was not used"},
                  {"text", "", &Self::text, "the value"},
                  {"position", "", &Self::position, "instruction that computed it; -1 if there is none",
                   Rule{.least = -1}},
                  {"warp", "", &Self::warp, "warp that executed it", count},
                  {"lane", "", &Self::lane, "lane that executed it", Rule{.least = 0, .greatest = 31}},
                  {"line", "", &Self::line, "its line; 0 if there is none", count},
                  {"file", "", &Self::file, "its file"}}})

WARPLOOM_FIELDS(
    DebugOrigin,
    {"The `debug_why` document",
     {{"sentence", "", &Self::sentence, "where the value comes from"},
      {"form", "", &Self::form,
       "`computed`, `stored`, `added` (by an atomic operation), `shuffled`, `voted`, `given` (before the first "
       "instruction), `contents` (of an array that the block has not written), `unset`, `unwritten` (shared memory), "
       "`unknown`"},
      {"position", "", &Self::position, "instruction that produced the value; -1 if there is none", Rule{.least = -1}},
      {"warp", "", &Self::warp, "warp that executed it", count},
      {"lane", "", &Self::lane, "lane that executed it", Rule{.least = 0, .greatest = 31}},
      {"line", "", &Self::line, "its line; 0 if there is none", count},
      {"file", "", &Self::file, "its file"},
      {"text", "", &Self::text, "the value"},
      {"inputs", "", &Self::inputs, "the values that it was computed from"},
      Field<Self>{"written_later", "", &Self::written_later,
                  "the first instruction that wrote the element after it was read"}
          .or_left_out(),
      Field<Self>{"difference", "", &Self::difference,
                  "for a wrong element of a product at the end of the block: the first term that is not as expected"}
          .or_left_out()}})

WARPLOOM_FIELDS(DebugVariable,
                {"A variable in `debug_state`",
                 {{"name", "", &Self::name, "variable, member or element: `sum`, `row.length`, `part[3]`", needed},
                  {"type", "", &Self::type, "its type"},
                  {"values", "", &Self::values,
                   "one value per lane; empty for lanes that are inactive or have no value"},
                  {"unset", "", &Self::unset, "active lanes in which it has no value yet"},
                  {"changed", "", &Self::changed, "lanes in which it differs from the line before"},
                  Field<Self>{"problem", "", &Self::problem, "for a watch: why it has no value"}.or_left_out()}})

WARPLOOM_FIELDS(DebugFrame, {"A function in `debug_state`",
                             {{"function", "", &Self::function, "kernel or function"},
                              {"file", "", &Self::file, "source file"},
                              {"line", "", &Self::line, "line that is executed next, or line of the call", count}}})

WARPLOOM_FIELDS(DebugWarp, {"A warp in `debug_state`",
                            {{"warp", "", &Self::warp, "index in the block", needed_count},
                             {"line", "", &Self::line, "line that it executes next; 0 if it has ended", count},
                             {"file", "", &Self::file, "its file"},
                             {"active", "", &Self::active, "active lanes"},
                             {"is_at_barrier", "", &Self::is_at_barrier, "whether it waits at a barrier"}}})

WARPLOOM_FIELDS(DebugState,
                {"The `debug_state` document",
                 {{"position", "", &Self::position, "number of executed instructions of the block", needed_count},
                  {"warp", "", &Self::warp, "warp that is shown", count},
                  {"reason", "", &Self::reason, "why the debugger stopped here"},
                  Field<Self>{"note", "", &Self::note, "breakpoint, watchpoint or finding"}.or_left_out(),
                  {"active", "", &Self::active, "active lanes of the warp"},
                  {"frames", "", &Self::frames, "functions of the warp, innermost first; empty if it has ended"},
                  {"variables", "", &Self::variables, "variables in scope, in the order of their declarations"},
                  {"watches", "", &Self::watches, "watched expressions"},
                  {"warps", "", &Self::warps, "all warps of the block"}}})

WARPLOOM_FIELDS(DebugBreakpoint,
                {"A breakpoint in `debug_step`",
                 {{"line", "", &Self::line, "line of the kernel's file", needed_count},
                  {"condition", "", &Self::condition, "expression that must be true in an active lane"},
                  {"skips", "", &Self::skips, "number of hits that are passed over", count}}})

WARPLOOM_FIELDS(DebugWatchpoint, {"A watchpoint in `debug_step`",
                                  {{"array", "", &Self::array, "name of the array", needed},
                                   {"element", "", &Self::element, "index of the element", needed_count}}})

WARPLOOM_FIELDS(DebugArray, {"An array in `debug_open`",
                             {{"name", "", &Self::name, "name in the source"},
                              {"type", "", &Self::type, "type of an element"},
                              {"elements", "", &Self::elements, "number of elements", count},
                              {"is_shared", "", &Self::is_shared, "whether it is in shared memory"}}})

WARPLOOM_FIELDS(DebugFinding, {"A finding in `debug_open`",
                               {{"kind", "", &Self::kind, "kind of error"},
                                {"sentence", "", &Self::sentence, "full description"},
                                {"line", "", &Self::line, "line of the kernel's file", count}}})

WARPLOOM_FIELDS(DebugSession,
                {"The `debug_open` document",
                 {{"operation", "", &Self::operation, "operation"},
                  {"kernel", "", &Self::kernel, "kernel ID"},
                  {"matrix", "", &Self::matrix, "input"},
                  {"precision", "", &Self::precision, "precision of the values"},
                  {"launch", "", &Self::launch, "recorded launch: index in `launches`", count},
                  {"launches", "", &Self::launches, "all launches of the call"},
                  {"block_index", "", &Self::block_index, "recorded block: index in the grid", count},
                  {"instructions", "", &Self::instructions, "number of instructions of the block", count},
                  {"block", "", &Self::block_size, "threads per block", count},
                  {"warps", "", &Self::warps, "warps of the block", count},
                  {"is_cut", "", &Self::is_cut,
                   "whether only the first instructions are recorded, because there are too many"},
                  {"source", "", &Self::sources, "the kernel's file, followed by the headers that it includes"},
                  {"arrays", "", &Self::arrays, "arrays of the launch, followed by shared arrays"},
                  {"findings", "", &Self::findings, "errors detected in this block"}}})

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
