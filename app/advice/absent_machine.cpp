#include "app/advice/absent_machine.h"

#include "engine/error.h"

namespace warploom::app {

namespace {

class AbsentMachine final : public kernels::Machine {
public:
    explicit AbsentMachine(const TimedMachine& machine) {
        info_.id = machine.id;
        info_.title = machine.title;
        info_.facts = machine.facts;
        info_.kind = machine.id == "cpu" ? MachineKind::cpu : MachineKind::cuda;
    }
    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(RunsOn on) const override { return (on == RunsOn::host) == (info_.kind == MachineKind::cpu); }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest&) override {
        throw Error("kernel.machine", "The " + info_.title + " is not here: only its times are.",
                    "Measure on a machine of this computer.");
    }
    measure::Sample sample(kernels::Bound&, CacheState, int) override { return {}; }

private:
    kernels::MachineInfo info_;
};

} // namespace

std::unique_ptr<kernels::Machine> absent_machine(const TimedMachine& machine) {
    return std::make_unique<AbsentMachine>(machine);
}

} // namespace warploom::app
