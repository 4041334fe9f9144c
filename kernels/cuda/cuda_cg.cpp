#include "kernels/cuda/cuda_cg.h"

#include "engine/cuda/timing.h"
#include "engine/error.h"
#include "kernels/cg/requirements.h"
#include "kernels/cuda/registry.h"
#include "kernels/format_entry.h"
#include "kernels/formats/csr.h"

#include <algorithm>

namespace warploom::kernels {

namespace {

/// make_format lives in the program, which a plug-in does not link.
template <class T> std::shared_ptr<const HostFormat> csr_in(const CsrMatrix& a, Precision precision) {
    Csr<T, HostArray> csr;
    csr.rows = checked_int(a.rows, "rows");
    csr.cols = checked_int(a.cols, "columns");
    csr.nonzeros = checked_int(a.nonzeros(), "nonzeros");
    csr.row_pointer.assign(a.row_pointer.begin(), a.row_pointer.end());
    csr.column = a.column;
    csr.value.resize(a.value.size());
    std::transform(a.value.begin(), a.value.end(), csr.value.begin(), [](double v) { return static_cast<T>(v); });
    auto format = std::make_shared<OwnedFormat<Csr<T, HostArray>>>(std::move(csr));
    format->rows = a.rows;
    format->cols = a.cols;
    format->precision = precision;
    format->footprint.format = "csr";
    format->footprint.bytes = format->footprint.csr_bytes = Csr<T, HostArray>::bytes_needed(a, {});
    format->footprint.value_slots = a.nonzeros();
    return format;
}

/// Methods with a product of their own take it from here: the vendor's, or a warp (or less) for each row.
std::unique_ptr<BoundSpmv> own_product(const std::shared_ptr<cuda::Device>& device, const std::string& method,
                                       const std::shared_ptr<const HostFormat>& format, int block_size) {
    if (method == "cg-cusparse") {
        cuda::Timer timer(device);
        for (const auto& entry : vendor_spmv_entries())
            if (std::string(entry.id) == "cusparse-csr") return entry.bind(device, timer, format);
    }
    for (const auto& entry : cuda_spmv_entries())
        if (std::string(entry.info.id) == "csr-vector") return entry.bind(device, format, block_size);
    throw Error("kernel.unknown", "There is no product for " + method + ".");
}

} // namespace

std::unique_ptr<BoundCg> bind_cuda_cg(std::shared_ptr<cuda::Device> device, const CgKernelName& name,
                                      std::unique_ptr<BoundSpmv> spmv, const CgInput& input, int block_size) {
    require_cg_input(input);
    if (name.method == "cg-persistent" && input.preconditioner == Preconditioner::ic0)
        throw Error("kernel.refused",
                    "cg-persistent cannot solve the triangular systems of IC(0) between its grid barriers.",
                    "Take cg or cg-fused with ic0, or cg-persistent with jacobi.");
    if (spmv != nullptr) return bind_cuda_loop(std::move(device), name.method, std::move(spmv), input);
    CgInput own = input;
    own.format = input.precision == Precision::float32 ? csr_in<float>(*input.matrix, input.precision)
                                                       : csr_in<double>(*input.matrix, input.precision);
    auto product = own_product(device, name.method, own.format, block_size);
    return bind_cuda_loop(std::move(device), name.method, std::move(product), own);
}

} // namespace warploom::kernels
