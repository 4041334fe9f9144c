#include "app/operations/free.h"

#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "engine/declared/declared_input.h"
#include "engine/declared/declared_source.h"
#include "engine/error.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"
#include "kernels/machine/registry.h"
#include "kernels/operations/free.h"
#include "kernels/sources/text_of_kernel.h"

#include <cstring>

namespace warploom::app {

namespace {

declared::DeclaredSource declarations_of(const std::string& kernel) {
    return declared::read_declarations(kernel, kernels::text_of_kernel(kernel));
}

InputInfo info_of(const declared::DeclaredInput& input) {
    InputHash hash;
    for (const auto& [name, value] : input.numbers) hash.add(static_cast<std::uint64_t>(value));
    hash.add(input.seed);
    hash.add(static_cast<std::uint64_t>(input.values));
    const std::int64_t elements = declared::elements_of(input);
    return {input.name(), elements, 1, elements, hash.value()};
}

TraceSubject free_subject(const std::string& kernel, const kernels::FreeInput& input) {
    TraceSubject subject;
    subject.operation = Operation::free;
    subject.format = require_known(Operation::free, kernel).format;
    subject.value_slots = declared::elements_of(*input.values);
    for (const declared::NumberArray& array : declared::draw(*input.values, input.precision == Precision::float64))
        subject.transfer_bytes += static_cast<double>(array.bytes());
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        return kernels::bind_traced({kernel, input, block}, tracer);
    };
    subject.values = [](const kernels::Bound& bound) {
        std::vector<double> all;
        for (const declared::NumberArray* const array : static_cast<const kernels::BoundFree&>(bound).results())
            for (std::int64_t i = 0; i < array->size(); ++i) all.push_back(array->real(i));
        return all;
    };
    return subject;
}

/// A problem declared in the kernel source. It can be checked and traced, but not measured.
class FreeSpec final : public OperationSpec {
public:
    Operation operation() const override { return Operation::free; }
    OperationWords words() const override {
        return {"the problem that a kernel source declares",
                "the declared problem",
                "The numbers of the problem and a seed, such as n=1000,seed=1.",
                "Paths of .cu files, separated by commas.",
                {}};
    }
    std::vector<std::string> plain_kernels(bool) const override { return {}; }
    void load(Inputs&, const std::string&, const Progress&) const override {}
    std::unique_ptr<Problem> open(Inputs&, const std::string&, const RunSettings&, const Progress&) const override {
        throw Error("kernel.operation", sentence("A source that declares its own problem cannot be measured yet."),
                    sentence("Use `warploom-engine check`, which tests the kernel and counts its accesses."));
    }
    TraceInput trace_input(Inputs&, const std::string& name, const TraceSettings& settings, const Progress&,
                           const TraceWays&) const override {
        const auto input = declared_input(settings.kernel, name);
        return {[input] { return info_of(*input); },
                [input, settings](const Progress&) {
                    check_trace_settings(Operation::free, settings);
                    return free_subject(settings.kernel, {input, settings.precision});
                },
                nullptr};
    }
    double useful_operations(const std::string&, const InputInfo&, Precision) const override { return not_known; }
};

} // namespace

std::shared_ptr<const declared::DeclaredInput> declared_input(const std::string& kernel, const std::string& name) {
    return std::make_shared<const declared::DeclaredInput>(
        declared::parse_input(declarations_of(kernel).problem, name));
}

std::shared_ptr<const declared::ExpectedResults> expected_results(const KernelSettings& settings,
                                                                  const declared::DeclaredInput& input) {
    using Expected = std::shared_ptr<const declared::ExpectedResults>;
    // Cache the results, because each edit of the source is checked on the same inputs.
    static RecentCache<Expected> recent(64);
    const std::string text = kernels::text_of_kernel(settings.kernel);
    const declared::ProblemText problem = declared::problem_text(settings.kernel, text);
    const bool is_double = settings.precision == Precision::float64;
    const auto make = [&] {
        return std::make_shared<const declared::ExpectedResults>(declarations_of(settings.kernel).expected, input,
                                                                 is_double, most_turns_of_expected);
    };
    return recent.of(input.name() + (is_double ? "\n" : "\nfloat\n") + problem.text, make);
}

const OperationSpec& free_spec() {
    static const FreeSpec spec;
    return spec;
}

} // namespace warploom::app
