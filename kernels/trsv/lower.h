#pragma once

#include "kernels/formats/csr.h"
#include "kernels/machine/machine.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// L as a kernel sees it: CSR, the diagonal last in each row.
template <class T> using Lower = Csr<T, In>;

} // namespace warploom::kernels::WARPLOOM_TARGET
