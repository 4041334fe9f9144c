#include "engine/simt/trace/recorder.h"

#include <cstddef>
#include <numeric>
#include <utility>

namespace warploom::simt {

std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    for (auto i = static_cast<std::size_t>(n); i > 1; --i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        std::swap(order[i - 1], order[(seed >> 33) % i]);
    }
    return order;
}

} // namespace warploom::simt
