#include "kernels/cuda/sources/nvrtc.h"

#include "engine/sentence.h"
#include "kernels/machine/dynamic_library.h"

#include <nvrtc.h>

#include <cstdlib>
#include <sstream>

namespace warploom::kernels {

namespace {

constexpr const char* chosen_by = "WARPLOOM_NVRTC_LIBRARY";
constexpr const char* missing_hint =
    sentence_pattern("Install NVRTC from the CUDA Toolkit 12 or 13, set WARPLOOM_NVRTC_LIBRARY to its file, or choose "
                     "simulated:CARD.");

/// Declarations that nvcc provides in every source file and NVRTC only in headers.
constexpr const char* prelude_name = "warploom_prelude.h";
constexpr const char* prelude = R"(#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned int uint;
#ifndef assert
#define assert(condition) ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __func__, 1))
#endif
#ifndef INT_MAX
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#endif
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#endif
static __device__ __forceinline__ void cudaGridDependencySynchronize() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
static __device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
#if __CUDA_ARCH__ >= 800
static __device__ __forceinline__ void __pipeline_memcpy_async(void* to, const void* from, size_t bytes) {
    const size_t shared = __cvta_generic_to_shared(to); // the full 64 bits save an instruction per address
    const size_t global = __cvta_generic_to_global(from);
    if (bytes == 4) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"l"(shared), "l"(global) : "memory");
    if (bytes == 8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"l"(shared), "l"(global) : "memory");
    if (bytes == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"l"(shared), "l"(global) : "memory");
}
static __device__ __forceinline__ void __pipeline_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
static __device__ __forceinline__ void __pipeline_wait_prior(size_t groups) {
    if (groups == 0) asm volatile("cp.async.wait_group 0;" ::: "memory");
    else if (groups == 1) asm volatile("cp.async.wait_group 1;" ::: "memory");
    else if (groups == 2) asm volatile("cp.async.wait_group 2;" ::: "memory");
    else asm volatile("cp.async.wait_group 3;" ::: "memory");
}
#else
static __device__ __forceinline__ void __pipeline_memcpy_async(void* to, const void* from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 4) *(int*)((char*)to + i) = *(const int*)((const char*)from + i);
}
static __device__ __forceinline__ void __pipeline_commit() {}
static __device__ __forceinline__ void __pipeline_wait_prior(size_t) {}
#endif
)";

/// The functions of NVRTC, declared as in its header.
class NvrtcLibrary {
    static RequiredFunctions open() {
        std::vector<std::string> names{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
        if (const char* const chosen = std::getenv(chosen_by)) names = {chosen};
        const DynamicLibrary library(names);
        if (!library.is_open())
            throw Error("kernel.compiler",
                        sentence("NVRTC, which compiles kernels for the GPU, cannot be loaded: {reason}.",
                                 {{"reason", library.why_not()}}),
                        missing_hint);
        return {library, "kernel.compiler", sentence_pattern("The NVRTC library"), missing_hint};
    }
    RequiredFunctions find_ = open();

public:
    decltype(&nvrtcVersion) version = find_("nvrtcVersion");
    decltype(&nvrtcGetErrorString) error_string = find_("nvrtcGetErrorString");
    decltype(&nvrtcCreateProgram) create = find_("nvrtcCreateProgram");
    decltype(&nvrtcDestroyProgram) destroy = find_("nvrtcDestroyProgram");
    decltype(&nvrtcAddNameExpression) add_name = find_("nvrtcAddNameExpression");
    decltype(&nvrtcCompileProgram) compile = find_("nvrtcCompileProgram");
    decltype(&nvrtcGetProgramLogSize) log_size = find_("nvrtcGetProgramLogSize");
    decltype(&nvrtcGetProgramLog) log = find_("nvrtcGetProgramLog");
    decltype(&nvrtcGetLoweredName) lowered_name = find_("nvrtcGetLoweredName");
    decltype(&nvrtcGetCUBINSize) code_size = find_("nvrtcGetCUBINSize");
    decltype(&nvrtcGetCUBIN) code = find_("nvrtcGetCUBIN");

    static const NvrtcLibrary& get() {
        static const NvrtcLibrary once;
        return once;
    }
    void check(nvrtcResult result, const char* what) const {
        if (result == NVRTC_SUCCESS) return;
        throw Error("kernel.compiler",
                    sentence("NVRTC error in {call}: {error}.", {{"call", what}, {"error", error_string(result)}}),
                    missing_hint);
    }
};

/// Joins the lines with errors in a compiler log.
std::string complaints_in(const std::string& log) {
    std::string sentence;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);)
        if (line.find("error") != std::string::npos && line.find("detected in the compilation") == std::string::npos)
            sentence += (sentence.empty() ? "" : "; ") + line;
    if (sentence.empty()) sentence = log;
    constexpr std::size_t most = 2000;
    if (sentence.size() > most) sentence = sentence.substr(0, most) + " ...";
    return sentence;
}

