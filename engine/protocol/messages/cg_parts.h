#pragma once

namespace warploom::protocol {

template <class T> class Fields;
class Reader;

/// Measured or modeled times of the parts of one conjugate gradient iteration, in ns.
struct CgParts {
    double spmv = 0, dots = 0, updates = 0, preconditioner = 0;
    double gaps = 0; ///< time between kernels: the time of the iteration minus the times of all kernels

    static const Fields<CgParts>& fields();
    void settle(const Reader&); ///< Sets negative times, which are caused by timer noise, to 0
    double sum() const { return spmv + dots + updates + preconditioner + gaps; }
};

} // namespace warploom::protocol
