#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"
#include "engine/simulated/card.h"
#include "engine/table.h"
#include "kernels/machine/machine.h"

namespace warploom::app {

/// Returns a table that compares orderings of a matrix. The columns are bandwidth, profile, 4 x 4 blocks, levels of a
/// triangular solve, entries of a Cholesky factor, sectors of x per warp, modeled time of csr-adaptive before and after
/// reordering, time to compute and apply the ordering on this host (median of up to three measurements), and the range
/// of the number of products after which the ordering pays off. A remark states if the difference is within the model's
/// error, or why an ordering cannot be computed. Errors: "matrix.unsupported", "cancelled".
Table order_table(const Matrix& matrix, const simulated::Card& card, Precision precision,
                  const Progress& progress = {});

} // namespace warploom::app
