#include "app/problem/conversion_times.h"

#include "engine/measure/statistics.h"

#include <algorithm>
#include <vector>

namespace warploom::app {

ConversionTimes repeat_conversion(double first_ns, const std::function<double()>& convert) {
    constexpr std::size_t most = 3;
    constexpr double enough_ns = 1e8, too_long_ns = 5e8;
    std::vector<double> times{first_ns};
    double sum = first_ns;
    while (times.size() < most && sum < (times.size() == 1 ? too_long_ns : enough_ns)) {
        times.push_back(convert());
        sum += times.back();
    }
    const auto [least, greatest] = std::minmax_element(times.begin(), times.end());
    return {measure::median(times), *least, *greatest};
}

} // namespace warploom::app
