#include "engine/protocol/messages/check.h"

#include "engine/protocol/serialization/fields.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(CheckNote, {"A diagnostic in `check`",
                            {{"line", "", &Self::line,
                              "line number, counted from 1; 0 if the message does not refer to a line", count},
                             {"column", "", &Self::column, "column number, counted from 1", count},
                             {"sentence", "", &Self::sentence, "error or warning message", needed},
                             {"hint", "", &Self::hint, "suggested fix"}}})

WARPLOOM_FIELDS(CheckWriter,
                {"The `writer` object of `check`: the thread that last wrote the value",
                 {{"launch", "", &Self::launch, "launch index", needed_count},
                  {"block", "", &Self::block, "block index in the grid", needed_count},
                  {"warp", "", &Self::warp, "warp index in the block",
                   Rule{.is_needed = true, .least = 0, .greatest = 2047}},
                  {"lane", "", &Self::lane, "lane index in the warp",
                   Rule{.is_needed = true, .least = 0, .greatest = simulated::warp_size - 1}},
                  {"thread", "", &Self::thread, "thread index in the block: 32 * warp + lane"},
                  {"line", "", &Self::line, "source line", needed_count},
                  {"step", "", &Self::step, "step of the warp, numbered as in the `warp` document", needed_count},
                  {"writes", "", &Self::writes, "total number of times that any thread wrote this value", count}}})

WARPLOOM_FIELDS(
    CheckEntry,
    {"The `entry` object of `check`: the first wrong value",
     {{"row", "", &Self::row, "zero-based row index in the result", needed_count},
      {"column", "", &Self::column, "zero-based column index if the result is a matrix; otherwise null", count},
      {"expected", "", &Self::expected, "expected value, as a string because it can be NaN or infinite", needed},
      {"computed", "", &Self::computed, "computed value, as a string", needed},
      {"writer", "", &Self::writer, "thread that last wrote the value; null if no thread wrote it"},
      Field<Self>{"array", "", &Self::array, "parameter of `run` that contains the value"}.or_left_out(),
      {"element", "", &Self::element, "index of the value in this array", count},
      Field<Self>{"place", "", &Self::place,
                  "the value as an expression, such as `c[2][5]`; absent unless the operation is `free`"}
          .or_left_out()}})

WARPLOOM_FIELDS(CheckChange,
                {"The `change` object of `check`: how the values of a test input are modified",
                 {{"x", "", &Self::x, "x or the right-hand side; empty for random values"},
                  {"power", "", &Self::power, "power of two by which all values are scaled"},
                  {"row_power", "", &Self::row_power, "power of two by which every seventh row is scaled"},
                  {"column_power", "", &Self::column_power, "power of two by which every seventh column is scaled"}}})

WARPLOOM_FIELDS(
    CheckCosts,
    {"The `costs` and `twin` objects of `check`: totals over all launches of one call",
     {{"kernel", "", &Self::kernel, "kernel ID", needed},
      {"transactions", "", &Self::transactions, "number of global memory transactions", count},
      {"bytes", "bytes", &Self::bytes, "bytes fetched by these transactions", count},
      {"steps", "", &Self::steps, "number of warp instructions", count},
      {"mean_active_lanes", "", &Self::mean_active_lanes, "mean number of active lanes per warp instruction",
       not_negative},
      {"bank_passes", "", &Self::bank_passes, "number of shared memory bank passes", count},
      {"bank_conflicts", "", &Self::bank_conflicts, "number of extra passes caused by bank conflicts", count},
      {"bank_line", "", &Self::bank_line, "line with the most bank conflicts; 0 if there are none", count},
      {"modelled_ns", "ns", &Self::modelled_ns, "modeled time on the card", not_negative},
      Field<Self>{"prepare", "", &Self::prepare,
                  "additional cost of the kernel's `prepare` function; absent if `prepare` launches nothing"}
          .or_left_out()}})

WARPLOOM_FIELDS(CheckName, {"A variable that `run` can declare as a parameter",
                            {{"name", "", &Self::name, "name of the parameter", needed},
                             {"type", "", &Self::type, "type of the parameter, such as `const int*`"},
                             {"about", "", &Self::about, "description of the parameter's contents"}}})

