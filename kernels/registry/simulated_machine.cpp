#include "kernels/registry/simulated_machine.h"

#include "engine/declared/declared_input.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/sentence.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_of_kernel.h"

namespace warploom::kernels {

namespace {

/// Returns the size in bytes of a kernel's input and result, without temporary arrays.
std::int64_t bytes_of_input(const BindRequest& request) {
    return std::visit(
        [](const auto& input) -> std::int64_t {
            const std::int64_t number = bytes_of(precision_of(input));
            if constexpr (requires { input.format->footprint; })
                return input.format == nullptr
                           ? 0
                           : input.format->footprint.bytes + (input.format->rows + input.format->cols) * number;
            else if constexpr (requires { input.values->seed; })
                return declared::elements_of(*input.values) * bytes_of(Precision::float64);
            else if constexpr (requires { input.system->b; }) return 5 * input.system->n() * number;
            else return (input.a->rows + input.a->cols) * input.a->cols * number;
        },
        request.input);
}

constexpr const char* prefix = "simulated:";

/// A GPU simulated on the host that runs CUDA C kernels.
class SimulatedMachine final : public Machine {
public:
    explicit SimulatedMachine(simulated::Card card) : card_(std::move(card)) {
        info_.id = prefix + card_.id;
        info_.title = card_.title + " (simulated)";
        info_.kind = MachineKind::simulated;
        info_.facts = {
            {"compute capability", card_.compute_capability},
            {"multiprocessors", format_number(card_.multiprocessors, "%.6g")},
            {"clock", format_number(card_.clock_ghz, "%.6g") + " GHz"},
            {"memory", format_number(card_.dram_gbytes_per_s, "%.6g") + " GB/s"},
            {"coalescing", simulated::to_string(card_.coalescing)},
            {"model error",
             card_.model_error > 0
                 ? sentence("{error}% (median of {count} published times)",
                            {{"error", format_number(100 * card_.model_error, "%.6g")}, {"count", card_.model_cells}})
             : card_.measured_error > 0 ? sentence("{error}% (median of {count} measured times)",
                                                   {{"error", format_number(100 * card_.measured_error, "%.6g")},
                                                    {"count", card_.measured_pairs}})
                                        : sentence("counts are exact; times were not validated on this card")}};
    }

    const MachineInfo& info() const override { return info_; }
    const simulated::Card* card() const override { return &card_; }
    bool runs(RunsOn where) const override { return where == RunsOn::gpu || where == RunsOn::anywhere; }

    std::unique_ptr<Bound> bind(const BindRequest& request) override {
        const KernelInfo& kernel = require_kernel(request, *this);
        require_block(request.block_size);
        require_file_runs_on(request.kernel, card_);
        const simulated::CardLimits limits = simulated::limits_of(card_);
        require_block_on(kernel, request.block_size, limits);
        simulated::require_fits(limits, bytes_of_input(request));
        BindRequest here = request;
        here.card = &card_;
        return find_simulated_entry(request.operation(), request.kernel)->bind(here, nullptr);
    }

    measure::Sample sample(Bound& work, CacheState, int batch) override {
        measure::Sample sample;
        sample.batch = batch;
        sample.time_ns = elapsed_ns([&] {
                             for (int i = 0; i < batch; ++i) work.enqueue();
                         }) /
                         batch;
        return sample;
    }

private:
    simulated::Card card_;
    MachineInfo info_;
};

} // namespace

std::unique_ptr<Machine> simulated_machine(simulated::Card card) {
    return std::make_unique<SimulatedMachine>(std::move(card));
}

std::vector<std::unique_ptr<Machine>> simulated_machines() {
    std::vector<std::unique_ptr<Machine>> list;
    for (auto& card : simulated::cards()) list.push_back(simulated_machine(std::move(card)));
    return list;
}

void require_block_on(const KernelInfo& kernel, int block_size, const simulated::CardLimits& limits) {
    if (is_kernel_file(kernel.id) || !kernel.takes_block || kernel.runs_on != RunsOn::gpu ||
        block_size <= limits.block_threads)
        return;
    throw Error("kernel.block",
                sentence("A block of {threads} threads is too large for the {card}, which supports at most {most} "
                         "threads per block.",
                         {{"threads", block_size}, {"card", limits.title}, {"most", limits.block_threads}}),
                sentence("Choose a smaller block size or another card."));
}

bool names_simulated_machine(const std::string& id) { return id.rfind(prefix, 0) == 0; }

std::unique_ptr<Machine> find_simulated_machine(const std::string& id) {
    return simulated_machine(simulated::find_card(id.substr(std::string(prefix).size())));
}

} // namespace warploom::kernels
