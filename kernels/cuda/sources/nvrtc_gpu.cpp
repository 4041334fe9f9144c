#include "kernels/cuda/sources/nvrtc_gpu.h"
#include "engine/sentence.h"
#include "kernels/cuda/gpu/attribute.h"

#include "engine/cuda/buffer.h"
#include "engine/cuda/wait.h"
#include "engine/error.h"
#include "kernels/cuda/sources/code_store.h"
#include "kernels/cuda/sources/nvrtc.h"
#include "kernels/cuda/spmv/row_counts.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/machine/dynamic_library.h"

#include <cuda.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <variant>

namespace warploom::kernels {

namespace {

/// CUDA driver functions for code compiled at run time. The CUDA runtime has already loaded the driver.
class Driver {
    RequiredFunctions find_{DynamicLibrary({"libcuda.so.1"}), "kernel.compiler", sentence_pattern("The NVIDIA driver"),
                            sentence_pattern("Install a driver for CUDA 12 or newer.")};

public:
    decltype(&cuGetErrorName) error_name = find_("cuGetErrorName");
    decltype(&cuGetErrorString) error_string = find_("cuGetErrorString");
    decltype(&cuModuleLoadData) load = find_("cuModuleLoadData");
    decltype(&cuModuleUnload) unload = find_("cuModuleUnload");
    decltype(&cuModuleGetFunction) function = find_("cuModuleGetFunction");
    decltype(&cuFuncGetAttribute) attribute = find_("cuFuncGetAttribute");
    decltype(&cuFuncSetAttribute) set_attribute = find_("cuFuncSetAttribute");
    decltype(&cuLaunchKernelEx) launch = find_("cuLaunchKernelEx");

    static const Driver& get() {
        static const Driver once;
        return once;
    }
    void check(CUresult result, const std::string& what) const {
        if (result == CUDA_SUCCESS) return;
        const char *name = "", *words = "an unknown error";
        static_cast<void>(error_name(result, &name));
        static_cast<void>(error_string(result, &words));
        throw Error(
            "device.fault",
            sentence("CUDA error '{error}' ({name}) in {call}.", {{"error", words}, {"name", name}, {"call", what}}),
            sentence("If the device no longer responds, restart the worker."));
    }
};

/// A launch with all parameters in the form of the CUDA driver.
class ReadyLaunch {
public:
    ReadyLaunch(CUfunction function, simt::Launch launch, bool may_be_early)
        : function_(function), launch_(std::move(launch)) {
        for (const std::size_t offset : launch_.offsets) arguments_.push_back(launch_.arguments.data() + offset);
        early_.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        early_.value.programmaticStreamSerializationAllowed = 1;
        is_early_ = may_be_early && launch_.is_early;
    }
    const simt::Launch& words() const { return launch_; }
    CUfunction function() const { return function_; }
    CUresult start(const Driver& driver, cudaStream_t stream) {
        CUlaunchConfig config{};
        config.gridDimX = launch_.grid[0];
        config.gridDimY = launch_.grid[1];
        config.gridDimZ = launch_.grid[2];
        config.blockDimX = launch_.block[0];
        config.blockDimY = launch_.block[1];
        config.blockDimZ = launch_.block[2];
        config.sharedMemBytes = static_cast<unsigned>(launch_.shared_bytes);
        config.hStream = stream;
        config.attrs = &early_;
        config.numAttrs = is_early_ ? 1 : 0;
        return driver.launch(&config, function_, arguments_.data(), nullptr);
    }

private:
    CUfunction function_;
    simt::Launch launch_;
    std::vector<void*> arguments_; ///< pointers into launch_.arguments, which remain valid when launch_ is moved
    CUlaunchAttribute early_{};
    bool is_early_ = false;
};

/// Returns the compiled form of a CUDA C file that is not built in. Recent results are cached, because compiling takes
/// a third of a second, and files are bound repeatedly while the user edits and measures them.
std::shared_ptr<const CompiledText> compiled_lately(const DeviceText& of, const std::string& architecture) {
    constexpr std::size_t most = 32;
    static std::mutex mutex;
    static std::deque<std::pair<std::string, std::shared_ptr<const CompiledText>>> latest;
    std::string key = architecture + (contracts_products() ? "" : " fmad off");
    for (const std::string& kernel : of.kernels) key += '\n' + kernel;
    key += '\n' + of.file + '\n' + of.text;
    const std::lock_guard lock(mutex);
    const auto known = std::find_if(latest.begin(), latest.end(), [&](const auto& one) { return one.first == key; });
    if (known != latest.end()) return known->second;
    auto compiled = std::make_shared<const CompiledText>(compile_text(of.file, of.text, of.kernels, architecture));
    latest.emplace_front(std::move(key), compiled);
    if (latest.size() > most) latest.pop_back();
    return compiled;
}

/// A compiled CUDA C file on a device, ready to launch.
class LoadedText {
public:
    LoadedText(const DeviceText& of, const std::string& architecture) : driver_(Driver::get()) {
        const auto& [file, text, kernels, is_built_in] = of;
        const auto given = is_built_in
                               ? std::make_shared<const CompiledText>(code_of(file, text, kernels, architecture))
                               : compiled_lately(of, architecture);
        const CompiledText& compiled = *given;
        driver_.check(driver_.load(&module_, compiled.code.data()), "loading " + file);
        for (const auto& [kernel, symbol] : compiled.symbols)
            driver_.check(driver_.function(&functions_[kernel], module_, symbol.c_str()), kernel + " of " + file);
    }
    ~LoadedText() {
        // Unloading fails only after a device fault, which ends the process anyway.
        if (module_ != nullptr) static_cast<void>(driver_.unload(module_));
    }
    LoadedText(const LoadedText&) = delete;
    LoadedText& operator=(const LoadedText&) = delete;

