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

// Code shared by the conjugate gradient methods on CUDA. All of them use the same vectors and scalars
// (kernels/headers/cg_vectors.cuh), so any of them can continue where another one stopped.

namespace warploom::kernels {

/// Another way to do iterations than one launch after the other.
class CgWay {
public:
    virtual ~CgWay() = default;
    /// At most `count` iterations by the figures in `flag` and `scalar`, which it keeps as the vector phases do.
    virtual void run(std::int64_t count) = 0;
    /// Iterations that are done before the host looks.
    virtual std::int64_t chunk() const { return cg_history_size; }
    /// As BoundCg::parts, but it may leave any state.
    virtual CgParts parts(int) { return {}; }
    virtual std::string detail() const { return {}; }
};

/// One kernel that keeps the system on the chip (cuda_cg_resident.cu). `format` is the matrix as CSR, of one row or
/// more. Errors: "kernel.refused" where the device cannot hold it.
template <class T>
std::unique_ptr<CgWay> resident_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>& format,
                                    const CgVectors<T>&);
/// Two launches an iteration over a matrix of few diagonals, without preconditioner. `format` is the matrix as DIA.
/// Null where it has more diagonals than a thread holds.
template <class T>
std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>& format,
                                     const CgVectors<T>&);
/// cuBLAS around `product`; `solve` gives z from r.
template <class T>
std::unique_ptr<CgWay> library_way(std::shared_ptr<cuda::Device>, BoundSpmv& product, const CgVectors<T>&,
                                   std::function<void()> solve);

/// Computes z = (L Lᵀ)⁻¹ r, where L is the IC(0) factor, computed on the host: with WaitingSolves, or with
/// cuSPARSE if requested or if levels are narrower than warps.
template <class T> class CudaTriangularSolves {
public:
    /// Errors: "cg.preconditioner", "memory.limit".
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

/// `cg` and `cg-fused` by launches; with a way, whatever else.
std::unique_ptr<BoundCg> bind_cuda_loop(std::shared_ptr<cuda::Device>, const std::string& method,
                                        std::unique_ptr<BoundSpmv>, const CgInput&);

/// `bicgstab` (kernels/cg/bicgstab.h).
std::unique_ptr<BoundCg> bind_cuda_bicgstab(std::shared_ptr<cuda::Device>, std::unique_ptr<BoundSpmv>, const CgInput&);
/// `cg-offload`: the product here, all else on the host.
std::unique_ptr<BoundCg> bind_cuda_offload(std::shared_ptr<cuda::Device>, std::unique_ptr<BoundSpmv>, const CgInput&);

} // namespace warploom::kernels
