#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <vector>

namespace warploom::kernels {

/// The arrays of a format on a device. Kernels that are bound to the same format share one copy, which lives as long as
/// one of them does.
class UploadedFormat {
public:
    /// Uploads, unless a copy is there already. Errors: "memory.limit", "device.fault".
    static std::shared_ptr<const UploadedFormat> of(const cuda::Device&, std::shared_ptr<const HostFormat>);

    /// In the order of HostFormat::arrays().
    const void* array(std::size_t i) const { return arrays_[i].data(); }
    double transfer_ns() const { return transfer_ns_; } ///< time of the upload

private:
    UploadedFormat(const cuda::Device&, std::shared_ptr<const HostFormat>);

    std::shared_ptr<const HostFormat> format_; ///< kept, so that its address stays its own
    std::vector<cuda::Buffer<char>> arrays_;
    double transfer_ns_ = 0;
};

} // namespace warploom::kernels
