#pragma once

#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/staged_copy.h"
#include "engine/cuda/wait.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace warploom::cuda {

/// Owns uninitialized device memory for n elements of type T on the current device. Movable, not copyable.
template <class T> class Buffer {
public:
    Buffer() = default;
    explicit Buffer(std::int64_t n, const char* what = "An array") : size_(n) {
        if (n == 0) return;
        const std::int64_t bytes = n * static_cast<std::int64_t>(sizeof(T));
        require_device_memory(bytes, what);
        void* memory = nullptr;
        WARPLOOM_CUDA_CHECK(cudaMalloc(&memory, static_cast<std::size_t>(bytes)));
        data_ = static_cast<T*>(memory);
    }
    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    // After a device fault, cudaFree fails as well. Its error is ignored, because the process is about to exit.
    ~Buffer() {
        if (data_ != nullptr && cudaFree(data_) != cudaSuccess) cudaGetLastError();
    }

    T* data() const { return data_; }
    std::int64_t size() const { return size_; }
    std::int64_t bytes() const { return size_ * static_cast<std::int64_t>(sizeof(T)); }

    /// Copies the first n elements between host and device: upload() copies to the device, download() to the host.
    /// Returns after the copy has completed.
    void upload(const T* from, std::int64_t n, cudaStream_t stream) {
        copy(data_, from, n, cudaMemcpyHostToDevice, stream);
    }
    void download(T* to, std::int64_t n, cudaStream_t stream) const {
        copy(to, data_, n, cudaMemcpyDeviceToHost, stream);
    }
    /// Returns the first n elements of the buffer, converted to double.
    std::vector<double> values(std::int64_t n, cudaStream_t stream) const {
        std::vector<T> values(static_cast<std::size_t>(n));
        download(values.data(), n, stream);
        return {values.begin(), values.end()};
    }
    /// Sets every byte of the buffer to `byte`. For example, 0xff makes every element NaN in both precisions.
    void fill(int byte, cudaStream_t stream) const {
        if (size_ > 0) WARPLOOM_CUDA_CHECK(cudaMemsetAsync(data_, byte, static_cast<std::size_t>(bytes()), stream));
    }

private:
    static void copy(void* to, const void* from, std::int64_t n, cudaMemcpyKind kind, cudaStream_t stream) {
        if (n == 0) return;
        const Wait wait;
        const std::int64_t bytes = n * static_cast<std::int64_t>(sizeof(T));
        if (bytes >= staged_bytes) return staged_copy(to, from, bytes, kind, stream);
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), kind, stream));
        WARPLOOM_CUDA_CHECK(cudaStreamSynchronize(stream));
    }

    T* data_ = nullptr;
    std::int64_t size_ = 0;
};

} // namespace warploom::cuda
