#pragma once

#include "engine/protocol/messages/words.h"
#include "engine/simulated/card.h"

#include <string>

namespace warploom::app {

/// Settings for running a kernel on a simulated card for a trace, a warp or a check.
struct KernelSettings {
    /// Name of the kernel, including its switches or SpMV kernel, such as `tiled@none` or `cg:ell`. Can also be the
    /// name of a source file.
    std::string kernel;
    simulated::Card card;
    Precision precision = Precision::float64;
    int block = 128;                                      ///< threads per block, a multiple of 32 from 32 to 1024
    Preconditioner preconditioner = Preconditioner::none; ///< preconditioner; used only for CG
};

} // namespace warploom::app
