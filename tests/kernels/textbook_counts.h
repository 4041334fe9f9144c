#pragma once

#include "engine/matrix/csr_matrix.h"
#include "recorded_steps.h"

#include <map>
#include <string>

// What the loops of the kernels, as a textbook has them, would make the warps do: counted from the lengths of the rows
// alone, for the comparison with what the tracer recorded. Keys as what_of() makes them: "load value", "shuffle".

namespace warploom::kernels::test {

using Totals = std::map<std::string, Total>;

Totals textbook_csr_scalar(const CsrMatrix& a);
/// `sorted`: ell-sorted.
Totals textbook_ell(const CsrMatrix& a, bool sorted);
Totals textbook_csr_vector(const CsrMatrix& a, int block);
Totals textbook_coo_segmented(const CsrMatrix& a);

} // namespace warploom::kernels::test