    ReadyLaunch ready(simt::Launch launch, bool may_be_early) const {
        const CUfunction function = functions_.at(launch.kernel);
        // Maximum shared memory per block in bytes, without opting in to more.
        constexpr std::int64_t without_asking = 48 << 10;
        int declared = 0;
        driver_.check(driver_.attribute(&declared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function), launch.kernel);
        if (launch.shared_bytes > 0 && declared + launch.shared_bytes > without_asking)
            driver_.check(driver_.set_attribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                static_cast<int>(launch.shared_bytes)),
                          "a request for " + std::to_string(launch.shared_bytes) + " bytes of shared memory");
        if (launch.carve_out > 0)
            driver_.check(
                driver_.set_attribute(function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, launch.carve_out),
                "setting the shared memory carveout");
        return ReadyLaunch(function, std::move(launch), may_be_early);
    }
    void start(ReadyLaunch& launch, cudaStream_t stream) const {
        const CUresult result = launch.start(driver_, stream);
        if (result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) refuse_block(launch.function(), launch.words());
        if (result != CUDA_SUCCESS) driver_.check(result, launch.words().kernel);
    }

private:
    [[noreturn]] void refuse_block(CUfunction function, const simt::Launch& launch) const {
        int registers = 0;
        static_cast<void>(driver_.attribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
        throw Error("kernel.block",
                    sentence("A block of {threads} threads of {kernel} does not fit on the GPU, because each thread "
                             "needs {registers} "
                             "registers.",
                             {{"threads", launch.block[0] * launch.block[1] * launch.block[2]},
                              {"kernel", launch.kernel},
                              {"registers", registers}}),
                    sentence("Choose a smaller block size."));
    }

    const Driver& driver_;
    CUmodule module_ = nullptr;
    std::map<std::string, CUfunction> functions_;
};

/// Loads the compiled code of a CUDA C file. All kernels of the file share it.
std::shared_ptr<const LoadedText> load_text(const cuda::Device& device, const DeviceText& of) {
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<const LoadedText>> known;
    std::string key = std::to_string(device.ordinal()) + (contracts_products() ? "" : " fmad off");
    for (const std::string& kernel : of.kernels) key += '\n' + kernel;
    key += '\n' + of.text;
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    auto& place = known[key];
    auto loaded = place.lock();
    if (loaded == nullptr) place = loaded = std::make_shared<LoadedText>(of, device.architecture());
    return loaded;
}

class NvrtcGpu final : public TextGpu {
public:
    explicit NvrtcGpu(std::shared_ptr<cuda::Device> device) : device_(std::move(device)) {}
    // Wait for the device, because code must not be unloaded while it is running. finish() has already reported any
    // fault.
    ~NvrtcGpu() override {
        const cuda::Wait wait;
        if (cudaSetDevice(device_->ordinal()) != cudaSuccess || cudaStreamSynchronize(device_->stream()) != cudaSuccess)
            cudaGetLastError();
    }

