#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"
#include "engine/protocol/messages/advice.h"

namespace warploom::app {

/// Measures the conversions of the kernels that are faster than any kernel that reads CSR, fastest first, and sets the
/// median and the range of their conversion times. Stops after 0.3 s, so the last conversions may have been measured
/// only once.
void repeat_conversions(protocol::Advice& advice, const CsrMatrix& matrix, const Progress& progress);

} // namespace warploom::app
