#pragma once

namespace warploom::protocol {

template <class T> class Fields;
class Reader;

/// The parts of one iteration of the conjugate gradient method, measured or modeled, in ns.
struct CgParts {
    double spmv = 0, dots = 0, updates = 0, preconditioner = 0;
    double gaps = 0; ///< time between launches: that of the whole iteration minus that of its parts

    static const Fields<CgParts>& fields();
    void settle(const Reader&); ///< sets negative gaps, which are timer noise, to 0
    double sum() const { return spmv + dots + updates + preconditioner + gaps; }
};

} // namespace warploom::protocol
