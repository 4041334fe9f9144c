#include "fake_gpu.h"

#include "engine/error.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <deque>
#include <thread>
#include <vector>

namespace warploom::test {

namespace {

/// Counts calls to a GPU. Shared by the machine and everything bound to it.
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
    void poison() override { inner_->poison(); }
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

/// Keeps arrays in host memory, so that the addresses in a launch can be followed.
class FakeTextGpu final : public kernels::TextGpu {
public:
    void* make_array(std::int64_t bytes, const std::string&) override {
        return arrays_.emplace_back(static_cast<std::size_t>(bytes)).data();
    }
    void upload(void* to, const void* from, std::int64_t bytes) override {
        if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    }
    void download(void* to, const void* from, std::int64_t bytes) const override {
        if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    }
    void compile(const kernels::DeviceText&) override {}
    void start(const simt::HostStep& step) override {
        if (const auto* const fill = std::get_if<simt::Fill>(&step)) {
            if (fill->bytes > 0) std::memset(fill->to, fill->byte, static_cast<std::size_t>(fill->bytes));
            return;
        }
        const auto& launch = std::get<simt::Launch>(step);
        is_endless_ = is_endless_ || launch.kernel.rfind("endless", 0) == 0;
        if (launch.kernel.find("float") != std::string::npos) multiply<float>(launch);
        else multiply<double>(launch);
    }
    void finish() override {
        if (!is_endless_) return;
        since() = Clock::now();
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    double waited_s() const override {
        return std::chrono::duration<double>(since().load() == Clock::time_point() ? Clock::duration()
                                                                                   : Clock::now() - since().load())
            .count();
    }

private:
    using Clock = std::chrono::steady_clock;
    static std::atomic<Clock::time_point>& since() { // shared by all GPUs, as in the CUDA plug-in
        static std::atomic<Clock::time_point> first{Clock::time_point()};
        return first;
    }
    template <class A> static A argument(const simt::Launch& launch, std::size_t which) {
        A value;
        std::memcpy(&value, launch.arguments.data() + launch.offsets.at(which), sizeof value);
        return value;
    }
    template <class T> static void multiply(const simt::Launch& launch) {
        if (launch.offsets.size() != 6) return;
        const int rows = argument<int>(launch, 0);
        const auto* const pointer = argument<const int*>(launch, 1);
        const auto* const column = argument<const int*>(launch, 2);
        const auto* const value = argument<const T*>(launch, 3);
        const auto* const x = argument<const T*>(launch, 4);
        auto* const y = argument<T*>(launch, 5);
        for (int row = 0; row < rows; ++row) {
            y[row] = 0;
            for (int k = pointer[row]; k < pointer[row + 1]; ++k) y[row] += value[k] * x[column[k]];
        }
    }

    std::deque<std::vector<char>> arrays_;
    bool is_endless_ = false;
};

class FakeGpu final : public kernels::Machine {
public:
    FakeGpu(const std::string& id, const std::string& title, int lost_at, kernels::BindText* bind_text)
        : inner_(kernels::open_machine("simulated:h200")), calls_{lost_at}, bind_written_(bind_text),
          info_(inner_->info()) {
        info_.id = id;
        info_.title = title;
        info_.kind = MachineKind::cuda;
    }
    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return inner_->runs(where); }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest& request) override {
        calls_.make();
        if (bind_written_ != nullptr && kernels::is_kernel_file(request.kernel))
            return bind_written_(request, std::make_unique<FakeTextGpu>());
        auto bound = inner_->bind(request);
        if (calls_.lost_at == 0 || request.operation() != Operation::spmv) return bound;
        return std::make_unique<FakeSpmv>(std::move(bound), calls_);
    }
    measure::Sample sample(kernels::Bound& work, CacheState cache, int batch) override {
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
    kernels::BindText* bind_written_;
    kernels::MachineInfo info_;
};

} // namespace

std::unique_ptr<kernels::Machine> fake_gpu(const std::string& id, const std::string& title, int lost_at,
                                           kernels::BindText* bind_text) {
    return std::make_unique<FakeGpu>(id, title, lost_at, bind_text);
}

app::MachineList host_with(std::vector<std::unique_ptr<kernels::Machine>> gpus) {
    app::MachineList list;
    list.push_back(kernels::open_machine("cpu"));
    for (auto& gpu : gpus) list.push_back(std::move(gpu));
    return list;
}

} // namespace warploom::test
