#include "engine/exercise/judgement.h"

#include <algorithm>

namespace warploom::exercise {

const wire::Fields<GateResult>& GateResult::fields() {
    static const wire::Fields<GateResult> list{
        "A gate of a judgement",
        {{"id", "", &GateResult::id, "`clean` (no finding), `right`, or that of a gate", wire::needed},
         {"title", "", &GateResult::title, ""},
         {"is_met", "", &GateResult::is_met, "", wire::needed},
         {"points", "", &GateResult::points, "", wire::not_negative},
         {"out_of", "", &GateResult::out_of, "", wire::not_negative},
         {"value", "", &GateResult::value, "what was counted"},
         {"sentence", "", &GateResult::sentence, "what was found, and what helps where it is not met"}}};
    return list;
}

const wire::Fields<Judgement>& Judgement::fields() {
    static const wire::Fields<Judgement> list{"A judgement",
                                              {{"exercise", "", &Judgement::exercise, "its id", wire::needed},
                                               {"points", "", &Judgement::points, "", wire::not_negative},
                                               {"out_of", "", &Judgement::out_of, "", wire::not_negative},
                                               {"gates", "", &Judgement::gates, "", wire::needed}}};
    return list;
}

bool Judgement::is_passed() const {
    return std::all_of(gates.begin(), gates.end(), [](const GateResult& gate) { return gate.is_met; });
}

Judgement read_judgement(const wire::Json& json) {
    static const wire::Source source{"judgement.malformed", "What judged the answer gave no judgement", ""};
    return wire::read<Judgement>(json, source);
}

} // namespace warploom::exercise
