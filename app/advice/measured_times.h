#pragma once

#include "engine/protocol/messages/run.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

// Times of all kernels on many matrices, as `advise --measure` writes them: a line of JSON for the machine, then one
// for each matrix and precision. So a file that was cut off can be gone on with, and files can be put together.

namespace warploom::app {

/// A kernel on one matrix.
struct KernelTime {
    std::string kernel, format;
    double ns = protocol::not_known; ///< median of one call, cold caches
    std::int64_t samples = 0;
    double at_least_ns = protocol::not_known; ///< a bound, where it was so large that the kernel was not measured
    std::int64_t format_bytes = 0;
    double prepared_ns = protocol::not_known; ///< the kernel's own look at the matrix, once
    std::string detail;                       ///< its choice
    std::string reason;                       ///< why there is no time
    /// Returns the time, or its lower bound; NaN if neither is known.
    double known_ns() const { return ns == ns ? ns : at_least_ns; }
    static const protocol::Fields<KernelTime>& fields();
};

struct MatrixTimes {
    std::string matrix, family;
    bool is_held_out = false;
    Precision precision = Precision::float64;
    std::int64_t rows = 0, cols = 0, nonzeros = 0;
    std::vector<KernelTime> kernels;
    std::string failure; ///< why nothing was measured

    const KernelTime* find(const std::string& kernel) const;
    /// The fastest of those that `is_meant`; null where none has a time.
    template <class Meant> const KernelTime* fastest(const Meant& is_meant) const {
        const KernelTime* best = nullptr;
        for (const KernelTime& each : kernels)
            if (each.ns == each.ns && is_meant(each) && (best == nullptr || each.ns < best->ns)) best = &each;
        return best;
    }
    static const protocol::Fields<MatrixTimes>& fields();
};

/// The first line of the file.
struct TimedMachine {
    int warploom_times = 1; ///< version of the file
    std::string id, title;
    protocol::Facts facts; ///< of the machine: driver, clocks, compute capability
    std::vector<std::string> kernels;
    std::int64_t samples = 0; ///< per kernel and matrix
    static const protocol::Fields<TimedMachine>& fields();
};

struct MeasuredTimes {
    TimedMachine machine;
    std::vector<MatrixTimes> matrices;
    bool has(const std::string& matrix, Precision precision) const;
};

/// Errors: "file.missing", "advice.times" with the line.
MeasuredTimes read_times(const std::string& file);

/// Adds a line for each matrix, and leaves it in the file whatever happens next.
class TimesFile {
public:
    /// Creates the file, or continues an existing one. Errors: "file.write"; "advice.times" if the file contains times
    /// of another machine.
    TimesFile(const std::string& path, const TimedMachine& machine);
    const MeasuredTimes& so_far() const { return so_far_; }
    void add(const MatrixTimes& matrix);

private:
    void write(const std::string& line);
    std::string path_;
    MeasuredTimes so_far_;
    std::ofstream file_;
};

} // namespace warploom::app
