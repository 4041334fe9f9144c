#include "kernels/cuda/cg/cuda_cg.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/cg/requirements.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/formats/csr.h"
#include "kernels/formats/format_entry.h"

#include <algorithm>

namespace warploom::kernels {

namespace {

/// Converts a matrix to CSR. make_format() is not available here, because that part of the program is not linked into
/// the plug-in.
template <class T> std::shared_ptr<const HostFormat> csr_in(const CsrMatrix& a, Precision precision) {
    Csr<T> csr;
    csr.rows = checked_int(a.rows, "rows");
    csr.cols = checked_int(a.cols, "columns");
    csr.nonzeros = checked_int(a.nonzeros(), "nonzeros");
    csr.row_pointer.assign(a.row_pointer.begin(), a.row_pointer.end());
    csr.column = a.column;
    csr.value.resize(a.value.size());
    std::transform(a.value.begin(), a.value.end(), csr.value.begin(), [](double v) { return static_cast<T>(v); });
    auto format = std::make_shared<OwnedFormat<Csr<T>>>(std::move(csr));
    format->rows = a.rows;
    format->cols = a.cols;
    format->precision = precision;
    format->footprint.format = "csr";
    format->footprint.bytes = format->footprint.csr_bytes = Csr<T>::bytes_needed(a, {});
    format->footprint.value_slots = a.nonzeros();
    return format;
}

} // namespace

std::unique_ptr<Bound> bind_cuda_cg(const CudaPlace& place, const BindRequest& request) {
    CgInput input = request.as<CgInput>();
    const std::string& method = request.kernel;
    require_cg_input(input);
    const bool is_solved = input.preconditioner == Preconditioner::ic0 || input.preconditioner == Preconditioner::ilu0;
    if (method == "cg-persistent" && is_solved)
        throw Error(
            "kernel.refused",
            sentence("cg-persistent cannot solve the triangular systems of IC(0) or ILU(0) in a single launch."),
            sentence("Use cg or cg-fused with ic0, or cg-persistent with jacobi."));
    // CG implementations with their own matrix-vector product also need a bound one: cusparse-csr or csr-vector.
    if (input.product.empty()) {
        input.product = method == "cg-cusparse" ? "cusparse-csr" : "csr-vector";
        input.format = input.precision == Precision::float32 ? csr_in<float>(*input.matrix, input.precision)
                                                             : csr_in<double>(*input.matrix, input.precision);
    }
    auto bound = bind_on(place, {input.product, SpmvInput{input.format}, request.block_size});
    std::unique_ptr<BoundSpmv> product(static_cast<BoundSpmv*>(bound.release()));
    if (method == "bicgstab") return bind_cuda_bicgstab(place.device, std::move(product), input);
    if (method == "cg-offload") return bind_cuda_offload(place.device, std::move(product), input);
    return bind_cuda_loop(place.device, method, std::move(product), input);
}

} // namespace warploom::kernels
