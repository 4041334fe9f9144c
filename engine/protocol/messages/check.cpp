#include "engine/protocol/messages/check.h"

#include "engine/protocol/serialization/fields.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(CheckNote,
                {"A diagnostic in `check`",
                 {{"line", "", &Self::line, "line number from 1; 0 if the message does not refer to a line", count},
                  {"column", "", &Self::column, "column number from 1", count},
                  {"sentence", "", &Self::sentence, "the error or warning", needed},
                  {"hint", "", &Self::hint, "how to fix it"}}})

WARPLOOM_FIELDS(CheckWriter,
                {"The `writer` object of `check`: the thread that last wrote the value",
                 {{"launch", "", &Self::launch, "launch index", needed_count},
                  {"block", "", &Self::block, "block index in the grid", needed_count},
                  {"warp", "", &Self::warp, "warp index in the block",
                   Rule{.is_needed = true, .least = 0, .greatest = 2047}},
                  {"lane", "", &Self::lane, "lane index in the warp",
                   Rule{.is_needed = true, .least = 0, .greatest = simulated::warp_size - 1}},
                  {"thread", "", &Self::thread, "thread index in the block: 32 * warp + lane"},
                  {"line", "", &Self::line, "line of the source", needed_count},
                  {"step", "", &Self::step, "step of the warp, numbered as in the `warp` document", needed_count},
                  {"writes", "", &Self::writes, "total number of writes to this value, by all threads", count}}})

WARPLOOM_FIELDS(CheckEntry,
                {"The `entry` object of `check`: the first wrong value",
                 {{"row", "", &Self::row, "row of the result, from 0", needed_count},
                  {"column", "", &Self::column, "column of the result, if it is a matrix", count},
                  {"expected", "", &Self::expected, "expected value as text, because it can be NaN or infinite",
                   needed},
                  {"computed", "", &Self::computed, "computed value as text", needed},
                  {"writer", "", &Self::writer, "null if no thread wrote the value"},
                  Field<Self>{"array", "", &Self::array, "parameter of `run` that contains the value"}.or_left_out(),
                  {"element", "", &Self::element, "index of the value in this array", count}}})

WARPLOOM_FIELDS(CheckChange, {"The `change` object of `check`: how the values of a test input are changed",
                              {{"x", "", &Self::x, "x or the right-hand side; empty for random numbers"},
                               {"power", "", &Self::power, "the values are scaled by this power of two"},
                               {"row_power", "", &Self::row_power, "likewise, every seventh row"},
                               {"column_power", "", &Self::column_power, "likewise, every seventh column"}}})

WARPLOOM_FIELDS(
    CheckCosts,
    {"The `costs` and `twin` objects of `check`: totals over all launches of one call",
     {{"kernel", "", &Self::kernel, "kernel ID", needed},
      {"transactions", "", &Self::transactions, "global memory transactions", count},
      {"bytes", "bytes", &Self::bytes, "bytes fetched by these transactions", count},
      {"steps", "", &Self::steps, "number of warp instructions", count},
      {"mean_active_lanes", "", &Self::mean_active_lanes, "mean number of active lanes, at most 32", not_negative},
      {"bank_passes", "", &Self::bank_passes, "shared memory bank passes", count},
      {"bank_conflicts", "", &Self::bank_conflicts, "bank passes in excess of the conflict-free number", count},
      {"bank_line", "", &Self::bank_line, "line with the most bank conflicts; 0 if there are none", count},
      {"modelled_ns", "ns", &Self::modelled_ns, "modeled time on the card", not_negative},
      Field<Self>{"prepare", "", &Self::prepare, "additional cost of `prepare`; absent if it launches nothing"}
          .or_left_out()}})

WARPLOOM_FIELDS(CheckName, {"A variable that `run` can declare as a parameter",
                            {{"name", "", &Self::name, "name of the parameter", needed},
                             {"type", "", &Self::type, "its type, such as `const int*`"},
                             {"about", "", &Self::about, "description of the contents"}}})

WARPLOOM_FIELDS(CheckCoverage,
                {"The `coverage` object of `check`: the inputs that the verdict `right` is based on",
                 {{"least_block", "", &Self::least_block, "smallest tested number of threads per block", count},
                  {"most_block", "", &Self::most_block, "largest tested number of threads per block", count},
                  {"float32", "", &Self::float32, "whether single precision was tested"},
                  {"float64", "", &Self::float64, "whether double precision was tested"},
                  {"most_rows", "", &Self::most_rows, "largest number of rows", count},
                  {"most_columns", "", &Self::most_columns, "largest number of columns for `ata`, otherwise 0",
                   count}}})

WARPLOOM_FIELDS(
    Check, {"The `check` document",
            {{"kernel", "", &Self::kernel, "kernel ID or file", needed},
             {"operation", "", &Self::operation, "operation, determined by the parameters of `run`"},
             {"format", "", &Self::format, "storage format that the kernel reads"},
             {"verdict", "", &Self::verdict,
              "`right`, `wrong`, `refused`, or `doubtful`: the result is correct, but an error was detected", needed},
             {"sentence", "", &Self::sentence, "the verdict as a sentence"},
             {"notes", "", &Self::notes, "compilation errors"},
             {"warnings", "", &Self::warnings,
              "possible problems with inputs larger than the tested ones; none if the source does not compile"},
             {"inputs", "", &Self::inputs, "test inputs, requested ones first, random ones last"},
             {"drawn", "", &Self::drawn, "number of random inputs at the end of `inputs`", count},
             {"failed_on", "", &Self::failed_on, "first input on which an error was detected; empty if there is none"},
             Field<Self>{"change", "", &Self::change, "how the values of `failed_on` are changed"}.or_left_out(),
             {"matrix", "", &Self::matrix,
              "input that `entry`, `findings` and `costs` refer to: the failing one, otherwise the first"},
             {"card", "", &Self::card, "ID of the card"},
             {"precision", "", &Self::precision, "precision of the values"},
             {"block", "", &Self::block, "threads per block", count},
             {"entry", "", &Self::entry, "null if the result is correct"},
             {"findings", "", &Self::findings, "errors detected by the simulated GPU"},
             {"printed", "", &Self::printed, "output of `printf`, as in the `trace` document"},
             {"not_printed", "", &Self::not_printed, "number of `printf` calls dropped because of the limit", count},
             {"coverage", "", &Self::coverage, "null unless the verdict is `right`"},
             {"costs", "", &Self::costs, "null unless the verdict is `right`"},
             {"twin", "", &Self::twin,
              "costs of the built-in kernel `from`, or of the plain kernel for the same format; null unless the "
              "verdict is `right`"},
             {"names", "", &Self::names, "parameters that `run` can declare"}}})

Check read_check(const Json& json) {
    static const DocumentSource source{"check.malformed", "This verdict cannot be shown",
                                       "Window and worker may be of different versions."};
    return read<Check>(json, source);
}

} // namespace warploom::protocol
