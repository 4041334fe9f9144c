#pragma once

#include "app/experiment/input_choice.h"
#include "engine/experiment/result.h"

namespace warploom::app {

/// Computes the number of nonzeros in each row of the profile's matrix. Sets why_not if the matrix is not available.
/// Errors: "cancelled".
experiment::ProfileResult make_profile(const experiment::Profile& profile, InputChoice& inputs,
                                       const Progress& progress);

} // namespace warploom::app
