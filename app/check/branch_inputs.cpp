#include "app/check/branch_inputs.h"

#include "engine/recent_cache.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace warploom::app {

namespace {

using simt::BranchCondition;

constexpr std::size_t most_inputs = 60, most_for_expression = 10, most_sizes = 8;
/// Maximum number of entries of an input, and maximum number of multiplications for AᵀA.
constexpr std::int64_t most_entries = 400'000, most_products = 3'000'000;

/// Returns the smallest number not less than `least` that has all these remainders, or std::nullopt if it would be much
/// larger than `least`.
std::optional<std::int64_t> number_with(const std::vector<std::pair<std::int64_t, std::int64_t>>& remainders,
                                        std::int64_t least) {
    constexpr std::int64_t most_steps = 100'000;
    const auto fits = [&](std::int64_t number) {
        return std::all_of(remainders.begin(), remainders.end(),
                           [number](const auto& each) { return number % each.first == each.second; });
    };
    for (std::int64_t number = least; number < least + most_steps; ++number)
        if (fits(number)) return number;
    return std::nullopt;
}

/// Returns sizes that exceed the limits and have the remainders in a condition. The sizes that satisfy the most parts
/// of the condition come first.
std::vector<std::int64_t> sizes_for(const BranchCondition& condition, std::int64_t most) {
    std::vector<std::int64_t> sizes;
    const auto add = [&](std::optional<std::int64_t> size) {
        if (size && *size > 0 && *size <= most && std::find(sizes.begin(), sizes.end(), *size) == sizes.end())
            sizes.push_back(*size);
    };
    std::vector<std::pair<std::int64_t, std::int64_t>> together; // pairs of a divisor and a remainder, to be combined
    for (const auto& each : condition.remainders)
        if (together.empty() || together.back().first != each.first) together.push_back(each);
    std::vector<std::int64_t> starts;
    for (auto limit = condition.limits.rbegin(); limit != condition.limits.rend(); ++limit)
        starts.push_back(*limit + 1);
    starts.push_back(1);
    for (const std::int64_t start : starts) add(number_with(together, start));
    for (const std::int64_t start : starts)
        for (const auto& each : condition.remainders) add(number_with({each}, start));
    for (const std::int64_t limit : condition.limits)
        for (const std::int64_t size : {limit + 1, limit, limit - 1}) add(size);
    if (sizes.size() > most_sizes) sizes.resize(most_sizes);
    return sizes;
}

/// Returns a number of indices. It is large enough that every remainder occurs at an index above every limit.
std::int64_t indices_for(const BranchCondition& condition) {
    constexpr std::int64_t most_limit = 5'000, most_divisor = 2'000;
    std::int64_t limit = 16, divisor = 8;
    for (const std::int64_t each : condition.limits)
        if (each <= most_limit) limit = std::max(limit, each);
    for (const auto& [each, remainder] : condition.remainders)
        if (each <= most_divisor) divisor = std::max(divisor, each);
    return limit + 2 * divisor + 1;
}

std::string with(const char* name, std::int64_t number) { return name + std::to_string(number); }

class Collected {
public:
    void add(std::string name, std::int64_t work, std::int64_t most_work = most_entries) {
        if (work > most_work) return;
        TestInput input;
        input.name = std::move(name);
        input.is_run_again = false;
        inputs.push_back(std::move(input));
    }
    std::vector<TestInput> inputs;
};

std::vector<TestInput> products(const BranchCondition& condition, const std::string& format) {
    const bool is_dia = format == "dia", is_compressed = !has_padding(format);
    const char* const spread = is_dia ? ",spread=0" : "";
    const std::vector<std::int64_t> sizes = sizes_for(condition, 200'000),
                                    lengths = sizes_for(condition, is_dia          ? 60
                                                                   : is_compressed ? 20'000
                                                                                   : 1'000);
    const std::int64_t indices = indices_for(condition);
    Collected all;
    // Create long rows at all positions, and many rows.
    for (std::size_t i = 0; i < std::max(lengths.size(), sizes.size()); ++i) {
        if (i < lengths.size())
            for (const std::int64_t rows : {indices, std::min<std::int64_t>(indices, 40)})
                all.add(with("test-rows:lengths=0,length=", lengths[i]) + with(",n=", rows) +
                            with(",cols=", lengths[i] + 40) + spread,
                        rows * lengths[i]);
        if (i >= sizes.size()) continue;
        // Create one nonzero per row, so that the number of nonzeros equals the number of rows.
        all.add(with("test-rows:lengths=0,length=1,n=", sizes[i]) + spread, sizes[i]);
        all.add(with("test-rows:lengths=1,length=6,zeros=3,n=", sizes[i]) + spread, 6 * sizes[i]);
        if (!is_dia) all.add(with("test-rows:n=60,lengths=0,length=5,spread=2,cols=", sizes[i]), 300 + sizes[i] / 16);
    }
    // Combine many rows with long rows.
    for (const std::int64_t size : sizes)
        for (const std::int64_t length : lengths)
            if (!is_dia)
                all.add(with("test-rows:lengths=0,length=", length) + with(",n=", size) +
                            with(",cols=", std::max(size, length + 1)),
                        size * length);
    return std::move(all.inputs);
}

std::vector<TestInput> triangles(const BranchCondition& condition) {
    const std::vector<std::int64_t> sizes = sizes_for(condition, 20'000), lengths = sizes_for(condition, 1'000);
    const std::int64_t indices = indices_for(condition);
    Collected all;
    for (const std::int64_t length : lengths) {
        all.add(with("test-rows:diagonal=3,upper=3,lengths=0,length=", length) + with(",n=", indices + length),
                (indices + length) * length);
        all.add(with("test-rows:diagonal=3,lengths=1,length=", length) + with(",n=", indices + length),
                (indices + length) * length);
    }
    for (const std::int64_t size : sizes) {
        all.add(with("test-rows:diagonal=3,upper=3,lengths=0,length=3,n=", size), 3 * size);
        all.add(with("test-rows:diagonal=3,lengths=0,length=3,n=", 2 * size) + with(",width=", size), 6 * size);
    }
    return std::move(all.inputs);
}

std::vector<TestInput> systems(const BranchCondition& condition) {
    const std::vector<std::int64_t> sizes = sizes_for(condition, 100'000);
    const std::int64_t indices = indices_for(condition);
    Collected all;
    for (const std::int64_t size : sizes) {
        all.add(with("tridiagonal:kind=21,n=", size), size);
        all.add(with("tridiagonal:kind=20,n=", 3 * size) + with(",systems=", size), 3 * size);
        all.add(with("tridiagonal:kind=20,n=", indices * size) + with(",systems=", indices), indices * size);
    }
    for (const std::int64_t size : sizes)
        for (const std::int64_t count : sizes)
            all.add(with("tridiagonal:kind=20,n=", count * size) + with(",systems=", count), count * size);
    return std::move(all.inputs);
}

std::vector<TestInput> dense(const BranchCondition& condition) {
    const std::vector<std::int64_t> sizes = sizes_for(condition, 20'000);
    const std::int64_t indices = indices_for(condition);
    Collected all;
    const auto add = [&all](std::int64_t rows, std::int64_t cols) {
        all.add(with("dense:rows=", rows) + with(",cols=", cols), rows * cols * cols, most_products);
    };
    for (const std::int64_t size : sizes) {
        add(size, 9);
        add(2, size);
        add(indices, size);
        add(size, indices);
    }
    for (const std::int64_t rows : sizes)
        for (const std::int64_t cols : sizes) add(rows, cols);
    return std::move(all.inputs);
}

} // namespace

std::vector<TestInput> inputs_for(const BranchCondition& condition, Operation operation, const std::string& format) {
    switch (operation) {
    case Operation::tridiagonal: return systems(condition);
    case Operation::ata: return dense(condition);
    case Operation::trsv:
    case Operation::ilu: return triangles(condition);
    default: return products(condition, format);
    }
}

BranchInputs::BranchInputs(Operation operation, std::string format, std::string kernel)
    : operation_(operation), format_(std::move(format)), kernel_(std::move(kernel)) {
    in_expressions_ = simt::conditions_in_expressions(*kernels::program_of(operation_, kernel_));
    static RecentCache<std::shared_ptr<std::vector<TestInput>>> by_source(64);
    generated_ = by_source.of(kernel_ + "\n" + kernels::text_of_kernel(kernel_),
                              [] { return std::make_shared<std::vector<TestInput>>(); });
}

std::optional<TestInput> BranchInputs::next() {
    static std::mutex mutex; // other checks of the same source may add inputs at the same time
    const std::lock_guard lock(mutex);
    if (used_ == generated_->size()) {
        auto made = next_new();
        if (!made) return std::nullopt;
        generated_->push_back(std::move(*made));
    }
    return (*generated_)[used_++];
}

std::optional<TestInput> BranchInputs::next_new() {
    const auto is_generated = [this](const TestInput& input) {
        return std::any_of(generated_->begin(), generated_->end(),
                           [&](const TestInput& each) { return each.name == input.name; });
    };
    if (generated_->size() >= most_inputs) return std::nullopt;
    const std::set<BranchCondition> open = simt::conditions_of_unexecuted(*kernels::program_of(operation_, kernel_));
    for (;;) {
        if (!open.contains(condition_) && !in_expressions_.contains(condition_)) waiting_.clear();
        while (!waiting_.empty()) {
            TestInput input = std::move(waiting_.back());
            waiting_.pop_back();
            if (!is_generated(input)) return input;
        }
        const auto first_new = [this](const std::set<BranchCondition>& conditions) {
            const auto found = std::find_if(conditions.begin(), conditions.end(),
                                            [this](const BranchCondition& each) { return !finished_.contains(each); });
            return found == conditions.end() ? std::nullopt : std::optional(*found);
        };
        auto another = first_new(open);
        const bool is_branch = another.has_value();
        if (!is_branch) another = first_new(in_expressions_);
        if (!another) return std::nullopt;
        finished_.insert(condition_ = *another);
        waiting_ = inputs_for(condition_, operation_, format_);
        // Whether a condition in an expression was ever true is not recorded, so try only a few inputs for it.
        if (!is_branch && waiting_.size() > most_for_expression) waiting_.resize(most_for_expression);
        std::reverse(waiting_.begin(), waiting_.end());
    }
}

} // namespace warploom::app
