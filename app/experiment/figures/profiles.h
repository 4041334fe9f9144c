#pragma once

#include "app/experiment/input_choice.h"
#include "engine/experiment/result.h"

namespace warploom::app {

/// Nonzeros a row of the profile's matrix; why_not where it cannot be had. Errors: "cancelled".
experiment::ProfileResult make_profile(const experiment::Profile& profile, InputChoice& inputs,
                                       const Progress& progress);

} // namespace warploom::app
