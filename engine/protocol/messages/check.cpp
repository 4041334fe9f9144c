#include "engine/protocol/messages/check.h"

#include "engine/protocol/serialization/fields.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(CheckNote, {"A note of `check`",
                            {{"line", "", &Self::line, "from 1; 0: not in the text", count},
                             {"column", "", &Self::column, "from 1", count},
                             {"sentence", "", &Self::sentence, "why the text is refused or warned of", needed},
                             {"hint", "", &Self::hint, "what to write instead"}}})

WARPLOOM_FIELDS(CheckWriter,
                {"`writer` of `check`: the thread that wrote the number last",
                 {{"launch", "", &Self::launch, "", needed_count},
                  {"block", "", &Self::block, "in the grid", needed_count},
                  {"warp", "", &Self::warp, "in the block", Rule{.is_needed = true, .least = 0, .greatest = 2047}},
                  {"lane", "", &Self::lane, "",
                   Rule{.is_needed = true, .least = 0, .greatest = simulated::warp_size - 1}},
                  {"thread", "", &Self::thread, "in the block: 32 warps + lane"},
                  {"line", "", &Self::line, "of the text", needed_count},
                  {"step", "", &Self::step, "of the warp, as the document of `warp` counts", needed_count},
                  {"writes", "", &Self::writes, "how often the number was written, by whomever", count}}})

WARPLOOM_FIELDS(CheckEntry, {"`entry` of `check`: the first wrong number",
                             {{"row", "", &Self::row, "of the result, from 0", needed_count},
                              {"column", "", &Self::column, "where the result is a matrix", count},
                              {"expected", "", &Self::expected, "as a text: NaN and infinity have a name", needed},
                              {"computed", "", &Self::computed, "as a text", needed},
                              {"writer", "", &Self::writer, "null: no thread wrote it"}}})

WARPLOOM_FIELDS(CheckCosts, {"`costs` and `twin` of `check`, over all launches of one call",
                             {{"kernel", "", &Self::kernel, "", needed},
                              {"transactions", "", &Self::transactions, "of global memory", count},
                              {"bytes", "bytes", &Self::bytes, "fetched by them", count},
                              {"steps", "", &Self::steps, "warp instructions", count},
                              {"mean_active_lanes", "", &Self::mean_active_lanes, "of 32", not_negative},
                              {"bank_passes", "", &Self::bank_passes, "of shared memory", count},
                              {"bank_conflicts", "", &Self::bank_conflicts, "passes beyond the ideal", count},
                              {"bank_line", "", &Self::bank_line, "with most of them; 0: there are none", count},
                              {"modelled_ns", "ns", &Self::modelled_ns, "modelled for the card", not_negative},
                              Field<Self>{"prepare", "", &Self::prepare,
                                          "what `prepare` costs beside them; absent where it launches nothing"}
                                  .or_left_out()}})

WARPLOOM_FIELDS(CheckName, {"A name of `check`, that a parameter of `run` may have",
                            {{"name", "", &Self::name, "", needed},
                             {"type", "", &Self::type, "`const int*`"},
                             {"about", "", &Self::about, "what it holds"}}})

WARPLOOM_FIELDS(CheckCoverage,
                {"`coverage` of `check`: what the inputs of a right verdict covered",
                 {{"least_block", "", &Self::least_block, "threads per block, the fewest", count},
                  {"most_block", "", &Self::most_block, "the most", count},
                  {"float32", "", &Self::float32, "whether it was run in float"},
                  {"float64", "", &Self::float64, "whether it was run in double"},
                  {"most_rows", "", &Self::most_rows, "rows of the longest input", count},
                  {"most_columns", "", &Self::most_columns, "columns of the widest one of `ata`, else 0", count}}})

WARPLOOM_FIELDS(
    Check,
    {"The document of `check`",
     {{"kernel", "", &Self::kernel, "", needed},
      {"operation", "", &Self::operation, "follows from the parameters of `run`"},
      {"format", "", &Self::format, ""},
      {"verdict", "", &Self::verdict, "`doubtful`: the numbers are right, and a mistake was found", needed},
      {"sentence", "", &Self::sentence, "the verdict in words"},
      {"notes", "", &Self::notes, "why the text is refused"},
      {"warnings", "", &Self::warnings, "about inputs larger than those tried; a refused text has none"},
      {"inputs", "", &Self::inputs, "on which it was judged; requested inputs come before drawn ones"},
      {"drawn", "", &Self::drawn, "how many of them, from the back, were drawn", count},
      {"failed_on", "", &Self::failed_on, "the one of them that a mistake shows on; empty where there is none"},
      {"matrix", "", &Self::matrix, "what `entry`, `findings` and `costs` are about: that one, or the first"},
      {"card", "", &Self::card, "its id"},
      {"precision", "", &Self::precision, ""},
      {"block", "", &Self::block, "threads a block", count},
      {"entry", "", &Self::entry, ""},
      {"findings", "", &Self::findings, ""},
      {"printed", "", &Self::printed, "by `printf`, as in the document of `trace`"},
      {"not_printed", "", &Self::not_printed, "calls of `printf` that came after the limit", count},
      {"coverage", "", &Self::coverage, "null unless the text is right"},
      {"costs", "", &Self::costs, "null unless the text is right"},
      {"twin", "", &Self::twin,
       "of the built-in kernel of `from`, or of the plain one of the same format; null unless the text is right"},
      {"names", "", &Self::names, ""}}})

Check read_check(const Json& json) {
    static const DocumentSource source{"check.malformed", "This verdict cannot be shown",
                                       "Window and worker may be of different versions."};
    return read<Check>(json, source);
}

} // namespace warploom::protocol
