#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"
#include "engine/simulated/card.h"
#include "engine/table.h"
#include "kernels/machine/machine.h"

namespace warploom::app {

/// What each order does to a matrix: bandwidth, profile, blocks of 4 x 4, levels of a triangular solve, entries of a
/// Cholesky factor, sectors of x a warp, what csr-adaptive is modelled to take on a card before and after, what finding
/// and applying the order took on this host, and after how many products that has paid. An order that cannot be taken
/// says why. Errors: "matrix.unsupported", "cancelled".
Table order_table(const Matrix& matrix, const simulated::Card& card, Precision precision,
                  const Progress& progress = {});

} // namespace warploom::app
