#include "engine/embedded/simt.h"

#include "engine/error.h"
#include "engine/items.h"
#include "engine/sentence.h"
#include "engine/simt/program.h"
#include "engine/simulated/card.h"
#include "engine/simulated/counts.h"
#include "engine/simulated/model.h"
#include "engine/simulated/tracer.h"

#include <algorithm>

namespace warploom::embedded {

namespace {

/// Forwards trace events to the event counter. The tracer needs a sink when it is constructed, but the counter needs
/// the source and array lists of the tracer. Therefore, this sink is passed to the tracer first, and its counter is set
/// afterward.
class Relay final : public simulated::TraceSink {
public:
    void follow(const simulated::Card& card, const simulated::Tracer& tracer) {
        counting_ = std::make_unique<simulated::CountingSink>(card, tracer.arrays(), tracer.sites());
    }
    void begin_launch(const simulated::LaunchInfo& launch, const std::vector<std::int64_t>& traced) override {
        counting_->begin_launch(launch, traced);
    }
    simulated::StepSink& multiprocessor(int number) override { return counting_->multiprocessor(number); }
    void end_launch(std::int64_t shared_bytes) override { counting_->end_launch(shared_bytes); }
    std::vector<simulated::LaunchCounts> take() { return counting_->take(); }

private:
    std::unique_ptr<simulated::CountingSink> counting_;
};

simulated::TraceOptions trace_options(const simulated::Card& card, const Options& options) {
    constexpr double first_that_drifts = 7.0;
    simulated::TraceOptions traced;
    traced.multiprocessors = static_cast<int>(card.multiprocessors);
    traced.resident_blocks = [card](int block) { return std::max(1, simulated::resident_blocks(card, block, 0)); };
    traced.sample_blocks = options.sample_blocks;
    traced.host_threads = options.threads;
    traced.lanes_drift =
        card.compute_capability.empty() || std::atof(card.compute_capability.c_str()) >= first_that_drifts;
    traced.limits = simulated::limits_of(card);
    return traced;
}

simt::Given given_of(const std::vector<Array>& arrays, const std::map<std::string, std::int64_t>& numbers) {
    simt::Given given;
    given.numbers = numbers;
    for (const Array& array : arrays) {
        simt::GivenArray& one = given.arrays.emplace_back();
        one.name = array.name;
        // Both Element enumerations list their values in the same order.
        one.element = static_cast<simt::Element>(array.number);
        one.data = array.data;
        one.host = array.data;
        one.size = array.size;
        one.may_write = array.may_write;
    }
    return given;
}

bool holds(const std::vector<Array>& arrays, Number number) {
    return std::any_of(arrays.begin(), arrays.end(), [&](const Array& array) { return array.number == number; });
}

bool is_in_double(const simt::Program& program, const std::vector<Array>& arrays) {
    const bool is_wanted = holds(arrays, Number::float64) || !holds(arrays, Number::float32);
    return simt::computes_in(program, is_wanted) ? is_wanted : !is_wanted;
}

std::vector<Finding> findings_of(const simulated::Tracer& tracer) {
    return transform_to_vector(tracer.findings(), [](const simulated::Finding& found) {
        return Finding{to_string(found.kind), found.sentence, found.file, found.line, found.block, found.times};
    });
}

std::vector<Counts> counts_of(const simulated::Tracer& tracer, const std::vector<simulated::LaunchCounts>& launches) {
    const std::vector<simulated::Site>& sites = tracer.sites();
    std::vector<simulated::SiteCounts> sums(sites.size());
    for (const simulated::LaunchCounts& launch : launches)
        for (std::size_t s = 0; s < launch.sites.size(); ++s) sums[s] += launch.sites[s];
    std::vector<std::size_t> order(sites.size());
    for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return sites[a].position < sites[b].position; });
    std::vector<Counts> list;
    for (const std::size_t s : order) {
        Counts& counts = list.emplace_back();
        const simulated::SiteCounts& sum = sums[s];
        counts.file = sites[s].file;
        counts.line = sites[s].line;
        counts.access = to_string(sites[s].access);
        if (sites[s].array >= 0) counts.array = tracer.arrays()[static_cast<std::size_t>(sites[s].array)].name;
        counts.warp_instructions = sum.warp_instructions;
        counts.lane_accesses = sum.lane_accesses;
        counts.divergent = sum.divergent;
        counts.transactions = sum.transactions;
        counts.bytes_fetched = sum.bytes_fetched;
        counts.bytes_used = sum.bytes_used;
        counts.bank_conflicts = sum.bank_conflicts;
        counts.flops = sum.flops;
    }
    return list;
}

} // namespace

Kernel::Kernel(const std::string& text, const std::string& name) {
    simt::Translation translation = simt::translate(name, text);
    for (const simt::Diagnostic& why : translation.refusals)
        refusals_.push_back({why.line, why.column, why.sentence, why.hint});
    program_ = std::move(translation.program);
}

Outcome Kernel::run(const std::vector<Array>& arrays, const std::map<std::string, std::int64_t>& numbers,
                    const Options& options) const {
    Outcome outcome;
    outcome.refusals = refusals_;
    if (program_ == nullptr) return outcome;
    const auto program = std::static_pointer_cast<const simt::Program>(program_);
    try {
        const simulated::Card card = simulated::find_card(options.card);
        if (const std::string why = simt::why_not_on(*program, card); !why.empty()) {
            outcome.refusals.push_back({0, 0, why, sentence("Choose a newer card.")});
            return outcome;
        }
        Relay relay;
        simulated::Tracer tracer(trace_options(card, options), relay);
        relay.follow(card, tracer);
        simt::Call call(program, is_in_double(*program, arrays), given_of(arrays, numbers));
        call.set_card(card);
        try {
            call.prepare();
            call.set_recorder(&tracer);
            call.run();
        } catch (const Error& error) { outcome.refusals.push_back({0, 0, error.what(), error.hint()}); }
        outcome.findings = findings_of(tracer);
        simt::Printed printed = call.printed();
        outcome.printed = std::move(printed.text);
        outcome.not_printed = printed.lost;
        outcome.counts = counts_of(tracer, relay.take());
    } catch (const Error& error) { outcome.refusals.push_back({0, 0, error.what(), error.hint()}); }
    return outcome;
}

} // namespace warploom::embedded
