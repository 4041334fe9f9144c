#include "engine/exercise/judgement.h"

#include "engine/format_number.h"

#include <algorithm>

namespace warploom::exercise {

WARPLOOM_FIELDS(GateResult, {"A gate of a judgement",
                             {{"id", "", &Self::id, "`clean` (no finding), `right`, or that of a gate", wire::needed},
                              {"title", "", &Self::title, ""},
                              {"state", "", &Self::state, "`not_looked_at`: something that comes before it is missed",
                               wire::needed},
                              {"is_met", "", &Self::is_met, "whether `state` is `met`"},
                              {"points", "", &Self::points, "", wire::not_negative},
                              {"out_of", "", &Self::out_of, "", wire::not_negative},
                              {"value", "", &Self::value, "the count"},
                              {"sentence", "", &Self::sentence, "the finding, and a hint where the gate is not met"}}})

WARPLOOM_FIELDS(
    Judgement,
    {"A judgement",
     {{"exercise", "", &Self::exercise, "its id", wire::needed},
      {"card", "", &Self::card, "on which was counted"},
      {"block", "", &Self::block, "threads a block", wire::count},
      {"inputs", "", &Self::inputs, "on which it was judged; gates count on the first unless they name another"},
      {"failed_on", "", &Self::failed_on, "the first of them that a mistake shows on; empty where there is none"},
      {"points", "", &Self::points, "", wire::not_negative},
      {"out_of", "", &Self::out_of, "", wire::not_negative},
      {"sentence", "", &Self::sentence, "why a right answer has no points yet"},
      {"gates", "", &Self::gates, "", wire::needed}}})

std::string GateResult::points_text() const {
    return is_met() && points < out_of ? format_number(out_of) + " later"
                                       : format_number(points) + " of " + format_number(out_of);
}

bool Judgement::is_passed() const {
    return std::all_of(gates.begin(), gates.end(), [](const GateResult& gate) { return gate.is_met(); });
}

Judgement read_judgement(const Json& json) {
    static const wire::Source source{"judgement.malformed", "The judging process gave no judgement", ""};
    return wire::read<Judgement>(json, source);
}

} // namespace warploom::exercise
