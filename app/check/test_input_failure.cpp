#include "app/check/test_input_failure.h"

#include "app/check/branch_inputs.h"
#include "app/check/input_domain.h"
#include "app/check/test_inputs.h"
#include "app/check/try_kernel.h"
#include "app/operations/model_row.h"
#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/parallel.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace warploom::app {

namespace {

using Clock = std::chrono::steady_clock;

Clock::duration seconds(double count) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

/// Sets a stop flag at a deadline, or when the caller cancels the check.
class Alarm {
public:
    Alarm(Clock::time_point end, const std::atomic<bool>* asked)
        : thread_([this, end, asked](const std::stop_token& done) {
              name_thread("alarm");
              while (!done.stop_requested() && Clock::now() < end && (asked == nullptr || !asked->load()))
                  std::this_thread::sleep_for(std::chrono::milliseconds(5));
              stop_ = true;
          }) {}
    const std::atomic<bool>* stop() const { return &stop_; }

private:
    std::atomic<bool> stop_{false};
    std::jthread thread_; ///< declared last, because the thread uses the other members
};

const kernels::KernelInfo& text_in(const PlannedKernel& planned) {
    return planned.product != nullptr ? *planned.product : *planned.info;
}

/// Runs the kernel on one input. `bounded` is `progress` with an additional time limit.
std::optional<ValidationFailure> failure_of_input(Inputs& inputs, Operation operation, const TestInput& input,
                                                  const TraceSettings& wanted, const TestInputSettings& settings,
                                                  const Progress& progress, const Progress& bounded) {
    std::string name = told(input, wanted);
    try {
        const Tried tried = try_test_input(inputs, operation, input, "", wanted, false, bounded);
        name = told(input, tried, wanted);
        if (!tried.trace.findings.empty()) {
            ValidationFailure complaint = failure_of(tried.trace.findings);
            complaint.sentence = on_test_input(operation, name, complaint.sentence);
            return complaint;
        }
        if (tried.wrong)
            return ValidationFailure{
                "result.wrong",
                on_test_input(operation, name, in_run(tried.which_run(), sentence_of(*tried.wrong, false))),
                sentence("Run the kernel on this input alone, or open it on the Write page.")};
    } catch (const Error& error) {
        if (error.code() != "cancelled")
            throw Error(error.code(), on_test_input(operation, name, error.what()), error.hint());
        if (!settings.patience || progress.is_cancelled()) throw;
        return ValidationFailure{"result.unchecked",
                                 on_test_input(operation, name,
                                               sentence("Checking this small input took more than {s} s.",
                                                        {{"s", format_number(settings.patience->most_s)}})),
                                 sentence("Look for an infinite loop or unnecessary launches.")};
    }
    return std::nullopt;
}

std::optional<ValidationFailure> judged(Operation operation, const kernels::KernelInfo& info,
                                        const TestInputSettings& settings, const Progress& progress) {
    TraceSettings wanted{settings};
    wanted.kernel = info.id;
    wanted.sample = TraceSettings::all_blocks;
    wanted.counts = false;
    Inputs inputs;
    const auto start = Clock::now();
    std::optional<Alarm> alarm;
    Progress bounded = progress;
    if (settings.patience)
        bounded.cancelled = alarm.emplace(start + seconds(settings.patience->most_s), progress.cancelled).stop();
    std::vector<TestInput> drawn = test_inputs(operation, info.format, wanted);
    // The list starts with small inputs, because an infinite loop is detected faster with few warps. It ends with
    // inputs derived from the source. If time is limited, test the largest of the small inputs first.
    if (settings.patience)
        std::reverse(drawn.begin(),
                     std::find_if(drawn.begin(), drawn.end(), [](const TestInput& input) { return input.is_large; }));
    const auto is_late = [&] {
        return settings.patience && Clock::now() - start >= seconds(settings.patience->enough_s);
    };
    const auto failure_on = [&](const TestInput& input) {
        return failure_of_input(inputs, operation, input, wanted, settings, progress, bounded);
    };
    for (const TestInput& input : drawn) {
        if (is_late() && &input != &drawn.front()) return std::nullopt;
        if (auto failure = failure_on(input)) return failure;
    }
    const InputDomain domain = domain_of_kernel(operation, wanted.kernel);
    BranchInputs more(operation, info.format, wanted.kernel);
    while (const auto input = is_late() ? std::nullopt : more.next())
        if (const auto similar = domain.adapted(*input))
            if (auto failure = failure_on(*similar)) return failure;
    return std::nullopt;
}

} // namespace

std::optional<ValidationFailure> failure_on_test_inputs(const TestInputSettings& settings, const Progress& progress) {
    const PlannedKernel planned = spec_of(settings.operation).plan(settings.kernel);
    const kernels::KernelInfo& info = text_in(planned);
    if (!kernels::is_kernel_file(info.id)) return std::nullopt;
    const Operation operation = planned.product != nullptr ? Operation::spmv : settings.operation;
    // The results are cached, because benchmark runs repeat the check for each matrix and number of threads.
    static RecentCache<std::optional<ValidationFailure>> kept(64);
    const std::string key = kernels::name_with_text(info.id) + "\n" + kernels::text_of_kernel(info.id) + "\n" +
                            simulated::card_document(settings.card).dump() + kernels::to_string(operation) +
                            kernels::to_string(settings.precision) + std::to_string(settings.block) +
                            (settings.patience ? "/" + format_number(settings.patience->enough_s) : std::string());
    return kept.of(key, [&] { return judged(operation, info, settings, progress); });
}

std::optional<ValidationFailure> failure_before_launch(const kernels::Machine& machine, Operation operation,
                                                       const std::string& kernel, Precision precision, int block,
                                                       const Progress& progress) {
    if (machine.info().kind != MachineKind::cuda) return std::nullopt;
    const std::string text = text_in(spec_of(operation).plan(kernel)).id;
    if (!kernels::is_kernel_file(text) || kernels::is_own_text(text)) return std::nullopt;
    TestInputSettings settings{{kernel, simulated::find_card("h200"), precision, block}, operation};
    settings.patience = {2, 10};
    auto complaint = failure_on_test_inputs(settings, progress);
    if (complaint)
        complaint->hint = sentence("{hint} The kernel was not launched on {machine}. To launch it anyway, use "
                                   "--unchecked, or `unchecked` in a request.",
                                   {{"hint", complaint->hint}, {"machine", machine.info().id}});
    return complaint;
}

void require_harmless(const kernels::Machine& machine, Operation operation, const std::string& kernel,
                      Precision precision, int block, const Progress& progress) {
    if (const auto complaint = failure_before_launch(machine, operation, kernel, precision, block, progress))
        throw Error(complaint->code, complaint->sentence, complaint->hint);
}

} // namespace warploom::app
