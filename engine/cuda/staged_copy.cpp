#include "engine/cuda/staged_copy.h"

#include "engine/cuda/cuda_errors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

namespace warploom::cuda {

namespace {

constexpr std::int64_t piece_bytes = staged_bytes / 4;

/// A page-locked staging buffer, and the CUDA event that is recorded when the buffer can be reused.
class Piece {
public:
    Piece() {
        void* memory = nullptr;
        WARPLOOM_CUDA_CHECK(cudaMallocHost(&memory, static_cast<std::size_t>(piece_bytes)));
        memory_ = static_cast<std::byte*>(memory);
        const cudaError_t result = cudaEventCreateWithFlags(&free_, cudaEventDisableTiming);
        if (result != cudaSuccess) cudaFreeHost(memory_);
        WARPLOOM_CUDA_CHECK(result);
    }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;
    ~Piece() {
        // After a device fault, cudaFreeHost and cudaEventDestroy fail as well. Their errors are ignored, because the
        // process is about to exit.
        if (cudaEventDestroy(free_) != cudaSuccess || cudaFreeHost(memory_) != cudaSuccess) cudaGetLastError();
    }

    std::byte* memory() const { return memory_; }
    void mark(cudaStream_t stream) const { WARPLOOM_CUDA_CHECK(cudaEventRecord(free_, stream)); }
    void wait() const { WARPLOOM_CUDA_CHECK(cudaEventSynchronize(free_)); }

private:
    std::byte* memory_ = nullptr;
    cudaEvent_t free_ = nullptr;
};

/// Copies a block of host memory with at most eight threads. More threads would not be faster, because the copy is
/// limited by host memory bandwidth.
void copy_on_host(std::byte* to, const std::byte* from, std::int64_t bytes) {
    static const std::int64_t threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 8);
    const std::int64_t share = (bytes + threads - 1) / threads;
    const auto copy_share = [=](std::int64_t first) {
        std::memcpy(to + first, from + first, static_cast<std::size_t>(std::min(share, bytes - first)));
    };
    std::vector<std::jthread> others;
    for (std::int64_t first = share; first < bytes; first += share) try {
            others.emplace_back(copy_share, first);
        } catch (const std::system_error&) { copy_share(first); } // if no more threads can start, copy on this thread
    copy_share(0);
}

} // namespace

void staged_copy(void* to, const void* from, std::int64_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    const std::array<Piece, 3> pieces;
    auto* const target = static_cast<std::byte*>(to);
    const auto* const source = static_cast<const std::byte*>(from);
    const std::int64_t count = (bytes + piece_bytes - 1) / piece_bytes;
    const auto size_of = [&](std::int64_t i) { return std::min(piece_bytes, bytes - i * piece_bytes); };
    const auto piece_of = [&](std::int64_t i) -> const Piece& { return pieces[static_cast<std::size_t>(i % 3)]; };
    const auto send = [&](void* there, const void* here, std::int64_t i) {
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(there, here, static_cast<std::size_t>(size_of(i)), kind, stream));
        piece_of(i).mark(stream);
    };
    try {
        if (kind == cudaMemcpyHostToDevice) {
            for (std::int64_t i = 0; i < count; ++i) {
                piece_of(i).wait(); // wait() returns immediately if the buffer has not been used before
                copy_on_host(piece_of(i).memory(), source + i * piece_bytes, size_of(i));
                send(target + i * piece_bytes, piece_of(i).memory(), i);
            }
        } else {
            // Keep two transfers in flight while the CPU empties the third buffer.
            for (std::int64_t i = 0; i < count + 2; ++i) {
                if (i < count) send(piece_of(i).memory(), source + i * piece_bytes, i);
                const std::int64_t done = i - 2;
                if (done < 0) continue;
                piece_of(done).wait();
                copy_on_host(target + done * piece_bytes, piece_of(done).memory(), size_of(done));
            }
        }
    } catch (...) {
        cudaStreamSynchronize(stream); // wait here, because pending transfers still use the staging buffers
        throw;
    }
    WARPLOOM_CUDA_CHECK(cudaStreamSynchronize(stream));
}

} // namespace warploom::cuda
