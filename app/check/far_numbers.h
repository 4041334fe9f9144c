#pragma once

#include "app/operations/operation.h"

namespace warploom::app {

/// A matrix of few rows, with columns of odd numbers above 2^24, which a float does not hold. Its x takes 160 MB.
inline constexpr const char* far_columns = "random-rows:n=100,fraction=0.00000015,cols=20000000,seed=8";
/// A matrix of more nonzeros than a float counts: the last of its 70,001 rows lie beyond 2^24 in every format.
inline constexpr const char* far_entries = "banded:lower=130,n=70001,upper=129";

/// Whether a text is worth the time on `far_columns`: a kernel of it makes whole numbers of others, which may be columns. False for
/// formats with an array over the columns, and in a browser, whose memory is small. The text has been read.
bool is_worth_far_columns(Operation operation, const std::string& format, const std::string& kernel);

/// Whether a text is worth the time on `far_entries`: a kernel of it makes floats of whole numbers and whole numbers of
/// floats, and the first and the last block of each launch write a wrong number there or have a finding. Other blocks do
/// not run, so it is quick; where one row waits for several blocks the answer is yes. False in a browser. Errors: those of
/// trace_kernel.
bool is_worth_far_entries(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                          const TraceWays& ways = TraceWays::plain());

} // namespace warploom::app
