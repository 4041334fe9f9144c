#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"
#include "engine/protocol/messages/advice.h"

namespace warploom::app {

/// Measures the format conversions of those kernels that are faster than every kernel that reads CSR, starting with the
/// fastest kernel. Sets the median and the range of each conversion time. Stops after 0.3 s, so the last conversions
/// may be measured only once.
void repeat_conversions(protocol::Advice& advice, const CsrMatrix& matrix, const Progress& progress);

} // namespace warploom::app
