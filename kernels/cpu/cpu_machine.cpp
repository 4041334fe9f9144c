#include "kernels/cpu/cpu_machine.h"

#include "engine/elapsed.h"
#include "engine/memory.h"
#include "kernels/cpu/cpu_facts.h"
#include "kernels/cpu/cpu_peak.h"
#include "kernels/cpu/host_threads.h"
#include "kernels/machine/registry.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace warploom::kernels {

namespace {

class CacheFlusher {
public:
    /// Flushes all caches: each core writes its part of the buffer and reads its neighbor's.
    void flush() {
        if (words_.empty()) {
            const std::int64_t bytes = bytes_beyond_caches(std::int64_t{64} << 20, std::int64_t{2} << 30);
            words_.resize(static_cast<std::size_t>(std::min(bytes, available_memory() / 4)) / sizeof(std::uint64_t));
        }
        // Accessing one word of a cache line loads the whole line.
        const auto lines = static_cast<std::int64_t>(words_.size()) / words_of_a_line;
        std::uint64_t* const words = words_.data();
        std::uint64_t sum = ++round_;
        const int threads = host_threads(0);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t i = 0; i < lines; ++i) words[i * words_of_a_line] += sum;
#pragma omp parallel for schedule(static) reduction(+ : sum) num_threads(threads)
        for (std::int64_t i = 0; i < lines; ++i) sum += words[(lines - 1 - i) * words_of_a_line];
        round_ += sum & 1; // keeps the compiler from removing the loop
    }

private:
    /// Number of words in a 64-byte cache line. Longer lines are accessed more than once.
    static constexpr std::int64_t words_of_a_line = 8;
    std::vector<std::uint64_t> words_;
    std::uint64_t round_ = 0;
};

class CpuMachine final : public Machine {
public:
    CpuMachine() {
        info_.id = "cpu";
        info_.title = cpu_model();
        info_.kind = MachineKind::cpu;
        info_.facts = cpu_facts();
    }

    const MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return where == RunsOn::host || where == RunsOn::anywhere; }

    std::unique_ptr<Bound> bind(const BindRequest& request) override {
        require_kernel(request, *this);
        return find_entry(host_entries(), request.operation(), request.kernel)->bind(request, *this);
    }

    measure::Sample sample(Bound& work, CacheState cache, int batch) override {
        if (cache == CacheState::cold) flusher_.flush();
        measure::Sample sample;
        sample.batch = batch;
        sample.time_ns = elapsed_ns([&] {
                             for (int i = 0; i < batch; ++i) work.enqueue();
                             work.finish();
                         }) /
                         batch;
        return sample;
    }

    double copy_bandwidth() override {
        // Measure once per process, so that reopening the machine takes no time.
        static const double bandwidth = measure_copy_bandwidth();
        return bandwidth;
    }

    double peak_flops(Precision precision) override {
        static const double in_double = measure_peak_flops(Precision::float64);
        static const double in_float = measure_peak_flops(Precision::float32);
        return precision == Precision::float64 ? in_double : in_float;
    }

private:
    /// Returns the best of five parallel copies in bytes per second, on all cores and between two buffers much larger
    /// than the caches.
    static double measure_copy_bandwidth() {
        const std::int64_t wanted = bytes_beyond_caches(std::int64_t{128} << 20, std::int64_t{1} << 30);
        constexpr std::int64_t page = 1 << 20;
        const std::int64_t pages = std::max<std::int64_t>(1, std::min(wanted, available_memory() / 8) / page);
        // The buffers are left uninitialized, so that each page is first touched by the core that copies it.
        const std::unique_ptr<char[]> from(new char[pages * page]), to(new char[pages * page]);
        double best_ns = 0;
        const int threads = host_threads(0);
        for (int round = -1; round < 5; ++round) {
            const double elapsed = elapsed_ns([&] {
#pragma omp parallel for schedule(static) num_threads(threads)
                for (std::int64_t i = 0; i < pages; ++i) {
                    if (round < 0)
                        std::memset(from.get() + i * page, 1, page), std::memset(to.get() + i * page, 2, page);
                    else std::memcpy(to.get() + i * page, from.get() + i * page, page);
                }
            });
            if (round >= 0 && (best_ns == 0 || elapsed < best_ns)) best_ns = elapsed;
        }
        return best_ns > 0 ? 2.0 * static_cast<double>(pages * page) / (best_ns * 1e-9) : 0;
    }

    MachineInfo info_;
    CacheFlusher flusher_;
};

} // namespace

std::unique_ptr<Machine> cpu_machine() { return std::make_unique<CpuMachine>(); }

} // namespace warploom::kernels
