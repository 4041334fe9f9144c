#pragma once

#include "cg_cases.h"
#include "cuda_floors_tools.h"

#include "engine/error.h"
#include "engine/measure/reference.h"
#include "engine/measure/statistics.h"
#include "kernels/machine/machine.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Compares the times of several kernels for the same input.

namespace warploom::kernels::test {

/// A kernel and its time; without a name, nothing was run.
struct Timed {
    std::string name;
    double ns = std::numeric_limits<double>::infinity();
    std::string detail;
    double prepared_ns = 0; ///< time to analyze the matrix, once
    bool is_there() const { return std::isfinite(ns); }
};
/// Kernels for the same input, timed alternately: complete solutions with warm caches, products with cold ones.
template <class Work> class Race {
public:
    explicit Race(Machine& machine, int samples) : machine_(machine), samples_(samples) {}

    /// Adds a kernel. `check` returns an error message; empty if the result is correct.
    template <class Bind, class Check> void enter(const std::string& name, const Bind& bind, const Check& check) {
        try {
            TimedKernel<Work> kernel;
            kernel.bound = bind();
            const std::string complaint = check(*kernel.bound);
            if (!complaint.empty()) {
                std::printf("WRONG %s: %s\n", name.c_str(), complaint.c_str());
                all_right_ = false;
                return;
            }
            names_.push_back(name);
            kernels_.push_back({static_cast<int>(names_.size()) - 1, std::move(kernel)});
        } catch (const Error& error) { print_skipped(name, error); }
    }

    void run(CacheState state) {
        in_drawn_order(kernels_, -2, samples_, 20261122, [&](Entry& entry, int round) {
            const auto sample = machine_.sample(*entry.kernel.bound, state, 1);
            if (round >= 0) entry.kernel.cold.push_back(sample);
        });
    }

    /// Returns the fastest kernel of a comma-separated list.
    Timed best(const std::string& list) const {
        Timed best;
        for (const Entry& entry : kernels_) {
            const std::string& name = names_[static_cast<std::size_t>(entry.name)];
            if (!is_listed(name, list) || entry.kernel.cold.empty()) continue;
            const double median = measure::summarize(entry.kernel.cold).median;
            if (median < best.ns) best = {name, median, entry.kernel.bound->detail, entry.kernel.bound->preprocess_ns};
        }
        return best;
    }
    void print(const std::string& what) const {
        std::printf("%s:", what.c_str());
        for (std::size_t i = 0; i < names_.size(); ++i)
            for (const Entry& entry : kernels_)
                if (entry.name == static_cast<int>(i))
                    std::printf("  %s %.2f", names_[i].c_str(), measure::summarize(entry.kernel.cold).median * 1e-3);
        std::printf(" us\n");
        std::fflush(stdout);
    }
    bool all_right() const { return all_right_; }

private:
    struct Entry {
        int name;
        TimedKernel<Work> kernel;
    };
    Machine& machine_;
    int samples_;
    std::vector<std::string> names_;
    std::vector<Entry> kernels_;
    bool all_right_ = true;
};

/// Times products of `a` by the kernels of a comma-separated list with cold caches, after checking them. `csr-sweep+z`
/// computes y = 2 A x + y / 2. `formats` caches the converted matrices.
inline Race<BoundSpmv> race_of_products(Machine& machine, int samples, const CsrMatrix& a, Precision precision,
                                        const std::string& kernels,
                                        std::map<std::string, std::shared_ptr<const HostFormat>>& formats) {
    Race<BoundSpmv> race(machine, samples);
    const std::vector<double> x = random_vector(a.cols);
    const auto reference = measure::spmv_reference(a, x, precision == Precision::float32);
    for (const std::string& name : items_of(kernels)) {
        const bool is_update = name.ends_with("+z");
        const std::string kernel = is_update ? name.substr(0, name.size() - 2) : name;
        const KernelInfo* const info = find_spmv_kernel(kernel);
        if (info == nullptr) continue;
        race.enter(
            name,
            [&] {
                auto& format = formats[info->format];
                if (!format) format = make_format(info->format, a, precision);
                auto bound = machine.bind(kernel, format, 128);
                bound->set_x(x);
                bound->poison();
                bound->enqueue();
                bound->finish();
                return bound;
            },
            [&](BoundSpmv& bound) -> std::string {
                const std::string complaint = measure::check_spmv(reference, bound.y()).complaint;
                if (complaint.empty() && is_update && !bound.use_update({2, 0.5, bound.places().y}))
                    return "it adds no other vector";
                return complaint;
            });
    }
    race.run(CacheState::cold);
    return race;
}

} // namespace warploom::kernels::test
