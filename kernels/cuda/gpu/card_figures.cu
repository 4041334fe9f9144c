#include "kernels/cuda/gpu/card_figures.h"

#include "engine/cuda/cuda_errors.h"
#include "engine/sentence.h"
#include "kernels/cuda/gpu/attribute.h"
#include "kernels/cuda/gpu/card_bench.cuh"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>

namespace warploom::card_bench {

void check(cudaError_t error, const char*) { WARPLOOM_CUDA_CHECK(error); }

} // namespace warploom::card_bench

namespace warploom::kernels {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

std::string mib_text(std::size_t bytes) { return std::to_string(bytes / mib) + " MiB"; }

class CardFigures {
public:
    CardFigures(cuda::Device& device, cuda::Timer& timer, const CardStep& step)
        : device_(device), timer_(timer), step_(step) {
        result_.title = cuda::device_name(device.ordinal());
        result_.compute_capability = std::to_string(attribute(cudaDevAttrComputeCapabilityMajor)) + "." +
                                     std::to_string(attribute(cudaDevAttrComputeCapabilityMinor));
    }

    CardMeasurement measure() {
        ask();
        launches();
        chains();
        streams();
        gathers();
        atomics();
        copies();
        return std::move(result_);
    }

private:
    int attribute(cudaDeviceAttr which) const { return attribute_of(device_, which); }
    void add(const char* key, double value, const std::string& how) { result_.figures.push_back({key, value, how}); }
    void add_told(const char* key, double value) { add(key, value, sentence("reported by the driver")); }

