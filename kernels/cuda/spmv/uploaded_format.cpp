#include "kernels/cuda/spmv/uploaded_format.h"

#include "kernels/cuda/spmv/cuda_spmv.h"

#include <map>
#include <mutex>
#include <utility>

namespace warploom::kernels {

UploadedFormat::UploadedFormat(const cuda::Device& device, std::shared_ptr<const HostFormat> format)
    : format_(std::move(format)) {
    for (const FormatArray& array : format_->arrays()) {
        cuda::Buffer<char>& place = arrays_.emplace_back(array.bytes(), array.name.c_str());
        transfer_ns_ +=
            elapsed_ns([&] { place.upload(static_cast<const char*>(array.data), array.bytes(), device.stream()); });
    }
}

std::shared_ptr<const UploadedFormat> UploadedFormat::of(const cuda::Device& device,
                                                         std::shared_ptr<const HostFormat> format) {
    static std::mutex mutex;
    static std::map<std::pair<int, const HostFormat*>, std::weak_ptr<const UploadedFormat>> known;
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    auto& place = known[{device.ordinal(), format.get()}];
    auto uploaded = place.lock();
    if (uploaded == nullptr) {
        uploaded.reset(new UploadedFormat(device, std::move(format)));
        place = uploaded;
    }
    return uploaded;
}

} // namespace warploom::kernels
