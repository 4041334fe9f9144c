#pragma once

#include "kernels/machine/machine.h"

#include <memory>
#include <utility>

namespace warploom::test {

/// A machine that forwards all calls to another one. Tests override what differs.
class OtherMachine : public kernels::Machine {
public:
    const kernels::MachineInfo& info() const override { return inner_->info(); }
    bool runs(RunsOn where) const override { return inner_->runs(where); }
    measure::Sample sample(kernels::Bound& work, CacheState cache, int batch) override {
        return inner_->sample(work, cache, batch);
    }
    double launch_to_finish_ns(kernels::Bound& work) override { return inner_->launch_to_finish_ns(work); }
    double copy_bandwidth() override { return 0; }

protected:
    explicit OtherMachine(std::unique_ptr<kernels::Machine> inner) : inner_(std::move(inner)) {}
    kernels::Machine& inner() { return *inner_; }

    /// Downcasts bound work whose type the test knows.
    template <class Work> static std::unique_ptr<Work> as(std::unique_ptr<kernels::Bound> bound) {
        return std::unique_ptr<Work>(static_cast<Work*>(bound.release()));
    }

private:
    std::unique_ptr<kernels::Machine> inner_;
};

} // namespace warploom::test
