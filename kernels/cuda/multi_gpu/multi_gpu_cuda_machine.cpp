#include "kernels/cuda/multi_gpu/multi_gpu_cuda_machine.h"

#include "engine/comma_list.h"
#include "engine/elapsed.h"
#include "engine/sentence.h"
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

    /// Creates one rank per process. The process with index i on its host uses GPU i.
    MultiGpuCudaMachine(const std::string& id, RankWorld& world) : world_(&world) {
        const int present = cuda::device_count();
        const int place = world.place_on_host();
        std::string name;
        world.all_or_none([&] {
            if (present == 0) {
                std::string why;
                cuda::device_count(&why);
                throw Error("machine.unknown",
                            sentence("There is no GPU for this process: {reason}", {{"reason", why}}),
                            sentence("Start one process per GPU on each host."));
            }
            if (place >= present)
                throw Error(
                    "machine.unknown",
                    sentence(
                        "This is process {process} on its host, but the host has {gpus} {gpus:GPU|GPUs}. NCCL does not "
                        "support two ranks on one GPU.",
                        {{"process", place + 1}, {"gpus", present}}),
                    sentence("Start one process per GPU on each host."));
            name = cuda::device_name(place);
        });
        gpus_.ordinals = {place};
        const std::vector<std::string> names = world.gather(name);
        const auto size = static_cast<std::size_t>(world.size());
        describe(id, size, {names.begin(), names.end()}, size, place);
        info_.facts.emplace_back("processes", sentence("{count}, started by {launcher}",
                                                       {{"count", world.size()}, {"launcher", world.name()}}));
    }

    const MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return where != RunsOn::host; }

    std::unique_ptr<Bound> bind(const BindRequest& request) override {
        if (const std::string why_not = request.why_not_shared(); !why_not.empty()) refuse(request.kernel, why_not);
        const auto* const cg = std::get_if<CgInput>(&request.input);
        if (cg != nullptr) require_multi_gpu_cg(request.kernel, *cg);
        if (!request.is_split())
            throw Error("kernel.machine",
                        sentence("The machine {machine} needs a matrix that is split among its ranks.",
                                 {{"machine", info_.id}}),
                        sentence("Choose a single GPU, such as cuda:0."));
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
    /// Describes the machine. `ordinal` is the GPU that represents all GPUs.
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
    /// Throws an error for a kernel that cannot run on several GPUs. `reason` is a sentence.
    [[noreturn]] void refuse(const std::string& kernel, const std::string& reason) const {
        throw Error("kernel.machine",
                    sentence("Kernel '{kernel}' does not run on {machine}. {reason}",
                             {{"kernel", kernel}, {"machine", info_.id}, {"reason", reason}}),
                    sentence("Choose a single GPU, such as cuda:0."));
    }
    const CudaEntry& entry_of(const std::string& kernel, const SplitMatrix& matrix, int block_size) const {
        if (is_kernel_file(kernel)) refuse(kernel, sentence("Kernel files run on a single GPU only."));
        const CudaEntry* const entry = find_cuda_entry(Operation::spmv, kernel);
        if (entry == nullptr) refuse(kernel, sentence("It is not a GPU kernel."));
        if (!entry->is_ours) refuse(kernel, sentence("Library kernels run on a single GPU only."));
        if (matrix.format != entry->format)
            throw Error("kernel.format",
                        sentence("Kernel '{kernel}' reads the format {wanted}, not {format}.",
                                 {{"kernel", kernel}, {"wanted", entry->format}, {"format", matrix.format}}),
                        sentence("Convert the matrix to {format} first.", {{"format", entry->format}}));
        if (static_cast<int>(matrix.split.ranks.size()) != info_.ranks)
            throw Error("kernel.machine",
                        sentence("The matrix is split for {parts} ranks, but {machine} has {ranks}.",
                                 {{"parts", matrix.split.ranks.size()}, {"machine", info_.id}, {"ranks", info_.ranks}}),
                        sentence("Split the matrix for this machine."));
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

    RankWorld* world_ = nullptr; ///< processes of the machine; null if all ranks are in this process
    MultiGpu gpus_;
    MachineInfo info_;
    std::optional<double> link_bandwidth_;
    RankCrews crews_;                      ///< rank state of each working exchange method
    std::unique_ptr<MultiGpuTimer> timer_; ///< uses the streams of the ranks, so it is destroyed before crews_
};

} // namespace

std::unique_ptr<Machine> multi_gpu_cuda_machine(const std::string& id, const MultiGpu& gpus) {
    return std::make_unique<MultiGpuCudaMachine>(id, gpus);
}

std::unique_ptr<Machine> world_cuda_machine(const std::string& id, RankWorld& world) {
    return std::make_unique<MultiGpuCudaMachine>(id, world);
}

} // namespace warploom::kernels
