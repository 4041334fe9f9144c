#pragma once

#include "engine/protocol/messages/run.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

// Kernel times on many matrices, written by `advise --measure`. The file is in JSON Lines format: the first line
// describes the machine, and each subsequent line holds the times for one matrix in one precision. Measurements can be
// resumed from a truncated file, and files can be concatenated.

namespace warploom::app {

struct KernelTime {
    std::string kernel, format;
    double ns = protocol::not_known; ///< median time per call with cold caches, in nanoseconds
    std::int64_t samples = 0;
    /// Lower bound on the time, in nanoseconds. Set if the kernel was not measured because the bound was too large.
    double at_least_ns = protocol::not_known;
    std::int64_t format_bytes = 0;
    double prepared_ns = protocol::not_known; ///< one-time preprocessing time in nanoseconds
    std::string detail;                       ///< parameters chosen by the kernel
    std::string reason;
    /// Returns the measured time or, failing that, the lower bound; NaN if neither is known.
    double known_ns() const { return ns == ns ? ns : at_least_ns; }
    static const protocol::Fields<KernelTime>& fields();
};

struct MatrixTimes {
    std::string matrix, family;
    bool is_held_out = false;
    Precision precision = Precision::float64;
    std::int64_t rows = 0, cols = 0, nonzeros = 0;
    std::vector<KernelTime> kernels;
    std::string failure;

    const KernelTime* find(const std::string& kernel) const;
    /// Returns the fastest kernel that satisfies the predicate `is_meant`, or null if no such kernel was timed.
    template <class Meant> const KernelTime* fastest(const Meant& is_meant) const {
        const KernelTime* best = nullptr;
        for (const KernelTime& each : kernels)
            if (each.ns == each.ns && is_meant(each) && (best == nullptr || each.ns < best->ns)) best = &each;
        return best;
    }
    static const protocol::Fields<MatrixTimes>& fields();
};

/// First line of a file of measured times; describes the machine.
struct TimedMachine {
    int warploom_times = 1; ///< version of the file format
    std::string id, title;
    protocol::Facts facts; ///< properties of the machine: driver, clock rates, compute capability
    std::vector<std::string> kernels;
    std::int64_t samples = 0; ///< number of samples per kernel and matrix
    static const protocol::Fields<TimedMachine>& fields();
};

struct MeasuredTimes {
    TimedMachine machine;
    std::vector<MatrixTimes> matrices;
    bool has(const std::string& matrix, Precision precision) const;
};

/// Reads a file of measured times. Errors: "file.missing"; "advice.times" with the line number.
MeasuredTimes read_times(const std::string& file);

/// Appends measured times to a file, one line per matrix and precision. After an error, the lines already written
/// remain valid.
class TimesFile {
public:
    /// Creates the file or continues an existing one. Errors: "file.write"; "advice.times" if the file contains times
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
