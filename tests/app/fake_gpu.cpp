#include "fake_gpu.h"

#include "engine/error.h"

namespace warploom::test {

namespace {

/// Counts what a GPU is asked; shared by the machine and what is bound to it.
struct Calls {
    int lost_at = 0, made = 0;
    void make() {
        if (lost_at > 0 && ++made >= lost_at)
            throw Error("device.fault", "The device ended the kernel: an illegal memory access.");
    }
};

class FakeSpmv final : public kernels::BoundSpmv {
public:
    FakeSpmv(std::unique_ptr<kernels::Bound> inner, Calls& calls)
        : inner_(static_cast<BoundSpmv*>(inner.release())), calls_(calls) {}
    void set_x(const std::vector<double>& x) override { inner_->set_x(x); }
    void poison_y() override { inner_->poison_y(); }
    std::vector<double> y() const override { return inner_->y(); }
    kernels::VectorPlaces places() override { return inner_->places(); }
    void enqueue() override {
        calls_.make();
        inner_->enqueue();
    }
    void finish() override { inner_->finish(); }

private:
    std::unique_ptr<BoundSpmv> inner_;
    Calls& calls_;
};

class FakeGpu final : public kernels::Machine {
public:
    FakeGpu(const std::string& id, const std::string& title, int lost_at)
        : inner_(kernels::open_machine("simulated:h200")), calls_{lost_at}, info_(inner_->info()) {
        info_.id = id;
        info_.title = title;
        info_.kind = kernels::MachineKind::cuda;
    }
    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(kernels::RunsOn where) const override { return inner_->runs(where); }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest& request) override {
        calls_.make();
        auto bound = inner_->bind(request);
        if (calls_.lost_at == 0 || request.operation() != kernels::Operation::spmv) return bound;
        return std::make_unique<FakeSpmv>(std::move(bound), calls_);
    }
    measure::Sample sample(kernels::Bound& work, kernels::CacheState cache, int batch) override {
        calls_.make();
        return inner_->sample(work, cache, batch);
    }
    double launch_to_finish_ns(kernels::Bound& work) override {
        calls_.make();
        return inner_->launch_to_finish_ns(work);
    }
    double copy_bandwidth() override { return 0; }

private:
    std::unique_ptr<kernels::Machine> inner_;
    Calls calls_;
    kernels::MachineInfo info_;
};

} // namespace

std::unique_ptr<kernels::Machine> fake_gpu(const std::string& id, const std::string& title, int lost_at) {
    return std::make_unique<FakeGpu>(id, title, lost_at);
}

app::MachineList host_with(std::vector<std::unique_ptr<kernels::Machine>> gpus) {
    app::MachineList list;
    list.push_back(kernels::open_machine("cpu"));
    for (auto& gpu : gpus) list.push_back(std::move(gpu));
    return list;
}

} // namespace warploom::test
