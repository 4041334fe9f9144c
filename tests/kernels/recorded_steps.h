#pragma once

#include "engine/simulated/tracer.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warploom::kernels::test {

/// A sink that keeps all steps, and finds them by name.
class RecordedSteps final : public simulated::TraceSink {
public:
    struct Seen {
        int launch = 0;
        std::int64_t block = 0;
        int warp = 0;
        simulated::WarpInstruction step;
    };
    struct Part final : simulated::StepSink {
        int launch = 0;
        std::vector<Seen> seen;
        std::vector<std::int64_t> began, ended;
        void begin_block(std::int64_t block, int) override { began.push_back(block); }
        void step(std::int64_t block, int warp, const simulated::WarpInstruction& s) override {
            seen.push_back({launch, block, warp, s});
        }
        void end_block(std::int64_t block) override { ended.push_back(block); }
    };

    void begin_launch(const simulated::LaunchInfo& info, const std::vector<std::int64_t>& blocks) override {
        launches.push_back(info);
        traced.push_back(blocks);
    }
    simulated::StepSink& multiprocessor(int number) override {
        Part& part = parts[{launches.size(), number}];
        part.launch = static_cast<int>(launches.size()) - 1;
        return part;
    }
    void end_launch(std::int64_t bytes) override { shared_bytes.push_back(bytes); }

    /// Returns all steps in order: by launch, then by multiprocessor.
    std::vector<Seen> all() const {
        std::vector<Seen> steps;
        for (const auto& [key, part] : parts) steps.insert(steps.end(), part.seen.begin(), part.seen.end());
        return steps;
    }

    std::vector<simulated::LaunchInfo> launches;
    std::vector<std::vector<std::int64_t>> traced;
    std::vector<std::int64_t> shared_bytes;
    std::map<std::pair<std::size_t, int>, Part> parts;
};

/// Returns whether a site is in a line of a built-in kernel or header.
inline bool is_in_a_text(const simulated::Site& site) {
    return site.line > 0 && (site.file.rfind("kernels/", 0) == 0 || site.file.rfind("headers/", 0) == 0);
}

/// Returns the access and array of a step: "load value", "shuffle".
inline std::string what_of(const simulated::Tracer& tracer, const simulated::WarpInstruction& step) {
    const simulated::Site& site = tracer.sites()[step.site];
    std::string text = simulated::to_string(site.access);
    if (site.array >= 0) text += " " + tracer.arrays()[site.array].name;
    return text;
}

/// Numbers of warp instructions and lane accesses.
struct Total {
    std::int64_t instructions = 0, lanes = 0;
    bool operator==(const Total&) const = default;
};
inline std::map<std::string, Total> totals(const simulated::Tracer& tracer, const RecordedSteps& steps) {
    std::map<std::string, Total> sums;
    for (const auto& [key, part] : steps.parts)
        for (const auto& seen : part.seen) {
            Total& total = sums[what_of(tracer, seen.step)];
            ++total.instructions;
            total.lanes += __builtin_popcount(seen.step.active);
        }
    return sums;
}

} // namespace warploom::kernels::test
