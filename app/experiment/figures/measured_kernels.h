#pragma once

#include "engine/progress.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// An SpMV kernel that was measured on a real GPU, with the model's prediction.
struct MeasuredKernel {
    std::string matrix, kernel, precision;
    int block = 0;
    double measured_ns = 0, q1_ns = 0, q3_ns = 0;
    std::optional<double> modelled_ns;
    double traced_share = 0; ///< fraction of blocks that were traced
    std::string binding;     ///< the limiting resource according to the model
    std::string why_not;     ///< why the kernel was not measured or not modeled
};

struct MeasuredKernels {
    std::string card, title;                                ///< ID and title of the card that represents the machine
    std::vector<std::pair<std::string, std::string>> facts; ///< machine, driver, date and commit from the first table
    std::vector<MeasuredKernel> kernels;
};

/// Reads the output of tools/measure-fidelity: all files NAME.csv with NAME-environment.csv, sorted by name. The
/// folder is named after the ID of the card. If it does not exist, returns no kernels. Errors: "file.malformed",
/// naming the file and the missing data.
MeasuredKernels read_measured_kernels(const std::string& folder);

/// Models each kernel on its card with the same matrix, precision and block size, and with cold caches. If a kernel
/// cannot be modeled, stores the reason. Errors: "card.unknown", "cancelled".
void model_measured_kernels(MeasuredKernels& measured, const std::function<void(const std::string& line)>& tell,
                            const Progress& progress);

/// Returns the median of |modeled / measured - 1| over the kernels for which both times are known; 0 if there are none.
double median_error(const MeasuredKernels& measured);

} // namespace warploom::app
