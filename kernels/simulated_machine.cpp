#include "kernels/simulated_machine.h"

#include "engine/error.h"
#include "kernels/cg/methods.h"
#include "kernels/registry.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace warploom::kernels {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* prefix = "simulated:";

std::string figure(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

template <class Entry> const Entry& find_entry(const std::vector<Entry>& entries, const std::string& kernel) {
    for (const auto& entry : entries)
        if (kernel == entry.info.id) return entry;
    throw Error("kernel.unknown", "There is no kernel '" + kernel + "'.");
}

/// Runs the kernels' own source on the host.
class SimulatedMachine final : public Machine {
public:
    explicit SimulatedMachine(simulated::Card card) : card_(std::move(card)) {
        info_.id = prefix + card_.id;
        info_.title = card_.title + " (simulated)";
        info_.kind = MachineKind::simulated;
        info_.facts = {{"compute capability", card_.compute_capability},
                       {"multiprocessors", figure(card_.multiprocessors)},
                       {"clock", figure(card_.clock_ghz) + " GHz"},
                       {"memory", figure(card_.dram_gbytes_per_s) + " GB/s"},
                       {"coalescing", simulated::to_string(card_.coalescing)},
                       {"model error", card_.model_error > 0
                                           ? figure(100 * card_.model_error) + " % (median of " +
                                                 std::to_string(card_.model_cells) + " published times)"
                                           : "never compared with published times"}};
    }

    const MachineInfo& info() const override { return info_; }
    const simulated::Card* card() const override { return &card_; }
    bool runs(RunsOn where) const override { return where == RunsOn::gpu || where == RunsOn::anywhere; }

    std::unique_ptr<BoundSpmv> bind(const std::string& kernel, std::shared_ptr<const HostFormat> format,
                                    int block_size) override {
        require_kernel(kernel, *this, *format);
        require_block(block_size);
        return find_entry(spmv_entries(), kernel).bind_simulated(std::move(format), block_size, nullptr);
    }
    std::unique_ptr<BoundTridiagonal> bind_tridiagonal(const std::string& kernel, const TridiagonalInput& input,
                                                       int block_size) override {
        require_kernel(Operation::tridiagonal, kernel, *this);
        require_block(block_size);
        return find_entry(tridiagonal_entries(), kernel).bind_simulated(input, block_size, nullptr);
    }
    std::unique_ptr<BoundAta> bind_ata(const std::string& kernel, const AtaInput& input, int block_size) override {
        require_kernel(Operation::ata, kernel, *this);
        require_block(block_size);
        return find_entry(ata_entries(), kernel).bind_simulated(input, block_size, nullptr);
    }
    std::unique_ptr<BoundCg> bind_cg(const CgKernelName& name, const CgInput& input, int block_size) override {
        require_kernel(Operation::cg, name.method, *this);
        return bind_simulated_cg(bind(name.spmv, input.format, block_size), input, block_size);
    }

    measure::Sample sample(Bound& work, CacheState, int batch) override {
        const auto start = Clock::now();
        for (int i = 0; i < batch; ++i) work.enqueue();
        const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
        measure::Sample sample;
        sample.time_ns = elapsed.count() / batch;
        sample.batch = batch;
        return sample;
    }
    double launch_to_finish_ns(Bound& work) override { return sample(work, CacheState::warm, 1).time_ns; }
    double copy_bandwidth() override { return 0; } // of no meaning for a simulated card's host

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

bool names_simulated_machine(const std::string& id) { return id.rfind(prefix, 0) == 0; }

std::unique_ptr<Machine> find_simulated_machine(const std::string& id) {
    return simulated_machine(simulated::find_card(id.substr(std::string(prefix).size())));
}

} // namespace warploom::kernels
