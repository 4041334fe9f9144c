#pragma once

#include "kernels/ata/tiled.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// The tiled kernel, all of it, over an A that lies column by column. A slice is copied along the columns, so the reads are
// as coalesced as over rows; what changes is which of the two tiles is written across the banks.
struct TiledColumnsAta {
    static constexpr KernelInfo info{"tiled-columns",
                                     "dense",
                                     "Tiled in shared memory, A by columns",
                                     "As tiled, but threads copy down the columns of A, which lie one after the other.",
                                     "AᵀA report, sections 1.2 and 3",
                                     RunsOn::gpu,
                                     false};
    static constexpr bool by_columns = true;

    template <class T, class Gpu> static void ata(Gpu& gpu, const Dense<T>& a, const AtaSwitches&, Out<T> c) {
        TiledAta::launch<TiledAta::Tiles<3, true, true, 1, true>>(gpu, a, AtaSwitches{}, c);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
