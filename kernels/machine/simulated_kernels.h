#pragma once

#include "engine/simulated/tracer.h"
#include "kernels/machine/named_kernels.h"

#include <deque>
#include <memory>
#include <vector>

namespace warploom::kernels {

/// The kernels of a built-in CUDA C source file, such as kernels/cg/cg.cu, on a simulated GPU of their own.
class SimulatedKernels final : public NamedKernels {
public:
    /// Compiles the kernels. `text` is the source file, such as "cg.cu". `tracer` can be null; otherwise, it is
    /// notified of all arrays created before the first launch.
    SimulatedKernels(const char* text, bool is_double, simulated::Tracer* tracer);

    /// Registers an external array of n values under a name that may already be in a trace.
    void know(const char* name, void* data, std::int64_t n);
    void copy_in(void* to, const void* from, std::size_t bytes) override;
    void copy_out(void* to, const void* from, std::size_t bytes) const override;
    void watch(bool is_watched) override;

protected:
    void* make_array(const char* name, simt::Element element, std::int64_t n) override;
    void start(const simt::Launch& launch) override;

private:
    std::shared_ptr<const simt::Program> program_;
    bool is_double_, is_watched_ = false;
    simulated::Tracer* tracer_;
    std::deque<std::vector<std::max_align_t>> memory_;
    std::vector<simt::GivenArray> arrays_;
    std::unique_ptr<simt::Call> call_;
};

} // namespace warploom::kernels
