#include "engine/wire/check.h"

#include "engine/fields/fields.h"

namespace warploom::wire {

const char* to_string(CheckVerdict verdict) {
    switch (verdict) {
    case CheckVerdict::right: return "right";
    case CheckVerdict::doubtful: return "doubtful";
    case CheckVerdict::wrong: return "wrong";
    case CheckVerdict::refused: break;
    }
    return "refused";
}

const Fields<CheckNote>& CheckNote::fields() {
    static const Fields<CheckNote> list{"A note of `check`",
                                        {{"line", "", &CheckNote::line, "from 1; 0: not in the text", count},
                                         {"column", "", &CheckNote::column, "from 1", count},
                                         {"sentence", "", &CheckNote::sentence, "why the text is refused", needed},
                                         {"hint", "", &CheckNote::hint, "what to write instead"}}};
    return list;
}

const Fields<CheckWriter>& CheckWriter::fields() {
    static const Fields<CheckWriter> list{
        "`writer` of `check`: the thread that wrote the number last",
        {{"launch", "", &CheckWriter::launch, "", needed_count},
         {"block", "", &CheckWriter::block, "in the grid", needed_count},
         {"warp", "", &CheckWriter::warp, "in the block", Rule{.is_needed = true, .least = 0, .greatest = 2047}},
         {"lane", "", &CheckWriter::lane, "",
          Rule{.is_needed = true, .least = 0, .greatest = simulated::warp_size - 1}},
         {"thread", "", &CheckWriter::thread, "in the block: 32 warps + lane"},
         {"line", "", &CheckWriter::line, "of the text", needed_count},
         {"step", "", &CheckWriter::step, "of the warp, as the document of `warp` counts", needed_count},
         {"writes", "", &CheckWriter::writes, "how often the number was written, by whomever", count}}};
    return list;
}

const Fields<CheckEntry>& CheckEntry::fields() {
    static const Fields<CheckEntry> list{
        "`entry` of `check`: the first wrong number",
        {{"row", "", &CheckEntry::row, "of the result, from 0", needed_count},
         {"column", "", &CheckEntry::column, "where the result is a matrix", count},
         {"expected", "", &CheckEntry::expected, "as a text: NaN and infinity have a name", needed},
         {"computed", "", &CheckEntry::computed, "as a text", needed},
         {"writer", "", &CheckEntry::writer, "null: no thread wrote it"}}};
    return list;
}

const Fields<CheckCosts>& CheckCosts::fields() {
    static const Fields<CheckCosts> list{
        "`costs` and `twin` of `check`, over all launches of one call",
        {{"kernel", "", &CheckCosts::kernel, "", needed},
         {"transactions", "", &CheckCosts::transactions, "of global memory", count},
         {"bytes", "bytes", &CheckCosts::bytes, "fetched by them", count},
         {"steps", "", &CheckCosts::steps, "warp instructions", count},
         {"mean_active_lanes", "", &CheckCosts::mean_active_lanes, "of 32", not_negative},
         {"bank_passes", "", &CheckCosts::bank_passes, "of shared memory", count},
         {"modelled_ns", "ns", &CheckCosts::modelled_ns, "modelled for the card", not_negative}}};
    return list;
}

const Fields<CheckName>& CheckName::fields() {
    static const Fields<CheckName> list{"A name of `check`, that a parameter of `run` may have",
                                        {{"name", "", &CheckName::name, "", needed},
                                         {"type", "", &CheckName::type, "`const int*`"},
                                         {"about", "", &CheckName::about, "what it holds"}}};
    return list;
}

const Fields<Check>& Check::fields() {
    static const Fields<Check> list{
        "The document of `check`",
        {{"kernel", "", &Check::kernel, "", needed},
         {"operation", "", &Check::operation, "follows from the parameters of `run`"},
         {"format", "", &Check::format, ""},
         {"verdict", "", &Check::verdict, "`doubtful`: the numbers are right, and a mistake was found", needed},
         {"sentence", "", &Check::sentence, "the verdict in words"},
         {"notes", "", &Check::notes, "why the text is refused"},
         {"inputs", "", &Check::inputs, "on which it was judged; requested inputs come before drawn ones"},
         {"drawn", "", &Check::drawn, "how many of them, from the back, were drawn", count},
         {"failed_on", "", &Check::failed_on, "the one of them that a mistake shows on; empty where there is none"},
         {"matrix", "", &Check::matrix, "what `entry`, `findings` and `costs` are about: that one, or the first"},
         {"card", "", &Check::card, "its id"},
         {"precision", "", &Check::precision, ""},
         {"block", "", &Check::block, "threads a block", count},
         {"entry", "", &Check::entry, ""},
         {"findings", "", &Check::findings, ""},
         {"printed", "", &Check::printed, "by `printf`, as in the document of `trace`"},
         {"not_printed", "", &Check::not_printed, "calls of `printf` that came after the limit", count},
         {"costs", "", &Check::costs, "null unless the text is right"},
         {"twin", "", &Check::twin,
          "of the built-in kernel of `from`, or of the plain one of the same format; null unless the text is right"},
         {"names", "", &Check::names, ""}}};
    return list;
}

Check read_check(const Json& json) {
    static const Source source{"check.malformed", "This verdict cannot be shown",
                               "Window and worker may be of different versions."};
    return read<Check>(json, source);
}

} // namespace warploom::wire
