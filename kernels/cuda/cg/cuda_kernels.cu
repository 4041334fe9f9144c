#include "kernels/cuda/cg/cuda_kernels.h"

#include "engine/cuda/cuda_errors.h"
#include "kernels/headers/bicgstab_step.cuh"
#include "kernels/headers/cg_start.cuh"
#include "kernels/headers/cg_step.cuh"
#include "kernels/headers/factor_level.cuh"
#include "kernels/headers/level_solves.cuh"

#include <map>
#include <string>
#include <vector>

namespace warploom::kernels {

namespace {

template <class T> const void* kernel_named(const std::string& name) {
    static const std::map<std::string, const void*> all{
        {"cg_zero", reinterpret_cast<const void*>(cg_zero<T>)},
        {"cg_lend_product", reinterpret_cast<const void*>(cg_lend_product<T>)},
        {"cg_take_back", reinterpret_cast<const void*>(cg_take_back<T>)},
        {"cg_begin", reinterpret_cast<const void*>(cg_begin<T>)},
        {"cg_totals", reinterpret_cast<const void*>(cg_totals<T>)},
        {"cg_ready", reinterpret_cast<const void*>(cg_ready<T>)},
        {"cg_dot", reinterpret_cast<const void*>(cg_dot<T>)},
        {"cg_residual", reinterpret_cast<const void*>(cg_residual<T>)},
        {"cg_residual_scaled", reinterpret_cast<const void*>(cg_residual_scaled<T>)},
        {"cg_dot_solved", reinterpret_cast<const void*>(cg_dot_solved<T>)},
        {"cg_direction", reinterpret_cast<const void*>(cg_direction<T>)},
        {"cg_direction_scaled", reinterpret_cast<const void*>(cg_direction_scaled<T>)},
        {"cg_direction_solved", reinterpret_cast<const void*>(cg_direction_solved<T>)},
        {"bicgstab_begin", reinterpret_cast<const void*>(bicgstab_begin<T>)},
        {"bicgstab_dot", reinterpret_cast<const void*>(bicgstab_dot<T>)},
        {"bicgstab_half", reinterpret_cast<const void*>(bicgstab_half<T>)},
        {"bicgstab_stabilise", reinterpret_cast<const void*>(bicgstab_stabilise<T>)},
        {"bicgstab_residual", reinterpret_cast<const void*>(bicgstab_residual<T>)},
        {"bicgstab_direction", reinterpret_cast<const void*>(bicgstab_direction<T>)},
        {"factor_level", reinterpret_cast<const void*>(factor_level<T>)},
        {"lower_level", reinterpret_cast<const void*>(lower_level<T>)},
        {"upper_level", reinterpret_cast<const void*>(upper_level<T>)}};
    return all.at(name);
}

} // namespace

void* CudaKernels::make_array(const char* name, simt::Element element, std::int64_t n) {
    device_->use();
    const cuda::Buffer<char>& memory = memory_.emplace_back(n * bytes_of(element), name);
    memory.fill(0, device_->stream());
    return memory.data();
}

void CudaKernels::copy_in(void* to, const void* from, std::size_t bytes) {
    device_->use();
    WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, device_->stream()));
    device_->finish();
}
void CudaKernels::copy_out(void* to, const void* from, std::size_t bytes) const {
    device_->use();
    WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, device_->stream()));
    device_->finish();
}

void CudaKernels::start(const simt::Launch& launch) {
    device_->use();
    const void* const kernel = is_double_ ? kernel_named<double>(launch.kernel) : kernel_named<float>(launch.kernel);
    std::vector<void*> arguments;
    for (const std::size_t offset : launch.offsets)
        arguments.push_back(const_cast<std::byte*>(launch.arguments.data() + offset));
    cuda::check(
        cudaLaunchKernel(kernel, dim3(launch.grid[0]), dim3(launch.block[0]), arguments.data(), 0, device_->stream()),
        launch.kernel.c_str(), __FILE__, __LINE__);
}

} // namespace warploom::kernels
