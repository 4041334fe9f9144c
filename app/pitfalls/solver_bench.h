#pragma once

#include "app/pitfalls/pitfall.h"
#include "app/trace/trace_kernel.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// A diagonally dominant system, so that every method solves it.
std::shared_ptr<const TridiagonalSystem> easy_system(std::int64_t n);

std::unique_ptr<kernels::BoundTridiagonal> bind_solver(kernels::Machine& machine, const std::string& kernel,
                                                       const std::shared_ptr<const TridiagonalSystem>& system,
                                                       kernels::Precision precision);

/// The kernels of this list that the machine runs, in its order.
std::vector<std::string> solvers_on(const kernels::Machine& machine, const std::vector<std::string>& kernels);

/// By the clock of the host, ns.
double host_ns(const std::function<void()>& work);
/// The median of `count` runs, fewer where they are long (a quarter of a second in all).
double median_ns(int count, const Progress& progress, const std::function<void()>& work);

/// One solution on a card, traced and counted; warm: after one that is not counted.
struct ModelledSolution {
    Trace trace;
    double transfer_bytes = 0;

    double ns() const { return trace.model.ns; }
    double with_copies_ns(const simulated::Card& card) const;
};
ModelledSolution model_solution(const simulated::Card& card, const std::string& kernel,
                                const std::shared_ptr<const TridiagonalSystem>& system, kernels::CacheState cache,
                                const Progress& progress);

/// 10, 100, ... up to `most`, with steps between where `finer` says how many there are in each decade.
std::vector<std::int64_t> sizes_up_to(std::int64_t least, std::int64_t most, int finer = 1);

} // namespace warploom::app
