#include "app/advice/adaptive_way.h"

#include "engine/items.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"
#include "kernels/plans/plan.h"

namespace warploom::app {

AdaptiveWay adaptive_way(const kernels::HostFormat& csr, const simulated::Card& card) {
    const kernels::Plan plan = kernels::make_plan(
        "row-lengths", csr,
        {static_cast<int>(card.multiprocessors), static_cast<std::int64_t>(card.block_shared_bytes)});
    const auto number = [&](const char* name) { return lookup_or_default(plan.numbers, name); };
    AdaptiveWay made;
    made.way = static_cast<kernels::RowMapping>(number("way"));
    made.words = plan.detail;
    if (made.way == kernels::RowMapping::held)
        made.words = sentence("{mapping}, {held} of its {columns} elements",
                              {{"mapping", made.words},
                               {"held", protocol::grouped(number("held_columns"))},
                               {"columns", protocol::grouped(csr.cols)}});
    if (made.way == kernels::RowMapping::merge) made.same_launches = "csr-merge";
    // csr-vector chooses the number of lanes per row from the mean row length over all rows, including empty ones. Its
    // launches are therefore identical to those of csr-adaptive only if no row is empty.
    if (made.way == kernels::RowMapping::vector && number("filled_rows") == csr.rows) made.same_launches = "csr-vector";
    return made;
}

} // namespace warploom::app
