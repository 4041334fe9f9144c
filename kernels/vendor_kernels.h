#pragma once

#include "kernels/machine.h"

#include <vector>

namespace warploom::kernels {

/// The vendor's kernels, described here so that they are listed, with the reason, where no CUDA is.
const std::vector<KernelInfo>& vendor_kernels(Operation);

} // namespace warploom::kernels
