#include "engine/simt/machine/dry_run.h"

#include "engine/simt/machine/block.h"

#include "engine/simt/trace/site_table.h"

#include <algorithm>
#include <cstring>

namespace warploom::simt {

namespace {

class NobodyLooks final : public StepSink {
public:
    void begin_block(std::int64_t, int) override {}
    void step(std::int64_t, int, const WarpInstruction&) override {}
    void end_block(std::int64_t) override {}
};

} // namespace

Findings DryRun::run() {
    SiteTable sites; // a separate table, because the tracer's table lists only traced accesses
    for (std::size_t o = 1; o < plan_.objects.size(); ++o) {
        Object& object = plan_.objects[o];
        object.array = sites.add_global(object.name, static_cast<int>(object.element_bytes),
                                        object.bytes / object.element_bytes, false);
    }
    sites.begin_launch();
    Findings findings;
    const std::int64_t checked = std::min(plan_.blocks(), most_checked);
    {
        NobodyLooks sink;
        Block block(plan_, &sites, findings);
        for (std::int64_t b = 0; b < checked; ++b) {
            block.begin(b, 0);
            while (block.advance(sink)) {}
        }
    }
    if (checked < plan_.blocks()) {
        Block block(plan_, nullptr, findings);
        for (std::int64_t b = checked; b < plan_.blocks(); ++b) {
            block.begin(b, 0);
            block.run();
        }
    }
    left_.resize(plan_.objects.size());
    for (std::size_t o = 1; o < plan_.objects.size(); ++o)
        if (const Object& object = plan_.objects[o]; object.may_change)
            left_[o].assign(object.data, object.data + object.bytes);
    return findings;
}

void DryRun::restore() const {
    for (std::size_t o = 1; o < left_.size(); ++o)
        if (!left_[o].empty()) std::memcpy(plan_.objects[o].data, left_[o].data(), left_[o].size());
}

LaunchPlan repeated(LaunchPlan plan) {
    plan.policy = repeated(plan.policy);
    plan.shadow = nullptr;
    plan.order = nullptr;
    plan.guesses = nullptr;
    plan.same_values = nullptr;
    plan.read_only = nullptr;
    plan.printer = nullptr;
    for (Object& object : plan.objects) object.first_writes = nullptr;
    return plan;
}

} // namespace warploom::simt
