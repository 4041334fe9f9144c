#include "engine/exercise/judgement.h"

#include "engine/figure.h"

#include <algorithm>
#include <array>

namespace warploom::exercise {

const char* to_string(GateState state) {
    constexpr std::array names{"missed", "met", "not_looked_at", "not_understood"};
    return names[static_cast<std::size_t>(state)];
}

const wire::Fields<GateResult>& GateResult::fields() {
    static const wire::Fields<GateResult> list{
        "A gate of a judgement",
        {{"id", "", &GateResult::id, "`clean` (no finding), `right`, or that of a gate", wire::needed},
         {"title", "", &GateResult::title, ""},
         {"state", "", &GateResult::state, "`not_looked_at`: something that comes before it is missed", wire::needed},
         {"is_met", "", &GateResult::is_met, "whether `state` is `met`"},
         {"points", "", &GateResult::points, "", wire::not_negative},
         {"out_of", "", &GateResult::out_of, "", wire::not_negative},
         {"value", "", &GateResult::value, "the count"},
         {"sentence", "", &GateResult::sentence, "the finding, and a hint where the gate is not met"}}};
    return list;
}

const wire::Fields<Judgement>& Judgement::fields() {
    static const wire::Fields<Judgement> list{
        "A judgement",
        {{"exercise", "", &Judgement::exercise, "its id", wire::needed},
         {"card", "", &Judgement::card, "on which was counted"},
         {"block", "", &Judgement::block, "threads a block", wire::count},
         {"inputs", "", &Judgement::inputs,
          "on which it was judged; gates count on the first unless they name another"},
         {"failed_on", "", &Judgement::failed_on,
          "the first of them that a mistake shows on; empty where there is none"},
         {"points", "", &Judgement::points, "", wire::not_negative},
         {"out_of", "", &Judgement::out_of, "", wire::not_negative},
         {"sentence", "", &Judgement::sentence, "why a right answer has no points yet"},
         {"gates", "", &Judgement::gates, "", wire::needed}}};
    return list;
}

std::string GateResult::points_text() const {
    return is_met() && points < out_of ? figure(out_of) + " later" : figure(points) + " of " + figure(out_of);
}

bool Judgement::is_passed() const {
    return std::all_of(gates.begin(), gates.end(), [](const GateResult& gate) { return gate.is_met(); });
}

Judgement read_judgement(const wire::Json& json) {
    static const wire::Source source{"judgement.malformed", "The judging process gave no judgement", ""};
    return wire::read<Judgement>(json, source);
}

} // namespace warploom::exercise
