#pragma once

#include "engine/simulated/tracer.h"
#include "kernels/machine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace warploom::app {

/// A kernel with its input, as the traced simulated GPU runs it.
struct TraceSubject {
    kernels::Operation operation = kernels::Operation::spmv;
    std::string format;                            ///< `csr`, `arrays`, `dense`
    std::optional<std::int64_t> leading_dimension; ///< of formats stored column by column
    std::string result;           ///< the array whose parts are the rows of a block; empty where blocks have none
    std::int64_t value_slots = 0; ///< values that a call reads, about: what a sample is chosen by
    double transfer_bytes = 0;    ///< input to the device and result back
    std::function<std::unique_ptr<kernels::Bound>(int block, simulated::Tracer&)> bind;
    std::function<void(kernels::Bound&)> run; ///< one call
};

// The kernels are known and can be traced. Products run on x = 1; of cg, one iteration from x = 0 is traced.
TraceSubject spmv_subject(const std::string& kernel, std::shared_ptr<const kernels::HostFormat> format);
TraceSubject tridiagonal_subject(const std::string& kernel, const kernels::TridiagonalInput& input);
TraceSubject ata_subject(const std::string& kernel, const kernels::AtaInput& input);
TraceSubject cg_subject(const kernels::CgKernelName& kernel, const kernels::CgInput& input);

} // namespace warploom::app
