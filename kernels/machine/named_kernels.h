#pragma once

#include "engine/simt/machine/launcher.h"
#include "engine/simt/program.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warploom::kernels {

/// Kernels that C++ code launches by name, and their arrays, on a simulated or real GPU. Launches and copies run in
/// call order. Not thread-safe.
class NamedKernels {
public:
    virtual ~NamedKernels() = default;

    /// Allocates an array of n zeros with the lifetime of this object. Traces show it under this name. Errors:
    /// "memory.limit".
    template <class T> T* array(const char* name, std::int64_t n) {
        return static_cast<T*>(make_array(name, simt::element_of<T>(), n));
    }
    /// Copy data between host and GPU. Both functions return when the copy has finished.
    virtual void copy_in(void* to, const void* from, std::size_t bytes) = 0;
    virtual void copy_out(void* to, const void* from, std::size_t bytes) const = 0;

    /// Launches a kernel in this precision. The arguments must match its parameter types. Does nothing if `blocks` is
    /// 0.
    template <class... Arguments>
    void launch(const char* kernel, std::int64_t blocks, int block_size, const Arguments&... arguments) {
        if (blocks == 0) return;
        simt::Launch launch;
        launch.kernel = kernel;
        launch.grid[0] = static_cast<unsigned>(blocks);
        launch.block[0] = static_cast<unsigned>(block_size);
        (add(launch, arguments), ...);
        start(launch);
    }
    virtual void watch(bool /*is_watched*/) {}

protected:
    virtual void* make_array(const char* name, simt::Element element, std::int64_t n) = 0;
    virtual void start(const simt::Launch& launch) = 0;

private:
    template <class Argument> static void add(simt::Launch& launch, const Argument& argument) {
        const std::size_t at =
            (launch.arguments.size() + alignof(Argument) - 1) / alignof(Argument) * alignof(Argument);
        launch.offsets.push_back(at);
        launch.arguments.resize(at + sizeof argument);
        std::memcpy(launch.arguments.data() + at, &argument, sizeof argument);
    }
};

} // namespace warploom::kernels