    PlanCard card() const override {
        return {device_->multiprocessors(), attribute_of(*device_, cudaDevAttrMaxSharedMemoryPerBlockOptin)};
    }
    void* make_array(std::int64_t bytes, const std::string& name) override {
        device_->use();
        return arrays_.emplace_back(bytes, name.c_str()).data();
    }
    void upload(void* to, const void* from, std::int64_t bytes) override {
        copy(to, from, bytes, cudaMemcpyHostToDevice);
    }
    void download(void* to, const void* from, std::int64_t bytes) const override {
        copy(to, from, bytes, cudaMemcpyDeviceToHost);
    }
    const void* share(const std::shared_ptr<const HostFormat>& format, std::size_t array,
                      double* transfer_ns) override {
        device_->use();
        if (format_ == nullptr) {
            format_ = UploadedFormat::of(*device_, format);
            *transfer_ns += format_->transfer_ns();
        }
        return format_->array(array);
    }
    std::unique_ptr<RowsOnGpu> rows_of(const std::shared_ptr<const HostFormat>& format, double* transfer_ns) override {
        if (format->footprint.format != "csr" || format->rows == 0) return nullptr;
        const FormatOnGpu csr{static_cast<const int*>(share(format, 0, transfer_ns)),
                              static_cast<const int*>(share(format, 1, transfer_ns)), format->rows,
                              format->footprint.value_slots};
        return rows_on_gpu(csr, device_->stream());
    }
    void compile(const DeviceText& text) override {
        device_->use();
        text_ = load_text(*device_, text);
    }
    void start(const simt::HostStep& step) override {
        const cuda::Wait wait; // launching a kernel blocks the host if the queue is full
        device_->use();
        Step ready = ready_step(step);
        start_ready(ready);
    }
    std::size_t keep(std::vector<simt::HostStep> steps) override {
        device_->use();
        std::vector<Step>& kept = kept_.emplace_back();
        for (simt::HostStep& step : steps) kept.push_back(ready_step(std::move(step)));
        return kept_.size() - 1;
    }
    void start_kept(std::size_t number) override {
        const cuda::Wait wait;
        device_->use();
        for (Step& step : kept_[number]) start_ready(step);
    }
    void finish() override {
        device_->use();
        device_->finish();
    }
    double waited_s() const override { return cuda::Wait::seconds(); }

private:
    using Step = std::variant<ReadyLaunch, simt::Fill>;

    Step ready_step(simt::HostStep step) {
        if (auto* const fill = std::get_if<simt::Fill>(&step)) return *fill;
        return text_->ready(std::get<simt::Launch>(std::move(step)), device_->can_start_early());
    }
    void start_ready(Step& step) {
        if (auto* const launch = std::get_if<ReadyLaunch>(&step)) return text_->start(*launch, device_->stream());
        const auto& fill = std::get<simt::Fill>(step);
        if (fill.bytes > 0)
            WARPLOOM_CUDA_CHECK(
                cudaMemsetAsync(fill.to, fill.byte, static_cast<std::size_t>(fill.bytes), device_->stream()));
    }
    void copy(void* to, const void* from, std::int64_t bytes, cudaMemcpyKind kind) const {
        if (bytes == 0) return;
        const cuda::Wait wait;
        device_->use();
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), kind, device_->stream()));
        device_->finish();
    }

    std::shared_ptr<cuda::Device> device_;
    std::vector<cuda::Buffer<char>> arrays_;
    std::shared_ptr<const UploadedFormat> format_;
    std::shared_ptr<const LoadedText> text_;
    std::vector<std::vector<Step>> kept_;
};

} // namespace

std::unique_ptr<TextGpu> nvrtc_gpu(std::shared_ptr<cuda::Device> device) {
    return std::make_unique<NvrtcGpu>(std::move(device));
}

} // namespace warploom::kernels
