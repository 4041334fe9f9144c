#include "app/advice/advised_conversions.h"

#include "app/problem/conversion_times.h"
#include "app/problem/format_store.h"
#include "engine/error.h"
#include "kernels/formats/arrays.h"

#include <algorithm>
#include <limits>
#include <map>
#include <new>
#include <string>
#include <vector>

namespace warploom::app {

void repeat_conversions(protocol::Advice& advice, const CsrMatrix& matrix, const Progress& progress) {
    using protocol::AdvisedKernel;
    double baseline_ns = std::numeric_limits<double>::infinity();
    for (const AdvisedKernel& kernel : advice.kernels)
        if (kernel.format == "csr" && !kernel.is_at_least) baseline_ns = std::min(baseline_ns, kernel.ns);
    std::vector<AdvisedKernel*> faster;
    for (AdvisedKernel& kernel : advice.kernels)
        if (!kernel.is_at_least && kernel.ns < baseline_ns && kernel.format != "csr" && kernel.conversion_ns > 0)
            faster.push_back(&kernel);
    std::stable_sort(faster.begin(), faster.end(), [](const auto* a, const auto* b) { return a->ns < b->ns; });

    constexpr double most_ns = 3e8;
    double spent_ns = 0;
    std::map<std::string, ConversionTimes> times_of;
    for (AdvisedKernel* const kernel : faster) {
        const double first_ns = kernel->conversion_ns;
        const auto [found, is_new] = times_of.emplace(kernel->format, ConversionTimes{first_ns, first_ns, first_ns});
        ConversionTimes& times = found->second;
        if (is_new && spent_ns + first_ns <= most_ns) try {
                times = repeat_conversion(first_ns, [&] {
                    const auto made = kernels::make_format(kernel->format, matrix, advice.precision,
                                                           run_format_options(matrix, advice.precision), progress);
                    spent_ns += made->footprint.conversion_ns;
                    return made->footprint.conversion_ns;
                });
            } catch (const Error& error) {
                if (error.code() == "cancelled") throw;
            } catch (const std::bad_alloc&) {} // out of memory: keep the single measurement
        kernel->conversion_ns = times.median_ns;
        kernel->conversion_low_ns = times.low_ns;
        kernel->conversion_high_ns = times.high_ns;
    }
}

} // namespace warploom::app
