#pragma once

#include "engine/wire/fields.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::exercise {

/// What became of one thing that an exercise asks for.
struct GateResult {
    std::string id, title;
    bool is_met = false;
    double points = 0, out_of = 0;
    std::optional<double>
        value;            ///< what was counted; absent for "clean" and "right", and where it did not come to that
    std::string sentence; ///< what was found, and what helps where it is not met

    static const wire::Fields<GateResult>& fields();
};

/// An answer to an exercise, judged. The same on every machine.
struct Judgement {
    std::string exercise;
    double points = 0, out_of = 0;
    std::vector<GateResult> gates; ///< "clean", "right", then those of the exercise

    static const wire::Fields<Judgement>& fields();
    bool is_passed() const;
};

/// Errors: "judgement.malformed" with the field.
Judgement read_judgement(const wire::Json& json);

} // namespace warploom::exercise
