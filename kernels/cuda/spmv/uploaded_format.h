#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <vector>

namespace warploom::kernels {

/// The arrays of a storage format on a device. Kernels bound to the same format share one copy as long as one of them
/// is bound.
class UploadedFormat {
public:
    /// Returns the copy of a storage format on a device, uploading it if necessary. Errors: "memory.limit",
    /// "device.fault".
    static std::shared_ptr<const UploadedFormat> of(const cuda::Device&, std::shared_ptr<const HostFormat>);

    /// Returns the device address of an array, given its index in HostFormat::arrays().
    const void* array(std::size_t i) const { return arrays_[i].data(); }
    double transfer_ns() const { return transfer_ns_; }

private:
    UploadedFormat(const cuda::Device&, std::shared_ptr<const HostFormat>);

    std::shared_ptr<const HostFormat> format_; ///< owned, so that the address of the format is not reused
    std::vector<cuda::Buffer<char>> arrays_;
    double transfer_ns_ = 0;
};

} // namespace warploom::kernels
