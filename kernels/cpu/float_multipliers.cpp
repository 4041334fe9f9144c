#include "kernels/cpu/float_multipliers.h"

#include "engine/error.h"
#include "kernels/cpu/tridiagonal_cyclic.h"
#include "kernels/cpu/tridiagonal_doubling.h"

namespace warploom::kernels {

namespace {

template <class Method> std::vector<double> solve_in(const TridiagonalSystem& system, int threads) {
    std::vector<double> a = system.a, c = system.c, x(system.b.size());
    if (x.empty()) return x;
    a.front() = c.back() = 0; // they belong to no unknown
    constexpr std::int64_t arrays = 3 + Method::arrays;
    require_memory(static_cast<double>(arrays * system.n()) * 8.0, "A solution with multipliers in float");
    typename Method::template Solver<double, float> solver(system.n(), host_threads(threads));
    solver.solve({system.n(), a.data(), system.b.data(), c.data(), system.d.data()}, x.data());
    return x;
}

} // namespace

std::vector<double> solve_with_float_multipliers(const std::string& method, const TridiagonalSystem& system,
                                                 int threads) {
    if (method == "cpu-cr") return solve_in<CpuCrMethod<HostArraysLayout>>(system, threads);
    if (method == "cpu-pcr") return solve_in<CpuPcrMethod<HostArraysLayout>>(system, threads);
    throw Error("kernel.unknown", "Multipliers in float are there for cpu-cr and cpu-pcr, not for '" + method + "'.",
                "The sequential method has no elementary step; leave the option `multipliers` away.");
}

} // namespace warploom::kernels
