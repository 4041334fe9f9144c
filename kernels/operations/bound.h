#pragma once

#include "engine/elapsed.h"
#include "engine/simt/machine/printed.h"

#include <string>

namespace warploom::kernels {

/// A kernel bound to its input on a machine, for repeated timing. Launches never overwrite the input, so all do the
/// same work. Not thread-safe. Member functions throw Error("device.fault") after a device fault.
class Bound {
public:
    virtual ~Bound() = default;
    /// Fills the result with NaN to detect missing writes. Does nothing for iterative methods.
    virtual void poison() {}
    /// Starts the kernel once, and may return before it has finished.
    virtual void enqueue() = 0;
    /// Waits for all enqueued work. Does nothing on the host, where enqueue() is synchronous.
    virtual void finish() {}
    /// Fills the result with NaN, runs the kernel once and waits for it.
    void run_afresh() {
        poison();
        enqueue();
        finish();
    }
    /// Returns the printf output of the last call, if it was simulated.
    virtual simt::Printed printed() const { return {}; }

    /// Copies the times and details of another kernel that this kernel uses internally.
    void tell_of(const Bound& other) {
        preprocess_ns = other.preprocess_ns;
        transfer_ns = other.transfer_ns;
        detail = other.detail;
    }

    double preprocess_ns = 0; ///< time for analyzing the input during binding, in ns
    double transfer_ns = 0;   ///< time for copying the input to the device and the result back, in ns; 0 on the host
    /// Selected variant or parameters, such as "8 lanes a row" or "CSR_ALG2".
    std::string detail;
};

/// Returns the host time in ns from a launch until its result is available.
inline double elapsed_ns_of(Bound& work) {
    work.finish();
    return elapsed_ns([&] {
        work.enqueue();
        work.finish();
    });
}

} // namespace warploom::kernels
