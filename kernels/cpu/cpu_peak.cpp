#include "kernels/cpu/cpu_peak.h"

#include "kernels/cpu/host_threads.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warploom::kernels {
namespace {

constexpr long rounds = 200000;
constexpr int sums = 10; // enough independent sums to hide the FMA latency, and few enough to stay in registers

/// Repeats multiply-adds on `sums` independent vector registers of `bytes` bytes.
template <class Real, int bytes> [[gnu::always_inline]] inline double work(double seed) {
#if defined(__clang__)
#pragma clang fp contract(fast) // clang's equivalent of gnu::optimize("fp-contract=fast")
#endif
    typedef Real Vector __attribute__((vector_size(bytes)));
    Vector sum[sums], factor = {}, term = {};
    // make the factors depend on the argument, so that the compiler cannot evaluate the loop at compile time
    factor += static_cast<Real>(1 - seed * 1e-9);
    term += static_cast<Real>(seed);
    for (int s = 0; s < sums; ++s) sum[s] = term * static_cast<Real>(s);
    for (long round = 0; round < rounds; ++round)
#pragma GCC unroll 10
        for (int s = 0; s < sums; ++s) sum[s] = sum[s] * factor + term;
    Vector all = sum[0];
    for (int s = 1; s < sums; ++s) all += sum[s];
    double total = 0;
    for (unsigned i = 0; i < bytes / sizeof(Real); ++i) total += all[i];
    return total;
}

template <class Real> using Work = double (*)(double);

// One function per vector width. The program is built for the oldest supported processor and selects the widest
// function at run time.
template <class Real> double plain(double seed) { return work<Real, 16>(seed); }
template <class Real> constexpr double operations_of(int bytes) {
    return 2.0 * sums * rounds * bytes / static_cast<double>(sizeof(Real));
}
#if defined(__x86_64__)
// The rest of the program disables contraction to fused multiply-adds, because results must not depend on it. Here,
// only the rate matters.
template <class Real> [[gnu::target("avx2,fma"), gnu::optimize("fp-contract=fast")]] double in_avx2(double seed) {
    return work<Real, 32>(seed);
}
template <class Real> [[gnu::target("avx512f"), gnu::optimize("fp-contract=fast")]] double in_avx512(double seed) {
    return work<Real, 64>(seed);
}
#endif

template <class Real> std::pair<Work<Real>, double> widest() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return {in_avx512<Real>, operations_of<Real>(64)};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {in_avx2<Real>, operations_of<Real>(32)};
#endif
    return {plain<Real>, operations_of<Real>(16)};
}

template <class Real> double measured() {
    using Clock = std::chrono::steady_clock;
    const auto widest_of_this_host = widest<Real>();
    const auto function = widest_of_this_host.first; // OpenMP regions cannot capture structured bindings
    const auto operations = widest_of_this_host.second;
    const int threads = host_threads(0);
    // Each thread measures its own time, so that a preempted thread does not lower the rates of the others.
    double rate = 0, total = 0;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : rate, total)
    for (int t = 0; t < threads; ++t) {
        double best = 0;
        for (int round = 0; round < 20; ++round) {
            const auto start = Clock::now();
            total += function(1.0 + round);
            best = std::max(best, operations / std::chrono::duration<double>(Clock::now() - start).count());
        }
        rate += best;
    }
    return total == 0 ? 0 : rate; // never 0; using the sum keeps the compiler from removing the loop
}

} // namespace

double measure_peak_flops(Precision precision) {
    return precision == Precision::float64 ? measured<double>() : measured<float>();
}

} // namespace warploom::kernels
