#pragma once

#include "kernels/formats/hyb.h"
#include "kernels/spmv/coo_segmented.h"
#include "kernels/spmv/ell.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// What most rows have goes through ell, which is fast where rows are alike; what is left of a few long rows goes through
// coo-segmented, which does not mind how long they are, and is added to the first part.
struct HybSpmv {
    static constexpr KernelInfo info{"hyb",
                                     "hyb",
                                     "HYB, ELL then COO",
                                     "A thread for each row does the regular part, segmented sums add the rest.",
                                     "it168, after Bell and Garland",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Hyb<T, Array>;

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Hyb<T, In>& a, In<T> x, Out<T> y) {
        gpu.template launch<EllSpmv>(a.rows, a.ell(), x, y);
        CooSegmentedSpmv::add<true, T>(gpu, a.coo(), x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
