#pragma once

#include "engine/progress.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// An SpMV kernel with its time measured on a real GPU and its time predicted by the model.
struct MeasuredKernel {
    std::string matrix, kernel, precision;
    int block = 0;
    double measured_ns = 0, q1_ns = 0, q3_ns = 0;
    std::optional<double> modelled_ns;
    double traced_share = 0;
    std::string binding; ///< resource that limits the kernel's speed according to the model
    std::string why_not; ///< reason why the kernel has no measured time or no modeled time
};

struct MeasuredKernels {
    /// ID and title of the card that represents the measured GPU.
    std::string card, title;
    /// Properties of the measurement (machine, driver, date and commit), taken from the first table.
    std::vector<std::pair<std::string, std::string>> facts;
    std::vector<MeasuredKernel> kernels;
};

/// Reads the output of tools/measure-fidelity: all files NAME.csv with the corresponding NAME-environment.csv, sorted
/// by name. The name of the folder is the ID of the card. Returns no kernels if the folder does not exist. Errors:
/// "file.malformed", with the file and the missing data.
MeasuredKernels read_measured_kernels(const std::string& folder);

/// Models each measured kernel on its card with the same matrix, precision and block size, and cold caches. If a kernel
/// cannot be modeled, sets why_not. Errors: "card.unknown", "cancelled".
void model_measured_kernels(MeasuredKernels& measured, const std::function<void(const std::string& line)>& tell,
                            const Progress& progress);

/// Returns the median of |modeled / measured - 1| over all kernels with both times, or 0 if there are none.
double median_error(const MeasuredKernels& measured);

} // namespace warploom::app
