#pragma once

#include "app/run/problem.h"
#include "engine/progress.h"
#include "engine/simulated/card.h"
#include "kernels/machine/precision.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warploom::app {

/// What a run asks of a text beside the input that is given: whether it is right on the drawn ones.
struct DrawnSettings {
    kernels::Operation operation = kernels::Operation::spmv;
    std::string kernel; ///< as a run names it; with its method where it is a product
    simulated::Card card;
    kernels::Precision precision = kernels::Precision::float64;
    int block = 128;            ///< threads
    std::int64_t open_rows = 0; ///< of the input that is given
};

/// Runs a text on the drawn inputs on the checking machine, up to the first where a number is wrong or a mistake is found.
/// Nothing for a text that is right on all of them, and for kernels that are no texts. The same text is judged once.
/// Errors: "cancelled"; those of the kernel, with the drawn input in the sentence.
std::optional<Complaint> complaint_on_drawn(const DrawnSettings& settings, const Progress& progress);

/// "result.finding" with the first of the findings and how many there are; there is at least one.
Complaint complaint_of(const std::vector<simulated::Finding>& findings);

} // namespace warploom::app
