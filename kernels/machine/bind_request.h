#pragma once

#include "engine/simulated/card.h"
#include "kernels/operations/ata.h"
#include "kernels/operations/cg.h"
#include "kernels/operations/free.h"
#include "kernels/operations/ilu.h"
#include "kernels/operations/spmv.h"
#include "kernels/operations/tridiagonal.h"
#include "kernels/operations/trsv.h"

#include <string>
#include <variant>

namespace warploom::kernels {

/// The input of a kernel. Each alternative has a member `operation` and a type `Bound`, the type of the bound kernel.
using OperationInput = std::variant<SpmvInput, CgInput, TridiagonalInput, AtaInput, TrsvInput, IluInput, FreeInput>;

/// Everything a machine needs to bind a kernel: the kernel, its input and its block size.
struct BindRequest {
    std::string kernel; ///< kernel ID without options or product, which are part of the input
    OperationInput input;
    int block_size = 128;                  ///< number of threads per block; ignored by kernels without a block size
    const simulated::Card* card = nullptr; ///< simulated GPU; null for other machines

    Operation operation() const {
        return std::visit([](const auto& of_operation) { return of_operation.operation; }, input);
    }
    /// Returns whether the matrix is split into one part per rank of the machine.
    bool is_split() const {
        return std::visit(
            [](const auto& of_operation) {
                if constexpr (requires { of_operation.split; }) return of_operation.split != nullptr;
                else return false;
            },
            input);
    }
    /// Returns the reason why the kernel cannot run on several GPUs, as the end of a sentence about the kernel, or an
    /// empty string if it can.
    std::string why_not_shared() const {
        return std::visit(
            [](const auto& of_operation) -> std::string {
                if constexpr (requires { of_operation.not_shared; }) return of_operation.not_shared;
                else return {};
            },
            input);
    }
    /// Returns the input of the kernel's operation.
    template <class Input> const Input& as() const { return std::get<Input>(input); }
};

/// Returns the precision of the input or of its format.
template <class Input> Precision precision_of(const Input& input) {
    if constexpr (requires { input.precision; }) return input.precision;
    else return input.format->precision;
}

} // namespace warploom::kernels
