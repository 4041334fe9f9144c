#include "engine/exercise/judgement.h"

#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::exercise {

WARPLOOM_FIELDS(GateResult,
                {"A gate of a grading result",
                 {{"id", "", &Self::id, "`clean` (no findings), `right`, or the ID of a gate", protocol::needed},
                  {"title", "", &Self::title, "short description of the condition"},
                  {"state", "", &Self::state, "state of the gate; `not_looked_at` if a prerequisite is not met",
                   protocol::needed},
                  {"is_met", "", &Self::is_met, "whether `state` is `met`"},
                  {"points", "", &Self::points, "points earned", protocol::not_negative},
                  {"out_of", "", &Self::out_of, "maximum number of points", protocol::not_negative},
                  {"value", "", &Self::value, "count that the gate checks"},
                  {"sentence", "", &Self::sentence, "explanation, with a hint if the gate is not met"},
                  {"higher_is_better", "", &Self::higher_is_better, "whether a higher `value` is better"}}})

WARPLOOM_FIELDS(GradingCounts,
                {"The costs of a correct solution on random inputs",
                 {{"inputs", "", &Self::inputs, "number of inputs", protocol::count},
                  {"transactions", "", &Self::transactions, "global memory transactions", protocol::count},
                  {"bytes", "bytes", &Self::bytes, "bytes that these transactions transfer", protocol::count},
                  {"modelled_ns", "ns", &Self::modelled_ns, "modeled time", protocol::not_negative}}})

WARPLOOM_FIELDS(
    Grading,
    {"A grading result",
     {{"exercise", "", &Self::exercise, "ID of the exercise", protocol::needed},
      {"card", "", &Self::card, "card whose rules determine the counts"},
      {"block", "", &Self::block, "threads per block", protocol::count},
      {"inputs", "", &Self::inputs, "test inputs; a gate uses the first input unless it specifies a different one"},
      {"failed_on", "", &Self::failed_on, "first input that revealed an error; empty if no error was detected"},
      {"points", "", &Self::points, "points earned", protocol::not_negative},
      {"out_of", "", &Self::out_of, "maximum number of points", protocol::not_negative},
      {"sentence", "", &Self::sentence, "reason that a correct solution has not earned any points yet"},
      {"gates", "", &Self::gates, "result of each gate", protocol::needed},
      {"counts", "", &Self::counts, "costs on random inputs, summed; null unless they were requested"}}})

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
