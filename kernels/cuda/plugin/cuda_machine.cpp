#include "engine/cuda/timing.h"
#include "kernels/cuda/gpu/card_figures.h"
#include "kernels/cuda/gpu/peak.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/multi_gpu/multi_gpu_cuda_machine.h"
#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/registry/cuda_plugin.h"

namespace warploom::kernels {

namespace {

class CudaMachine final : public Machine {
public:
    explicit CudaMachine(int ordinal) : ordinal_(ordinal) {
        info_.id = "cuda:" + std::to_string(ordinal);
        info_.title = cuda::device_name(ordinal);
        info_.kind = MachineKind::cuda;
        info_.facts = cuda::device_facts(ordinal);
        info_.facts.emplace_back("cuSPARSE", cusparse_version());
    }

    const MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return where != RunsOn::host; }

    std::unique_ptr<Bound> bind(const BindRequest& request) override {
        require_whole(request, *this);
        open();
        return bind_on({device_, timer_.get()}, request);
    }

    measure::Sample sample(Bound& work, CacheState cache, int batch) override {
        open();
        const auto enqueue = [&] { work.enqueue(); };
        return cache == CacheState::cold ? timer_->cold(enqueue) : timer_->warm(enqueue, batch);
    }
    double launch_to_finish_ns(Bound& work) override { return elapsed_ns_of(work); }
    double copy_bandwidth() override {
        open();
        return timer_->copy_bandwidth();
    }
    double peak_flops(Precision precision) override {
        open();
        double& peak = peaks_[precision == Precision::float64];
        if (peak == 0) peak = measure_peak_flops(*device_, *timer_, precision);
        return peak;
    }

    CardMeasurement measure_card(const CardStep& step) override {
        open();
        return measure_card_figures(*device_, *timer_, step);
    }

private:
    /// Creates the CUDA context on first use, because this takes a large fraction of a second, which is too long for
    /// listing machines.
    void open() {
        if (timer_ != nullptr) return;
        device_ = cuda::Device::open(ordinal_);
        timer_ = std::make_unique<cuda::Timer>(device_);
    }

    int ordinal_;
    MachineInfo info_;
    std::shared_ptr<cuda::Device> device_;
    std::unique_ptr<cuda::Timer> timer_;
    double peaks_[2] = {}; ///< peak rates in float and double, in operations per second; 0 until measured
};

std::vector<std::unique_ptr<Machine>> all_machines() {
    std::vector<std::unique_ptr<Machine>> list;
    const int count = cuda::device_count();
    for (int ordinal = 0; ordinal < count; ++ordinal) list.push_back(std::make_unique<CudaMachine>(ordinal));
    // List machines with 2, 4, ... and all GPUs, named after the number of GPUs. Other combinations can be opened by
    // name.
    MultiGpu gpus{{0}, ExchangeKind::best};
    std::string id = "cuda:0";
    for (int ordinal = 1; ordinal < count; ++ordinal) {
        gpus.ordinals.push_back(ordinal);
        id += "," + std::to_string(ordinal);
        const int size = ordinal + 1;
        if ((size & (size - 1)) == 0 || size == count) list.push_back(multi_gpu_cuda_machine(id, gpus));
    }
    return list;
}

std::string why_none() {
    std::string why;
    cuda::device_count(&why);
    return why;
}

} // namespace

} // namespace warploom::kernels

extern "C" __attribute__((visibility("default"))) const warploom::kernels::CudaPlugin* warploom_cuda_plugin() {
    static const warploom::kernels::CudaPlugin plugin{warploom::kernels::cuda_plugin_interface,
                                                      warploom::kernels::use_texts,
                                                      warploom::forward_sentences,
                                                      warploom::kernels::all_machines,
                                                      warploom::kernels::why_none,
                                                      warploom::kernels::multi_gpu_cuda_machine,
                                                      warploom::kernels::world_cuda_machine};
    return &plugin;
}
