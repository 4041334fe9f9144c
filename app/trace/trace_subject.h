#pragma once

#include "app/trace/boards.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// A kernel and its input, ready to run on the simulated GPU under a tracer.
struct TraceSubject {
    Operation operation = Operation::spmv;
    std::string format;                            ///< format that the kernel reads, such as `csr`, `arrays` or `dense`
    std::optional<std::int64_t> leading_dimension; ///< leading dimension of a format with column-major storage
    /// Result array, whose rows are attributed to the blocks that write them; empty if there is none.
    std::string result;
    std::int64_t value_slots = 0; ///< approximate number of values that a call reads; determines the sample size
    bool launches_follow = false; ///< whether each launch reads what previous launches wrote at the same positions
    double transfer_bytes = 0;    ///< bytes copied to the device before the call, plus bytes copied back after the call
    /// Bytes copied between host and device during the call. The copies are part of the call's time.
    double travelling_bytes = 0;
    std::function<std::unique_ptr<kernels::Bound>(int block, simulated::Tracer&)> bind;
    /// Calls the kernel once.
    std::function<void(kernels::Bound&)> run = [](kernels::Bound& bound) { bound.run_afresh(); };
    std::string ones; ///< name of a vector whose elements are all 1; empty if there is none
    std::function<std::vector<double>(const kernels::Bound&)> values; ///< returns the values of `result`; may be empty

    // The following members are needed only to display the steps of a warp.
    std::shared_ptr<const CsrMatrix> matrix; ///< matrix that the kernel reads; null if there is none
    /// The matrix in the kernel's format; null if the kernel reads no matrix.
    std::shared_ptr<const kernels::HostFormat> entries;
    Boards boards;
    SayLaunches say_launches; ///< describes the launches of the kernel; may be empty
    /// Values of the global arrays that no kernel modifies, by array name.
    std::map<std::string, std::vector<double>> known;
};

inline double bytes_of_numbers(std::int64_t count, Precision precision) {
    return static_cast<double>(count) * static_cast<double>(kernels::bytes_of(precision));
}

} // namespace warploom::app
