#pragma once

#include "engine/protocol/messages/words.h"
#include "engine/simulated/card.h"

#include <string>

namespace warploom::app {

/// Settings of a kernel on a card that traces, warps and checks share.
struct KernelSettings {
    std::string kernel; ///< includes switches or an SpMV kernel: `tiled@none`, `cg:ell`; for a source file, its name
    simulated::Card card;
    Precision precision = Precision::float64;
    int block = 128;                                      ///< threads per block, a multiple of 32 from 32 to 1024
    Preconditioner preconditioner = Preconditioner::none; ///< for cg only
};

} // namespace warploom::app
