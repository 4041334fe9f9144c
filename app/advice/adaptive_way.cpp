#include "app/advice/adaptive_way.h"

#include "engine/wire/cause.h"
#include "kernels/plans/plan.h"

namespace warploom::app {

AdaptiveWay adaptive_way(const kernels::HostFormat& csr, const simulated::Card& card) {
    const kernels::Plan plan = kernels::make_plan(
        "row-lengths", csr,
        {static_cast<int>(card.multiprocessors), static_cast<std::int64_t>(card.block_shared_bytes)});
    const auto number = [&](const char* name) {
        for (const auto& [known, value] : plan.numbers)
            if (known == name) return value;
        return std::int64_t{0};
    };
    AdaptiveWay made;
    made.way = static_cast<kernels::Way>(number("way"));
    made.words = plan.detail;
    if (made.way == kernels::Way::held)
        made.words += ", " + wire::grouped(number("held_columns")) + " of its " + wire::grouped(csr.cols) + " numbers";
    if (made.way == kernels::Way::merge) made.same_launches = "csr-merge";
    // csr-vector takes empty rows into the mean by which it chooses its lanes.
    if (made.way == kernels::Way::vector && number("filled_rows") == csr.rows) made.same_launches = "csr-vector";
    return made;
}

} // namespace warploom::app
