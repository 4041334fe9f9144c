#include "engine/cuda/timing.h"

#include "engine/cuda/wait.h"
#include "engine/sentence.h"

#include <algorithm>
#include <vector>

namespace warploom::cuda {

namespace {

__device__ unsigned long long nanoseconds() {
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

__global__ void spin(unsigned long long duration) {
    const unsigned long long start = nanoseconds();
    while (nanoseconds() - start < duration) {}
}

/// Measures the clock frequency of a multiprocessor in cycles per nanosecond. On some GPUs, the global timer is updated
/// only at coarse intervals, so the measurement starts and ends right after an update.
__global__ void count_cycles(double* cycles_per_ns) {
    const unsigned long long before = nanoseconds();
    unsigned long long t0 = before, t1 = before;
    while (t0 == before) t0 = nanoseconds();
    const long long c0 = clock64();
    while (t1 < t0 + 20000) t1 = nanoseconds();
    const long long c1 = clock64();
    *cycles_per_ns = static_cast<double>(c1 - c0) / static_cast<double>(t1 - t0);
}

/// Reads n elements. The final comparison, which is never true, keeps the compiler from removing the reads.
__global__ void read_all(const float4* data, long long n, float* never) {
    float sum = 0;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
         i += static_cast<long long>(gridDim.x) * blockDim.x) {
        const float4 v = data[i];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 1.0f) *never = sum;
}

} // namespace

Timer::Timer(std::shared_ptr<Device> device) : device_(std::move(device)) {
    device_->use();
    WARPLOOM_CUDA_CHECK(cudaEventCreate(&start_));
    WARPLOOM_CUDA_CHECK(cudaEventCreate(&stop_));
    WARPLOOM_CUDA_CHECK(cudaMallocHost(&probe_, sizeof(double)));
    const std::int64_t bytes = std::max<std::int64_t>(4 * device_->l2_bytes(), std::int64_t{64} << 20);
    flush_buffer_ = Buffer<float4>(bytes / static_cast<std::int64_t>(sizeof(float4)),
                                   sentence_pattern("The buffer that flushes the L2 cache"));
    flush_buffer_.fill(0, device_->stream());
    device_->finish();
}

Timer::~Timer() {
    if (cudaEventDestroy(start_) != cudaSuccess || cudaEventDestroy(stop_) != cudaSuccess ||
        cudaFreeHost(probe_) != cudaSuccess)
        cudaGetLastError();
}

void Timer::flush() {
    read_all<<<8 * device_->multiprocessors(), 256, 0, device_->stream()>>>(
        flush_buffer_.data(), flush_buffer_.size(), reinterpret_cast<float*>(flush_buffer_.data()));
    WARPLOOM_CUDA_CHECK(cudaGetLastError());
}

void Timer::hold(double nanoseconds) {
    spin<<<1, 1, 0, device_->stream()>>>(static_cast<unsigned long long>(nanoseconds));
    WARPLOOM_CUDA_CHECK(cudaGetLastError());
}

void Timer::probe_clock() {
    count_cycles<<<1, 1, 0, device_->stream()>>>(probe_);
    WARPLOOM_CUDA_CHECK(cudaGetLastError());
}

double Timer::probed_clock_mhz() const { return *probe_ * 1e3; }

measure::Sample Timer::timed(const std::function<void()>& enqueue, int batch) {
    const Wait wait; // a kernel launch blocks the host if the queue is full
    // Spin for several times as long as the host takes to enqueue the launches, but for at most 2 ms.
    hold(std::min(20e3 + 10e3 * batch, 2e6));
    WARPLOOM_CUDA_CHECK(cudaEventRecord(start_, device_->stream()));
    for (int i = 0; i < batch; ++i) enqueue();
    WARPLOOM_CUDA_CHECK(cudaEventRecord(stop_, device_->stream()));
    probe_clock();
    device_->finish();
    float milliseconds = 0;
    WARPLOOM_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));

    measure::Sample sample;
    sample.time_ns = static_cast<double>(milliseconds) * 1e6 / batch;
    sample.batch = batch;
    sample.clock_mhz = probed_clock_mhz();
    sample.discarded = sample.clock_mhz < 0.75 * device_->default_clock_mhz();
    return sample;
}

measure::Sample Timer::cold(const std::function<void()>& enqueue) {
    device_->use();
    flush();
    return timed(enqueue, 1);
}

measure::Sample Timer::warm(const std::function<void()>& enqueue, int batch) {
    device_->use();
    return timed(enqueue, batch);
}

double Timer::copy_bandwidth() {
    if (copy_bandwidth_) return *copy_bandwidth_;
    device_->use();
    std::size_t free = 0, total = 0;
    WARPLOOM_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    const std::int64_t bytes = std::min<std::int64_t>(std::int64_t{4} << 30, static_cast<std::int64_t>(free) / 4);
    const Buffer<char> from(bytes, "The copy that measures the bandwidth"),
        to(bytes, "The copy that measures the bandwidth");
    WARPLOOM_CUDA_CHECK(cudaMemsetAsync(from.data(), 1, static_cast<std::size_t>(bytes), device_->stream()));
    const auto copy = [&] {
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), static_cast<std::size_t>(bytes),
                                            cudaMemcpyDeviceToDevice, device_->stream()));
    };
    warm(copy, 2);
    std::vector<double> times(11);
    for (double& t : times) t = warm(copy, 1).time_ns;
    std::nth_element(times.begin(), times.begin() + 5, times.end());
    copy_bandwidth_ = 2.0 * static_cast<double>(bytes) / (times[5] * 1e-9);
    return *copy_bandwidth_;
}

} // namespace warploom::cuda
