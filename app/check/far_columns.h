#pragma once

#include "app/trace/trace.h"
#include "kernels/machine/machine.h"

#include <string>

namespace warploom::app {

/// A matrix of few rows, with columns of odd numbers above 2^24, which a float does not hold. Its x takes 160 MB.
inline constexpr const char* far_columns = "random-rows:n=100,fraction=0.00000015,cols=20000000,seed=8";

/// Whether a text is worth the time there: a kernel of it makes whole numbers of others, which may be columns. False for
/// formats with an array over the columns, and in a browser, whose memory is small. The text has been read.
bool is_worth_far_columns(kernels::Operation operation, const std::string& format, const std::string& kernel);

} // namespace warploom::app
