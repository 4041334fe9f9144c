#include "kernels/simulated_machine.h"

#include "engine/error.h"
#include "kernels/registry.h"

#include <chrono>

namespace warploom::kernels {

namespace {

using Clock = std::chrono::steady_clock;

/// Runs the kernels' own source on the host. Its times are how long this host took, not a GPU's.
class SimulatedMachine final : public Machine {
public:
    explicit SimulatedMachine(MachineInfo info) : info_(std::move(info)) {}

    const MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return where == RunsOn::gpu; }

    std::unique_ptr<BoundSpmv> bind(const std::string& kernel, std::shared_ptr<const HostFormat> format,
                                    int block_size) override {
        require_kernel(kernel, *this, *format);
        if (block_size < 32 || block_size > 1024 || block_size % 32 != 0)
            throw Error("kernel.block", "A block of " + std::to_string(block_size) + " threads cannot be launched.",
                        "Choose a multiple of 32 from 32 to 1024.");
        for (const auto& entry : spmv_entries())
            if (kernel == entry.info.id) return entry.bind_simulated(std::move(format), block_size, nullptr);
        throw Error("kernel.unknown", "There is no kernel '" + kernel + "'.");
    }

    measure::Sample sample(BoundSpmv& spmv, CacheState, int batch) override {
        const auto start = Clock::now();
        for (int i = 0; i < batch; ++i) spmv.enqueue();
        const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
        measure::Sample sample;
        sample.time_ns = elapsed.count() / batch;
        sample.batch = batch;
        return sample;
    }
    double launch_to_finish_ns(BoundSpmv& spmv) override { return sample(spmv, CacheState::warm, 1).time_ns; }
    double copy_bandwidth() override { return 0; } // of no meaning for a simulated card's host

private:
    MachineInfo info_;
};

} // namespace

std::vector<std::unique_ptr<Machine>> simulated_machines() {
    std::vector<std::unique_ptr<Machine>> list;
    const auto add = [&](const char* id, const char* title) {
        MachineInfo info;
        info.id = std::string("simulated:") + id;
        info.title = std::string(title) + " (simulated)";
        info.kind = MachineKind::simulated;
        list.push_back(std::make_unique<SimulatedMachine>(std::move(info)));
    };
    add("h200", "NVIDIA H200");
    add("gtx295", "GeForce GTX 295");
    add("gtx460", "GeForce GTX 460");
    add("c2050", "Tesla C2050");
    add("c2075", "Tesla C2075");
    return list;
}

} // namespace warploom::kernels
