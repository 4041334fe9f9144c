#pragma once

#include "engine/matrix/csr_matrix.h"
#include "recorded_steps.h"

#include <map>
#include <string>

// Requests of the kernels' loops in textbook form, counted from the row lengths alone, for comparison with traces. Keys
// are those of what_of(): "load value", "shuffle".

namespace warploom::kernels::test {

using Totals = std::map<std::string, Total>;

Totals textbook_csr_scalar(const CsrMatrix& a);
/// `sorted`: whether to count ell-sorted.
Totals textbook_ell(const CsrMatrix& a, bool sorted);
Totals textbook_csr_vector(const CsrMatrix& a, int block);
Totals textbook_coo_segmented(const CsrMatrix& a);

} // namespace warploom::kernels::test
