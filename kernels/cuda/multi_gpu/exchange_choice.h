#pragma once

#include "engine/elapsed.h"
#include "engine/error.h"
#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/multi_gpu/exchange_times.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// Binds a computation with each exchange method of the machine, measures all of them, and returns the fastest one. Its
/// detail contains all times. A failing method is omitted unless it is the only one. `bind` takes a RankGroupState.
/// Work::time_once() returns the time in ns. With several processes, there is only one exchange method, so the ranks
/// need not agree on a choice.
template <class Work, class Bind> std::unique_ptr<Work> bind_fastest(const RankCrews& crews, const Bind& bind) {
    if (crews.size() == 1) return bind(crews.front());
    std::vector<std::unique_ptr<Work>> works;
    std::vector<ExchangeTime> times;
    std::exception_ptr failure;
    double preprocess_ns = 0;
    for (const auto& crew : crews) {
        try {
            works.push_back(bind(crew));
            times.push_back({crew->traffic->short_name(), 0});
            preprocess_ns += works.back()->preprocess_ns;
        } catch (const Error&) {
            if (failure == nullptr) failure = std::current_exception();
        }
    }
    if (works.empty()) std::rethrow_exception(failure);
    if (works.size() > 1)
        preprocess_ns += elapsed_ns([&] {
            // Number of measurements per exchange method. The methods take turns, so that a change in clock frequency
            // affects all of them equally.
            constexpr int rounds = 3;
            for (int round = 0; round < rounds; ++round)
                for (std::size_t i = 0; i < works.size(); ++i) {
                    const double ns = works[i]->time_once();
                    times[i].ns = round == 0 ? ns : std::min(times[i].ns, ns);
                }
        });
    const std::size_t chosen = fastest_exchange(times);
    std::unique_ptr<Work> work = std::move(works[chosen]);
    if (const std::string choice = describe_choice(times, chosen); !choice.empty()) work->detail += "; " + choice;
    work->preprocess_ns = preprocess_ns;
    return work;
}

} // namespace warploom::kernels
