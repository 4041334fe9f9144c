#include "kernels/cg/stopping.h"

#include <limits>

namespace warploom::kernels {

bool has_stagnated(const std::vector<double>& residuals, const StagnationRule& rule) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t since = 0;
    for (std::size_t i = 0; i < residuals.size(); ++i)
        if (residuals[i] <= least * (1 - rule.gain)) {
            least = residuals[i];
            since = i;
        }
    return static_cast<std::int64_t>(residuals.size() - since) > rule.window;
}

} // namespace warploom::kernels
