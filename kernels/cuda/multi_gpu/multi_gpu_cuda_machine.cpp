#include "kernels/cuda/multi_gpu/multi_gpu_cuda_machine.h"

#include "engine/comma_list.h"
#include "engine/elapsed.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/multi_gpu/exchange_choice.h"
#include "kernels/cuda/multi_gpu/multi_gpu_cg.h"
#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/cuda/multi_gpu/multi_gpu_timer.h"

#include <optional>
#include <set>

namespace warploom::kernels {

namespace {

class MultiGpuCudaMachine final : public Machine {
public:
    MultiGpuCudaMachine(const std::string& id, const MultiGpu& gpus) : gpus_(gpus) {
        const int first = gpus_.ordinals.front();
        const std::set<int> different(gpus_.ordinals.begin(), gpus_.ordinals.end());
        std::set<std::string> names;
        for (const int ordinal : different) names.insert(cuda::device_name(ordinal));
        describe(id, different.size(), names, gpus_.ordinals.size(), first);
        std::string of_ranks;
        for (const int ordinal : gpus_.ordinals) add_item(of_ranks, std::to_string(ordinal));
        info_.facts.emplace_back("GPU of each rank", of_ranks);
    }

    /// Creates one rank per process; its GPU is the process's index on its host.
    MultiGpuCudaMachine(const std::string& id, RankWorld& world) : world_(&world) {
        const int present = cuda::device_count();
        const int place = world.place_on_host();
        std::string name;
        world.all_or_none([&] {
            if (present == 0) {
                std::string why;
                cuda::device_count(&why);
                throw Error("machine.unknown", "There is no GPU for this process: " + why,
                            "Start as many processes on a host as it has GPUs.");
            }
            if (place >= present)
                throw Error("machine.unknown",
                            "This is process " + std::to_string(place + 1) + " of its host, which has " +
                                std::to_string(present) + (present == 1 ? " GPU" : " GPUs") +
                                ": NCCL takes no two ranks on one.",
                            "Start as many processes on a host as it has GPUs.");
            name = cuda::device_name(place);
        });
        gpus_.ordinals = {place};
        const std::vector<std::string> names = world.gather(name);
        const auto size = static_cast<std::size_t>(world.size());
        describe(id, size, {names.begin(), names.end()}, size, place);
        info_.facts.emplace_back("processes", std::to_string(world.size()) + ", started by " + world.name());
    }

    const MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return where != RunsOn::host; }

    std::unique_ptr<Bound> bind(const BindRequest& request) override {
        if (const std::string why_not = request.why_not_shared(); !why_not.empty()) refuse(request.kernel, why_not);
        const auto* const cg = std::get_if<CgInput>(&request.input);
        if (cg != nullptr) require_multi_gpu_cg(request.kernel, *cg);
        if (!request.is_split())
            throw Error("kernel.machine", "The machine " + info_.id + " takes a matrix in parts, one for each rank.",
                        "Choose one GPU, such as cuda:0.");
        if (cg != nullptr) {
            const CudaEntry& product = entry_of(cg->product, *cg->split, request.block_size);
            open();
            return bind_multi_gpu_cg(crews_, request, product);
        }
        const auto& split = request.as<SpmvInput>().split;
        const CudaEntry& entry = entry_of(request.kernel, *split, request.block_size);
        open();
        if (split->precision == Precision::float32) return product<float>(entry, split, request.block_size);
        return product<double>(entry, split, request.block_size);
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
    double link_bandwidth() override {
        open();
        if (!link_bandwidth_) link_bandwidth_ = measure_link_bandwidth(crews_.front()->group);
        return *link_bandwidth_;
    }

private:
    /// `ordinal` is the GPU that is described, on behalf of all.
    void describe(const std::string& id, std::size_t gpus, const std::set<std::string>& names, std::size_t ranks,
                  int ordinal) {
        std::string all_names;
        for (const auto& name : names) add_item(all_names, name, " and ");
        info_.id = id;
        info_.title = std::to_string(gpus) + " x " + all_names;
        info_.kind = MachineKind::cuda;
        info_.ranks = static_cast<int>(ranks);
        info_.facts = cuda::device_facts(ordinal);
        info_.facts.emplace_back("GPUs", std::to_string(gpus));
    }
    [[noreturn]] void refuse(const std::string& kernel, const std::string& why) const {
        throw Error("kernel.machine", "Kernel '" + kernel + "' does not run on " + info_.id + ": it " + why + ".",
                    "Choose one GPU, such as cuda:0.");
    }
    const CudaEntry& entry_of(const std::string& kernel, const SplitMatrix& matrix, int block_size) const {
        if (is_kernel_file(kernel)) refuse(kernel, "is a file in CUDA C, and such a file runs on one GPU");
        const CudaEntry* const entry = find_cuda_entry(Operation::spmv, kernel);
        if (entry == nullptr) refuse(kernel, "is not a kernel of a GPU");
        if (!entry->is_ours) refuse(kernel, "is the vendor's, which is not asked to write into a part of y");
        if (matrix.format != entry->format)
            throw Error("kernel.format",
                        "Kernel '" + kernel + "' reads " + entry->format + ", but was given " + matrix.format + ".",
                        std::string("Convert the matrix to ") + entry->format + " first.");
        if (static_cast<int>(matrix.split.ranks.size()) != info_.ranks)
            throw Error("kernel.machine",
                        "The matrix is cut for " + std::to_string(matrix.split.ranks.size()) + " ranks, but " +
                            info_.id + " has " + std::to_string(info_.ranks) + ".",
                        "Cut it for this machine.");
        require_block(block_size);
        return *entry;
    }
    template <class T>
    std::unique_ptr<Bound> product(const CudaEntry& entry, const std::shared_ptr<const SplitMatrix>& matrix,
                                   int block_size) {
        return bind_fastest<MultiGpuSpmv<T>>(crews_, [&](const std::shared_ptr<RankGroupState>& crew) {
            auto bound = std::make_unique<MultiGpuSpmv<T>>(crew, matrix, entry, block_size);
            bound->choose_way();
            return bound;
        });
    }
    void open() {
        if (!crews_.empty()) return;
        const auto group = world_ != nullptr ? std::make_shared<RankGroup>(*world_, gpus_.ordinals.front())
                                             : std::make_shared<RankGroup>(gpus_.ordinals);
        RankCrews crews;
        for (auto& exchange : open_exchanges(*group, gpus_.exchange))
            crews.push_back(std::make_shared<RankGroupState>(group, std::move(exchange)));
        timer_ = std::make_unique<MultiGpuTimer>(*group, [traffic = crews.front()->traffic.get()] { traffic->meet(); });
        crews_ = std::move(crews);
    }

    RankWorld* world_ = nullptr; ///< null if all ranks are in this process
    MultiGpu gpus_;
    MachineInfo info_;
    std::optional<double> link_bandwidth_;
    RankCrews crews_;                      ///< one per exchange that works on this machine
    std::unique_ptr<MultiGpuTimer> timer_; ///< destroyed before crews_, because it uses their streams
};

} // namespace

std::unique_ptr<Machine> multi_gpu_cuda_machine(const std::string& id, const MultiGpu& gpus) {
    return std::make_unique<MultiGpuCudaMachine>(id, gpus);
}

std::unique_ptr<Machine> world_cuda_machine(const std::string& id, RankWorld& world) {
    return std::make_unique<MultiGpuCudaMachine>(id, world);
}

} // namespace warploom::kernels
