#include "engine/exercise/judgement.h"

#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::exercise {

WARPLOOM_FIELDS(GateResult,
                {"A gate of a judgement",
                 {{"id", "", &Self::id, "`clean` (no finding), `right`, or that of a gate", protocol::needed},
                  {"title", "", &Self::title, ""},
                  {"state", "", &Self::state, "`not_looked_at`: something that comes before it is missed",
                   protocol::needed},
                  {"is_met", "", &Self::is_met, "whether `state` is `met`"},
                  {"points", "", &Self::points, "", protocol::not_negative},
                  {"out_of", "", &Self::out_of, "", protocol::not_negative},
                  {"value", "", &Self::value, "the count"},
                  {"sentence", "", &Self::sentence, "the finding, and a hint where the gate is not met"}}})

WARPLOOM_FIELDS(
    Grading,
    {"A judgement",
     {{"exercise", "", &Self::exercise, "its id", protocol::needed},
      {"card", "", &Self::card, "on which was counted"},
      {"block", "", &Self::block, "threads a block", protocol::count},
      {"inputs", "", &Self::inputs, "on which it was judged; gates count on the first unless they name another"},
      {"failed_on", "", &Self::failed_on, "the first of them that a mistake shows on; empty where there is none"},
      {"points", "", &Self::points, "", protocol::not_negative},
      {"out_of", "", &Self::out_of, "", protocol::not_negative},
      {"sentence", "", &Self::sentence, "why a right answer has no points yet"},
      {"gates", "", &Self::gates, "", protocol::needed}}})

std::string GateResult::points_text() const {
    return is_met() && points < out_of ? warploom::sentence("{points} later", {{"points", format_number(out_of)}})
                                       : warploom::sentence("{points} of {all}", {{"points", format_number(points)},
                                                                                  {"all", format_number(out_of)}});
}

bool Grading::is_passed() const {
    return std::all_of(gates.begin(), gates.end(), [](const GateResult& gate) { return gate.is_met(); });
}

Grading read_judgement(const Json& json) {
    static const protocol::DocumentSource source{"judgement.malformed",
                                                 sentence("The grading process returned an invalid result"), ""};
    return protocol::read<Grading>(json, source);
}

} // namespace warploom::exercise
