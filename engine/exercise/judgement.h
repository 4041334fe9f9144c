#pragma once

#include "engine/protocol/serialization/fields.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::exercise {

enum class GateState {
    missed,
    met,
    not_looked_at, ///< a prerequisite is not met
    not_understood ///< the source does not compile
};
constexpr auto words_of(GateState) { return std::array{"missed", "met", "not_looked_at", "not_understood"}; }
using warploom::to_string;

/// The result of one requirement of an exercise.
struct GateResult {
    std::string id, title;
    GateState state = GateState::not_looked_at;
    double points = 0, out_of = 0;
    std::optional<double> value; ///< the count; absent for "clean" and "right", or if it was not determined
    std::string sentence;        ///< the finding; if the gate is not met, also a hint

    static const protocol::Fields<GateResult>& fields();
    bool is_met() const { return state == GateState::met; }
    /// Returns text such as "2 of 3", or "3 later" for a gate that is met but does not earn points yet.
    std::string points_text() const;
};

/// A graded solution of an exercise. It is the same on every machine.
struct Grading {
    std::string exercise;
    std::string card;                ///< the card whose counts are used
    int block = 0;                   ///< threads
    std::vector<std::string> inputs; ///< the test inputs; gates use the first one unless they specify another
    std::string failed_on;           ///< the first input on which an error was detected; empty if there was none
    double points = 0, out_of = 0;
    std::string sentence;          ///< why a correct solution has no points yet; empty otherwise
    std::vector<GateResult> gates; ///< "clean" and "right", followed by the gates of the exercise

    static const protocol::Fields<Grading>& fields();
    bool is_passed() const;
};

/// Parses a grading result. Errors: "judgement.malformed" with the field.
Grading read_judgement(const Json& json);

} // namespace warploom::exercise
