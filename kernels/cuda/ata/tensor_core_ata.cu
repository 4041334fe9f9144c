#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_kernel.h"
#include "kernels/cuda/gpu/registry.h"

#include <string>
#include <utility>

namespace warploom::kernels {

namespace {

int attribute(cudaDeviceAttr which, int ordinal) {
    int value = 0;
    WARPLOOM_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, ordinal));
    return value;
}

/// Empty where the card can run it.
std::string why_not(const cuda::Device& device) {
    const int major = attribute(cudaDevAttrComputeCapabilityMajor, device.ordinal());
    const int minor = attribute(cudaDevAttrComputeCapabilityMinor, device.ordinal());
    if (major < 8)
        return "compute capability " + std::to_string(major) + "." + std::to_string(minor) +
               " has no FP64 tensor cores";
    const int shared = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device.ordinal());
    if (shared < tensor_core::LargeTiles::shared_bytes)
        return "a block has " + std::to_string(shared / 1024) + " KiB of shared memory here, and " +
               std::to_string(tensor_core::LargeTiles::shared_bytes / 1024) + " are needed";
    return {};
}

class TensorCoreAta final : public CudaAta<double> {
public:
    TensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<double>(std::move(device), input) {
        const tensor_core::Plan plan = tensor_core::make_plan(m_, n_, device_->multiprocessors());
        blocks_ = static_cast<unsigned>(plan.work.size());
        const auto work_size = static_cast<std::int64_t>(plan.work.size());
        work_ = cuda::Buffer<tensor_core::Work>(work_size, "The list of tiles");
        work_.upload(plan.work.data(), work_size, device_->stream());
        partial_ = cuda::Buffer<double2>(std::int64_t{plan.split_tiles} * plan.parts * (plan.tile * plan.tile / 2),
                                         "Partial sums");
        arrived_ = cuda::Buffer<unsigned>(plan.counters(), "Counters");
        if (arrived_.size() > 0)
            WARPLOOM_CUDA_CHECK(
                cudaMemsetAsync(arrived_.data(), 0, static_cast<std::size_t>(arrived_.bytes()), device_->stream()));
        if (plan.tile == tensor_core::LargeTiles::tile) choose<tensor_core::LargeTiles>();
        else choose<tensor_core::SmallTiles>();
        const bool is_hopper = attribute(cudaDevAttrComputeCapabilityMajor, device_->ordinal()) == 9;
        detail = std::string(is_hopper ? "mma m16n8k4" : "mma m8n8k4") + ", " + std::to_string(plan.tiles) +
                 " tiles of " + std::to_string(plan.tile) + " x " + std::to_string(plan.tile);
        if (plan.split_tiles > 0)
            detail +=
                ", the last " + std::to_string(plan.split_tiles) + " in " + std::to_string(plan.parts) + " parts each";
        detail += ", mirror included";
    }

    void enqueue() override {
        device_->use();
        if (blocks_ == 0) return;
        const tensor_core::Arguments arguments{a_.data(),      m_, n_, work_.data(), c_.data(), partial_.data(),
                                               arrived_.data()};
        kernel_<<<blocks_, threads_, shared_bytes_, device_->stream()>>>(arguments);
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

private:
    template <class Tiles> void choose() {
        // Two values travel together where every row of A begins on 16 bytes.
        kernel_ = n_ % 2 == 0 ? tensor_core::compute<Tiles, 2> : tensor_core::compute<Tiles, 1>;
        threads_ = Tiles::threads;
        shared_bytes_ = Tiles::shared_bytes;
        WARPLOOM_CUDA_CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes_));
    }

    void (*kernel_)(tensor_core::Arguments) = nullptr;
    int threads_ = 0, shared_bytes_ = 0;
    unsigned blocks_ = 0;
    cuda::Buffer<tensor_core::Work> work_;
    cuda::Buffer<double2> partial_;
    cuda::Buffer<unsigned> arrived_;
};

std::unique_ptr<Bound> bind_tiled(const CudaPlace& place, const BindRequest& request) {
    AtaInput input = request.as<AtaInput>();
    input.switches = {};
    const CudaEntry* const entry = find_cuda_entry(Operation::ata, "tiled");
    if (entry == nullptr)
        throw Error("kernel.machine",
                    "tensor-core cannot run on this card, and there is no kernel 'tiled' to take its place.");
    return entry->bind(place, {request.kernel, std::move(input), request.block_size});
}

} // namespace

std::unique_ptr<Bound> bind_tensor_core_ata(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<AtaInput>();
    if (input.precision != Precision::float64)
        throw Error("kernel.refused",
                    "tensor-core multiplies in double; the tensor cores have no float that keeps 24 bits.",
                    "Choose double, or the kernel tiled.");
    if (const std::string reason = why_not(*place.device); !reason.empty()) {
        auto tiled = bind_tiled(place, request);
        tiled->detail = "tiled in its place: " + reason;
        return tiled;
    }
    return std::make_unique<TensorCoreAta>(place.device, input);
}

} // namespace warploom::kernels
