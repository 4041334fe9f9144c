#include "engine/sentence.h"
#include "kernels/cuda/ata/planned_ata.h"
#include "kernels/cuda/ata/tensor_core_boxes_plan.h"
#include "kernels/cuda/ata/tensor_core_kernel.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/ata/tensor_core_wide_plan.h"
#include "kernels/cuda/gpu/attribute.h"
#include "kernels/cuda/gpu/registry.h"

#include <string>
#include <type_traits>
#include <utility>

namespace warploom::kernels {

namespace {

constexpr std::int64_t least_rows_in_float = 64;

/// Returns the reason why the GPU cannot run the kernel, or an empty string if it can.
std::string why_not(const cuda::Device& device) {
    const int major = attribute_of(device, cudaDevAttrComputeCapabilityMajor);
    const int minor = attribute_of(device, cudaDevAttrComputeCapabilityMinor);
    if (major < 8)
        return sentence("compute capability {major}.{minor} has no FP64 Tensor Cores",
                        {{"major", major}, {"minor", minor}});
    const int shared = attribute_of(device, cudaDevAttrMaxSharedMemoryPerBlockOptin);
    if (shared < tensor_core::LargeTiles::shared_bytes)
        return sentence("the kernel needs {needed} KiB of shared memory per block, but the GPU has {available} KiB",
                        {{"needed", tensor_core::LargeTiles::shared_bytes / 1024}, {"available", shared / 1024}});
    return {};
}

template <class T> class TensorCoreAta final : public PlannedAta<T, tensor_core::Arguments<T>> {
    template <int side> using Tiles = tensor_core::Tiling<side, T>;

public:
    TensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : PlannedAta<T, tensor_core::Arguments<T>>(std::move(device), input) {
        const cuda::Device& card = *this->device_;
        const tensor_core::Plan plan = tensor_core::best_plan<T>(this->m_, this->n_, card.multiprocessors());
        const bool is_hopper = attribute_of(card, cudaDevAttrComputeCapabilityMajor) == 9;
        this->take_plan(plan, std::is_same_v<T, float> ? "mma m16n8k8, three products of parts of 11 bits"
                              : is_hopper              ? "mma m16n8k4"
                                                       : "mma m8n8k4");
        if (plan.tile == 128) choose<Tiles<128>>();
        else if (plan.tile == 96) choose<Tiles<96>>();
        else choose<Tiles<64>>();
    }

private:
    template <class Chosen> void choose() {
        // Copy 16 bytes at a time if every row of A is aligned to 16 bytes.
        constexpr int together = 16 / static_cast<int>(sizeof(T));
        this->template take_kernel<Chosen>(this->n_ % together == 0 ? tensor_core::compute<Chosen, together>
                                                                    : tensor_core::compute<Chosen, 1>);
    }
};

std::unique_ptr<Bound> bind_tiled(const CudaPlace& place, const BindRequest& request) {
    AtaInput input = request.as<AtaInput>();
    input.switches = {};
    const CudaEntry* const entry = find_cuda_entry(Operation::ata, "tiled");
    if (entry == nullptr)
        throw Error(
            "kernel.machine",
            sentence("tensor-core cannot run on this GPU, and the kernel 'tiled' is not available as a replacement."));
    return entry->bind(place, {"tiled", std::move(input), request.block_size});
}

} // namespace

std::unique_ptr<Bound> bind_tensor_core_ata(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<AtaInput>();
    const bool in_float = input.precision == Precision::float32;
    std::string reason = why_not(*place.device);
    // Splitting a number causes a relative error of 2^-23, which is negligible only in sums of many products.
    if (reason.empty() && in_float && input.a->rows < least_rows_in_float)
        reason = sentence("with fewer than {rows} rows in float, the reduced precision of its parts would be visible",
                          {{"rows", least_rows_in_float}});
    if (!reason.empty()) {
        auto tiled = bind_tiled(place, request);
        tiled->detail = sentence("replaced by tiled: {reason}", {{"reason", reason}});
        return tiled;
    }
    if (auto tall = tensor_core_tall(place.device, input)) return tall;
    if (in_float) {
        switch (tensor_core::way_in_float(input.a->rows, input.a->cols, place.device->multiprocessors(),
                                          has_wide_instructions(*place.device))) {
        case tensor_core::FloatWay::smallest_tiles: return tensor_core_small_float(place.device, input);
        case tensor_core::FloatWay::wide: return tensor_core_wide(place.device, input);
        case tensor_core::FloatWay::slices: break;
        }
        return std::make_unique<TensorCoreAta<float>>(place.device, input);
    }
    switch (tensor_core::way_of(input.a->rows, input.a->cols, place.device->multiprocessors(),
                                has_tensor_copies(*place.device))) {
    case tensor_core::Way::smallest_tiles: return tensor_core_small(place.device, input);
    case tensor_core::Way::boxes: return tensor_core_boxes(place.device, input);
    case tensor_core::Way::slices: break;
    }
    return std::make_unique<TensorCoreAta<double>>(place.device, input);
}

} // namespace warploom::kernels
