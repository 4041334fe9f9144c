#pragma once

#include "kernels/cuda/spmv/cusparse_spmv.h"

#include <cstddef>

// SpMVOp, a newer cuSPARSE interface that compiles code for a sparse matrix. It was added in cuSPARSE 12.7.3, after the
// headers of CUDA 13.0, so its functions are looked up by name at run time.

namespace warploom::kernels {

struct SpmvOp {
    using Description = struct SpmvOpDescription*;
    using Plan = struct SpmvOpPlan*;

    cusparseStatus_t (*buffer_size)(cusparseHandle_t, cusparseOperation_t, cusparseConstSpMatDescr_t,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cusparseDnVecDescr_t z,
                                    cudaDataType, int algorithm, std::size_t* bytes) = nullptr;
    cusparseStatus_t (*create_description)(cusparseHandle_t, Description*, cusparseOperation_t,
                                           cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t x,
                                           cusparseDnVecDescr_t y, cusparseDnVecDescr_t z, cudaDataType, int algorithm,
                                           void* buffer) = nullptr;
    cusparseStatus_t (*destroy_description)(Description) = nullptr;
    cusparseStatus_t (*create_plan)(cusparseHandle_t, Description, Plan*, const void* code,
                                    std::size_t bytes) = nullptr;
    cusparseStatus_t (*destroy_plan)(Plan) = nullptr;
    /// Computes z = alpha A x + beta y with SpMVOp.
    cusparseStatus_t (*run)(cusparseHandle_t, Plan, const void* alpha, const void* beta, cusparseConstDnVecDescr_t x,
                            cusparseConstDnVecDescr_t y, cusparseDnVecDescr_t z) = nullptr;

    /// Returns the SpMVOp functions of the loaded cuSPARSE library. All pointers are null if cuSPARSE is older than
    /// 12.7.3.
    static const SpmvOp& of_library();
    static bool exists() { return of_library().run != nullptr; }
    /// Throws Error("kernel.machine") with cuSPARSE's version and path if it has no SpMVOp.
    static void require();
};

/// Creates a candidate with SpMVOp algorithm 1 or 2. Errors: "device.fault" with cuSPARSE's message.
template <class T>
CusparseWay spmvop_way(cuda::Device& device, cusparseHandle_t handle, int algorithm,
                       const std::function<cusparseStatus_t(cusparseSpMatDescr_t*)>& make, cuda::Buffer<T>& x,
                       cuda::Buffer<T>& y) {
    struct Owned : CusparseOperands<T> {
        const SpmvOp& library = SpmvOp::of_library();
        SpmvOp::Description description = nullptr;
        SpmvOp::Plan plan = nullptr;
        ~Owned() {
            if (plan != nullptr) library.destroy_plan(plan);
            if (description != nullptr) library.destroy_description(description);
        }
    };
    const auto o = std::make_shared<Owned>();
    const SpmvOp& library = o->library;
    constexpr auto no_transpose = CUSPARSE_OPERATION_NON_TRANSPOSE;
    WARPLOOM_CUSPARSE_CHECK(make(&o->matrix));
    o->set_vectors(x.data(), x.size(), y.data(), y.size());
    CusparseWay way;
    way.name = "SpMVOp_ALG" + std::to_string(algorithm);
    way.preprocess_ns = elapsed_ns([&] {
        std::size_t bytes = 0;
        WARPLOOM_CUSPARSE_CHECK(
            library.buffer_size(handle, no_transpose, o->matrix, o->x, o->y, o->y, cuda_type<T>, algorithm, &bytes));
        o->take_buffer(bytes);
        WARPLOOM_CUSPARSE_CHECK(library.create_description(handle, &o->description, no_transpose, o->matrix, o->x, o->y,
                                                           o->y, cuda_type<T>, algorithm, o->buffer.data()));
        WARPLOOM_CUSPARSE_CHECK(library.create_plan(handle, o->description, &o->plan, nullptr, 0));
        device.finish();
    });
    way.run = [o = o.get(), handle] {
        WARPLOOM_CUSPARSE_CHECK(o->library.run(handle, o->plan, &o->one, &o->zero, o->x, o->y, o->y));
    };
    way.owned = o;
    return way;
}

} // namespace warploom::kernels