WARPLOOM_FIELDS(CheckRange,
                {"An element of `numbers` in `coverage`: the tested values of a number that the source declares",
                 {{"name", "", &Self::name, "name of the number", needed},
                  {"least", "", &Self::least, "smallest value that was tested"},
                  {"most", "", &Self::most, "largest value that was tested"}}})

WARPLOOM_FIELDS(CheckCoverage,
                {"The `coverage` object of `check`: the inputs that the verdict `right` is based on",
                 {{"least_block", "", &Self::least_block, "smallest number of threads per block that was tested",
                   count},
                  {"most_block", "", &Self::most_block, "largest number of threads per block that was tested", count},
                  {"float32", "", &Self::float32, "whether single precision was tested"},
                  {"float64", "", &Self::float64, "whether double precision was tested"},
                  {"most_rows", "", &Self::most_rows, "largest number of rows in a test input", count},
                  {"most_columns", "", &Self::most_columns,
                   "largest number of columns in a test input for `ata`; 0 for other operations", count},
                  Field<CheckCoverage>{"unexecuted_lines", "", &Self::unexecuted_lines,
                                       "source lines with code that no test input executed, in ascending order"}
                      .or_left_out(),
                  Field<Self>{"numbers", "", &Self::numbers,
                              "tested values of the declared numbers; absent unless the operation is `free`"}
                      .or_left_out(),
                  Field<Self>{"domain", "", &Self::domain,
                              "restriction that the source declares, such as `n a multiple of 32`; absent if there is "
                              "none"}
                      .or_left_out()}})

WARPLOOM_FIELDS(
    Check, {"The `check` document",
            {{"kernel", "", &Self::kernel, "kernel ID or file", needed},
             {"operation", "", &Self::operation, "operation, inferred from the parameters of `run`"},
             {"format", "", &Self::format, "storage format that the kernel reads"},
             {"verdict", "", &Self::verdict,
              "`right` or `wrong`; `doubtful` if the result is correct but an error was detected; `refused` if the "
              "source does not compile or uses unsupported features",
              needed},
             {"sentence", "", &Self::sentence, "one-sentence description of the verdict"},
             {"notes", "", &Self::notes, "compilation errors"},
             {"warnings", "", &Self::warnings,
              "possible problems with inputs larger than the tested ones; empty if the source does not compile"},
             {"inputs", "", &Self::inputs, "test inputs: requested inputs first, random inputs last"},
             {"drawn", "", &Self::drawn, "number of random inputs at the end of `inputs`", count},
             {"failed_on", "", &Self::failed_on, "first input that revealed an error; empty if no error was detected"},
             Field<Self>{"change", "", &Self::change, "how the values of `failed_on` are modified"}.or_left_out(),
             {"matrix", "", &Self::matrix,
              "input that `entry`, `findings` and `costs` refer to: the input that failed or, if none failed, the "
              "first input"},
             {"card", "", &Self::card, "ID of the card"},
             {"precision", "", &Self::precision, "precision of the values"},
             {"block", "", &Self::block, "threads per block", count},
             {"entry", "", &Self::entry, "first wrong value; null if the result is correct"},
             {"findings", "", &Self::findings, "errors detected by the simulated GPU"},
             {"printed", "", &Self::printed, "output of `printf`, as in the `trace` document"},
             {"not_printed", "", &Self::not_printed,
              "number of `printf` calls whose output was omitted because it exceeded the limits", count},
             {"coverage", "", &Self::coverage, "properties of the test inputs; null unless the verdict is `right`"},
             {"costs", "", &Self::costs, "costs of this kernel; null unless the verdict is `right`"},
             {"twin", "", &Self::twin,
              "costs of the built-in kernel specified by `from`, or of the simplest kernel for the same format; null "
              "unless the verdict is `right`"},
             {"names", "", &Self::names, "parameters that `run` can declare"}}})

Check read_check(const Json& json) {
    static const DocumentSource source{"check.malformed", "The verdict cannot be shown",
                                       "The app and the worker may be different versions."};
    return read<Check>(json, source);
}

} // namespace warploom::protocol
