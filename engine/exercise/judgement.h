#pragma once

#include "engine/protocol/serialization/fields.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::exercise {

enum class GateState {
    missed,
    met,
    not_looked_at, ///< something that comes before it is missed
    not_understood ///< the text is not run at all
};
constexpr auto words_of(GateState) { return std::array{"missed", "met", "not_looked_at", "not_understood"}; }
using warploom::to_string;

/// The result of one requirement of an exercise.
struct GateResult {
    std::string id, title;
    GateState state = GateState::not_looked_at;
    double points = 0, out_of = 0;
    std::optional<double> value; ///< the count; absent for "clean" and "right", and where it did not come to that
    std::string sentence;        ///< the finding, and a hint where the gate is not met

    static const protocol::Fields<GateResult>& fields();
    bool is_met() const { return state == GateState::met; }
    /// "2 of 3"; "3 later" for a gate that is met but does not earn points yet.
    std::string points_text() const;
};

/// An answer to an exercise, judged. The same on every machine.
struct Grading {
    std::string exercise;
    std::string card;                ///< on which was counted
    int block = 0;                   ///< threads
    std::vector<std::string> inputs; ///< on which it was judged; gates count on the first unless they name another
    std::string failed_on;           ///< the first of them that a mistake shows on; empty where there is none
    double points = 0, out_of = 0;
    std::string sentence;          ///< why a right answer has no points yet; else empty
    std::vector<GateResult> gates; ///< "clean", "right", then those of the exercise

    static const protocol::Fields<Grading>& fields();
    bool is_passed() const;
};

/// Errors: "judgement.malformed" with the field.
Grading read_judgement(const Json& json);

} // namespace warploom::exercise
