#pragma once

#include "engine/simt/program.h"
#include "kernels/sources/text_gpu.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace warploom::kernels {

/// Stores the first row with a zero pivot, over all calls. Runs do not reset it, because kernels can only lower it.
class ZeroPivot {
public:
    explicit ZeroPivot(TextGpu* gpu) : gpu_(gpu) {
        if (gpu_ == nullptr) return;
        place_ = gpu_->make_array(sizeof row_, "zero_pivot");
        gpu_->upload(place_, &row_, sizeof row_);
    }
    ZeroPivot(const ZeroPivot&) = delete;
    ZeroPivot& operator=(const ZeroPivot&) = delete;
    /// Describes the value for a kernel. For a system without rows, kernels never write it, so it is not a required
    /// output.
    simt::GivenArray given() {
        simt::GivenArray zero{"zero_pivot", simt::Element::int32, gpu_ != nullptr ? place_ : &row_, 1};
        zero.may_write = zero.is_of_call = true;
        return zero;
    }
    std::optional<std::int64_t> row() const {
        int row = row_;
        if (gpu_ != nullptr) gpu_->download(&row, place_, sizeof row);
        if (row == no_row) return std::nullopt;
        return row;
    }

private:
    static constexpr int no_row = std::numeric_limits<int>::max();
    TextGpu* gpu_;
    int row_ = no_row;
    void* place_ = nullptr;
};

} // namespace warploom::kernels