class NvrtcProgram {
public:
    NvrtcProgram(const NvrtcLibrary& nvrtc, const std::string& file, const std::string& text) : nvrtc_(nvrtc) {
        nvrtc_.check(nvrtc_.create(&program_, text.c_str(), file.c_str(), 1, &prelude, &prelude_name),
                     "nvrtcCreateProgram");
    }
    ~NvrtcProgram() { nvrtc_.destroy(&program_); }
    NvrtcProgram(const NvrtcProgram&) = delete;
    NvrtcProgram& operator=(const NvrtcProgram&) = delete;

    void compile(const std::string& file, const std::vector<const char*>& options) const {
        const nvrtcResult result = nvrtc_.compile(program_, static_cast<int>(options.size()), options.data());
        if (result == NVRTC_SUCCESS) return;
        std::size_t size = 0;
        nvrtc_.check(nvrtc_.log_size(program_, &size), "nvrtcGetProgramLogSize");
        std::string log(size, '\0');
        nvrtc_.check(nvrtc_.log(program_, log.data()), "nvrtcGetProgramLog");
        while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
        if (result != NVRTC_ERROR_COMPILATION)
            throw Error("kernel.compiler",
                        sentence("NVRTC cannot compile {file}: {error}. {log}",
                                 {{"file", file}, {"error", nvrtc_.error_string(result)}, {"log", log}}),
                        missing_hint);
        throw Error("kernel.refused-text",
                    sentence("NVRTC rejects {file}: {errors}", {{"file", file}, {"errors", complaints_in(log)}}),
                    sentence("The simulated GPU accepts this file. Rewrite the code that NVRTC rejects."));
    }
    void add_name(const std::string& kernel) const {
        nvrtc_.check(nvrtc_.add_name(program_, kernel.c_str()), "nvrtcAddNameExpression");
    }
    std::string symbol_of(const std::string& kernel) const {
        const char* name = nullptr;
        nvrtc_.check(nvrtc_.lowered_name(program_, kernel.c_str(), &name), "nvrtcGetLoweredName");
        return name;
    }
    std::vector<char> code() const {
        std::size_t size = 0;
        nvrtc_.check(nvrtc_.code_size(program_, &size), "nvrtcGetCUBINSize");
        std::vector<char> code(size);
        nvrtc_.check(nvrtc_.code(program_, code.data()), "nvrtcGetCUBIN");
        return code;
    }

private:
    const NvrtcLibrary& nvrtc_;
    nvrtcProgram program_ = nullptr;
};

} // namespace

bool contracts_products() {
    const char* const chosen = std::getenv("WARPLOOM_FMAD");
    return chosen == nullptr || std::string(chosen) != "off";
}

const char* nvrtc_prelude() { return prelude; }

std::string nvrtc_version() {
    const NvrtcLibrary& nvrtc = NvrtcLibrary::get();
    int major = 0, minor = 0;
    nvrtc.check(nvrtc.version(&major, &minor), "nvrtcVersion");
    return std::to_string(major) + "." + std::to_string(minor);
}

CompiledText compile_text(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                          const std::string& architecture) {
    const std::string target = "--gpu-architecture=" + architecture,
                      before = std::string("--pre-include=") + prelude_name;
    const std::vector<const char*> options{target.c_str(), before.c_str(), "--std=c++17",
                                           contracts_products() ? "--fmad=true" : "--fmad=false"};
    const NvrtcProgram program(NvrtcLibrary::get(), file, text);
    for (const std::string& kernel : kernels) program.add_name(kernel);
    program.compile(file, options);
    CompiledText compiled;
    compiled.code = program.code();
    for (const std::string& kernel : kernels) compiled.symbols[kernel] = program.symbol_of(kernel);
    return compiled;
}

} // namespace warploom::kernels
