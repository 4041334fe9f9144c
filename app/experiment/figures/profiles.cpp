#include "app/experiment/figures/profiles.h"

#include "engine/error.h"

#include <algorithm>

namespace warploom::app {

experiment::ProfileResult make_profile(const experiment::Profile& profile, InputChoice& inputs,
                                       const Progress& progress) {
    constexpr std::int64_t most = 2000; // maximum number of points in a profile chart
    experiment::ProfileResult result;
    result.title = profile.title;
    result.input = profile.inputs.empty() ? "" : profile.inputs.front();
    try {
        const auto chosen = inputs.choose(Operation::spmv, profile.inputs, progress);
        const auto matrix = inputs.inputs().matrix(chosen.name, progress);
        inputs.note_hash(chosen.name, matrix->hash());
        result.note = chosen.note;
        const std::string why_not = matrix->why_not_runnable();
        if (!why_not.empty()) throw Error("matrix.unsupported", why_not);
        const std::int64_t rows = matrix->rows();
        const auto length = [&](std::int64_t row) { return static_cast<double>(matrix->csr.row_length(row)); };
        const std::int64_t step = std::max<std::int64_t>(1, (rows + most - 1) / most);
        for (std::int64_t from = 0; from < rows; from += step) {
            const std::int64_t to = std::min(rows, from + step);
            double least = length(from), greatest = least, sum = 0;
            for (std::int64_t row = from; row < to; ++row) {
                least = std::min(least, length(row));
                greatest = std::max(greatest, length(row));
                sum += length(row);
            }
            result.rows.push_back(from);
            result.least.push_back(least);
            result.most.push_back(greatest);
            result.mean.push_back(sum / static_cast<double>(to - from));
        }
    } catch (const Error& error) {
        if (error.code() == "cancelled") throw;
        result.why_not = error.what();
    }
    return result;
}

} // namespace warploom::app
