#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/machine/machine.h"
#include "kernels/operations/cg.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

// Code shared by the conjugate gradient implementations on CUDA. All use the same vectors and scalars
// (kernels/headers/cg_vectors.cuh), so one can continue where another stopped.

namespace warploom::kernels {

class CgWay {
public:
    virtual ~CgWay() = default;
    /// Runs at most `count` iterations. Reads and updates `flag` and `scalar` as the vector kernels do.
    virtual void run(std::int64_t count) = 0;
    /// Returns the number of iterations between two checks by the host.
    virtual std::int64_t chunk() const { return cg_history_size; }
    /// Implements BoundCg::parts; can leave the solver in any state.
    virtual CgParts parts(int) { return {}; }
    virtual std::string detail() const { return {}; }
};

/// Creates a CG implementation with a single kernel that keeps the entire system on chip (cuda_cg_resident.cu).
/// `format` is the matrix in CSR, with at least one row. Errors: "kernel.refused" if the system does not fit.
template <class T>
std::unique_ptr<CgWay> resident_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>& format,
                                    const CgVectors<T>&);
/// Creates a CG implementation without a preconditioner, with two launches per iteration, for a matrix with few
/// diagonals. `format` is the matrix in DIA. Returns null if there are too many diagonals.
template <class T>
std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>& format,
                                     const CgVectors<T>&);
/// Creates a CG implementation with cuBLAS and the matrix-vector product `product`. `solve` computes z from r.
template <class T>
std::unique_ptr<CgWay> library_way(std::shared_ptr<cuda::Device>, BoundSpmv& product, const CgVectors<T>&,
                                   std::function<void()> solve);

/// Applies the IC(0) preconditioner z = (L Lᵀ)⁻¹ r with a factor L computed on the host. Uses WaitingSolves, or
/// cuSPARSE if requested or if levels are narrower than warps.
template <class T> class CudaTriangularSolves {
public:
    /// Computes and uploads the IC(0) factor. Errors: "cg.preconditioner", "memory.limit".
    CudaTriangularSolves(std::shared_ptr<cuda::Device>, const CsrMatrix&, const T* r, T* z, bool by_library);
    ~CudaTriangularSolves();
    CudaTriangularSolves(const CudaTriangularSolves&) = delete;
    CudaTriangularSolves& operator=(const CudaTriangularSolves&) = delete;

    void enqueue();
    std::string detail() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Binds `cg` or `cg-fused`, which launch each step of an iteration, or the implementation in the given CgWay.
std::unique_ptr<BoundCg> bind_cuda_loop(std::shared_ptr<cuda::Device>, const std::string& method,
                                        std::unique_ptr<BoundSpmv>, const CgInput&);

/// Binds `bicgstab` (kernels/cg/bicgstab.h).
std::unique_ptr<BoundCg> bind_cuda_bicgstab(std::shared_ptr<cuda::Device>, std::unique_ptr<BoundSpmv>, const CgInput&);
/// Binds `cg-offload`, with the matrix-vector product on the GPU and the rest on the host.
std::unique_ptr<BoundCg> bind_cuda_offload(std::shared_ptr<cuda::Device>, std::unique_ptr<BoundSpmv>, const CgInput&);

} // namespace warploom::kernels