    /// Adds the properties reported by the CUDA runtime, without measuring anything.
    void ask() {
        add_told("multiprocessors", device_.multiprocessors());
        clock_ghz_ = device_.default_clock_mhz() * 1e-3;
        add_told("clock_ghz", clock_ghz_);
        add_told("threads_per_multiprocessor", attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
        add_told("blocks_per_multiprocessor", attribute(cudaDevAttrMaxBlocksPerMultiprocessor));
        add_told("registers_per_multiprocessor", attribute(cudaDevAttrMaxRegistersPerMultiprocessor));
        add_told("shared_bytes", attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
        add_told("block_threads", attribute(cudaDevAttrMaxThreadsPerBlock));
        add_told("block_shared_bytes", attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
        add_told("grid_x", attribute(cudaDevAttrMaxGridDimX));
        add_told("grid_y", attribute(cudaDevAttrMaxGridDimY));
        add_told("grid_z", attribute(cudaDevAttrMaxGridDimZ));
        std::size_t free = 0, all = 0;
        WARPLOOM_CUDA_CHECK(cudaMemGetInfo(&free, &all));
        add_told("memory_bytes", static_cast<double>(all));
        add_told("l2_bytes", static_cast<double>(device_.l2_bytes()));
        const double mhz = attribute(cudaDevAttrMemoryClockRate) * 1e-3;
        const double bytes_a_clock = 2.0 * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8; // double data rate
        if (mhz > 0) add_told("dram_gbytes_per_s", mhz * bytes_a_clock * 1e-3);
    }

    void launches() {
        step_(sentence("launches of an empty kernel"));
        const double one = bench_.us([] { card_bench::empty<<<1, 32>>>(); }, true);
        const double ten = bench_.us(
            [] {
                for (int i = 0; i < 10; ++i) card_bench::empty<<<1, 32>>>();
            },
            true);
        const double each = (ten - one) / 9;
        add("launch_us", each, sentence("time that each of ten launches of an empty kernel adds to the first"));
        add("start_us", std::max(0.0, one - each),
            sentence("two events around the launch of an empty kernel, minus launch_us"));
        step_(sentence("block starts"));
        const int blocks = device_.multiprocessors() * 10000;
        const double us = bench_.us([=] { card_bench::empty<<<blocks, 128>>>(); }, true, 11);
        add("block_start_ns", us * 1e3 / blocks,
            sentence("{blocks} empty blocks of 128 threads", {{"blocks", blocks}}));
    }

    void chains() {
        step_("latencies");
        const auto l2 = static_cast<std::size_t>(device_.l2_bytes());
        const std::size_t small = std::clamp(l2 / 8, mib / 4, 4 * mib);
        add("l2_latency_ns", card_bench::latency_clocks(bench_, small, 128, true) / clock_ghz_,
            sentence("pointer chase through {size} with a stride of 128 bytes, after a warm-up",
                     {{"size", std::to_string(small >> 10) + " KiB"}}));
        const std::size_t large = std::max<std::size_t>(256 * mib, std::bit_ceil(4 * l2));
        add("dram_latency_ns", card_bench::latency_clocks(bench_, large, 256, false) / clock_ghz_,
            sentence("pointer chase through {size} with a stride of 256 bytes, cold", {{"size", mib_text(large)}}));
    }

    void streams() {
        step_(sentence("L2 bandwidth"));
        const auto bytes = static_cast<std::size_t>(device_.l2_bytes()) / 3 / mib * mib;
        if (bytes > 0)
            add("l2_gbytes_per_s", card_bench::read_again_gbytes(bench_, bytes, device_.multiprocessors()),
                sentence("{size} read 40 times", {{"size", mib_text(bytes)}}));
        step_(sentence("memory bandwidth"));
        const CardMeasurement::Figure* const told = result_.find("dram_gbytes_per_s");
        const double copied = timer_.copy_bandwidth() * 1e-9;
        const std::string how =
            sentence("cudaMemcpy reaches {bandwidth} GB/s", {{"bandwidth", static_cast<int>(copied)}});
        if (told != nullptr) add("dram_efficiency", std::min(1.0, copied / told->value), how);
    }

    void gathers() {
        step_("gathers");
        const int multiprocessors = device_.multiprocessors();
        const std::size_t quarter = std::bit_floor(static_cast<std::size_t>(device_.l2_bytes()) / 4);
        const double small = card_bench::gathers(bench_, mib, multiprocessors);
        const double large = card_bench::gathers(bench_, std::max(mib, quarter), multiprocessors);
        add("l2_request_ns", 2 / (small + large),
            sentence("gathers over 1 MiB and {size}, with a separate sector for each lane",
                     {{"size", mib_text(std::max(mib, quarter))}}));
        add("dram_access_ns", 1 / card_bench::gathers(bench_, 1024 * mib, multiprocessors),
            sentence("gathers over 1 GiB, with a separate sector for each lane"));
    }

    void atomics() {
        step_("atomics");
        constexpr int blocks = 16384, threads = 128;
        const card_bench::Memory<double> y(32);
        const double us = bench_.us([&] { card_bench::add<<<blocks, threads>>>(y.data(), 32, 4, 4); }, false, 11);
        add("atomic_ns", us * 1e3 / (static_cast<double>(blocks) * threads),
            sentence("all threads add to the same value"));
    }

    void copies() {
        step_(sentence("copies from the host"));
        constexpr std::size_t large = 256 * mib, small = 64;
        void* pinned = nullptr;
        WARPLOOM_CUDA_CHECK(cudaMallocHost(&pinned, large));
        const std::unique_ptr<void, void (*)(void*)> owner(pinned, [](void* memory) { cudaFreeHost(memory); });
        const card_bench::Memory<char> target(large);
        const auto copy_us = [&](std::size_t bytes) {
            return bench_.us(
                [&] {
                    card_bench::check(cudaMemcpyAsync(target.data(), pinned, bytes, cudaMemcpyHostToDevice), "copy");
                },
                false, 11);
        };
        const double short_us = copy_us(small);
        add("transfer_latency_us", short_us, sentence("64 bytes from pinned memory, between two events"));
        add("transfer_gbytes_per_s", static_cast<double>(large) / (copy_us(large) - short_us) / 1e3,
            sentence("256 MiB from pinned memory"));
    }

    cuda::Device& device_;
    cuda::Timer& timer_;
    const CardStep& step_;
    card_bench::Bench bench_;
    CardMeasurement result_;
    double clock_ghz_ = 0;
};

} // namespace

CardMeasurement measure_card_figures(cuda::Device& device, cuda::Timer& timer, const CardStep& step) {
    device.use();
    CardMeasurement made = CardFigures(device, timer, step).measure();
    device.finish();
    return made;
}

} // namespace warploom::kernels
