#include "app/check/limit_inputs.h"

#include <algorithm>
#include <set>
#include <string>

namespace warploom::app {

namespace {

constexpr std::int64_t lanes = 32, most_threads = 1024;

} // namespace

std::set<std::int64_t> single_limits(const simt::SourceConstants& constants, int block) {
    std::set<std::int64_t> limits{lanes, most_threads, block};
    limits.insert(constants.whole.begin(), constants.whole.end());
    limits.erase(0);
    limits.erase(1);
    return limits;
}

std::set<std::int64_t> limits_up_to(const simt::SourceConstants& constants, int block, std::int64_t most) {
    const std::set<std::int64_t> single = single_limits(constants, block);
    std::set<std::int64_t> all;
    for (const std::int64_t a : single) {
        if (a > most) break;
        all.insert(a);
        for (const std::int64_t b : single) {
            if (b > most / a) break;
            all.insert(a * b);
        }
    }
    return all;
}

namespace {

/// Maximum numbers of rows, levels and nonzeros in inputs that exceed `most_of_small`.
constexpr std::int64_t most_rows = 200'000, most_levels = 12'000, most_nonzeros = 300'000, most_of_long_rows = 400'000;
/// Number of rows from which it suffices to test selected blocks.
constexpr std::int64_t many = 10'000;

std::string with(const char* name, std::int64_t number) { return name + std::to_string(number); }

/// Collects inputs until their total work would be too large for interactive use.
class LimitInputs {
public:
    explicit LimitInputs(std::int64_t most_work) : left_(most_work) {}

    void add(std::string name, std::int64_t work, bool has_many_rows = false) {
        if (work > left_ || !names_.insert(name).second) return;
        left_ -= work;
        TestInput input;
        input.name = std::move(name);
        input.has_many_rows = has_many_rows;
        inputs_.push_back(std::move(input));
    }
    std::vector<TestInput> take() { return std::move(inputs_); }

private:
    std::int64_t left_;
    std::set<std::string> names_;
    std::vector<TestInput> inputs_;
};

/// Calls `add(limit, is_product)` for each limit. Adds single limits before products, because the last inputs may be
/// dropped to limit the total work.
template <class Add>
void for_each_limit(const simt::SourceConstants& constants, int block, std::int64_t most, const Add& add) {
    const std::set<std::int64_t> single = single_limits(constants, block);
    for (const std::int64_t limit : single)
        if (limit <= most) add(limit, false);
    for (const std::int64_t limit : limits_up_to(constants, block, most))
        if (!single.contains(limit)) add(limit, true);
}

/// Calls `add(n)` for sizes from limit - 1 to limit + `beyond`. For large products, uses only limit + 1, because
/// kernels with one block per row are slow.
template <class Add> void for_each_size(const simt::SourceConstants& constants, int block, int beyond, const Add& add) {
    constexpr std::int64_t most_of_quick = 1'100;
    for_each_limit(constants, block, most_of_small, [&](std::int64_t limit, bool is_product) {
        if (is_product && limit > most_of_quick) return add(limit + 1);
        for (std::int64_t n = std::max<std::int64_t>(1, limit - 1); n <= limit + beyond; ++n) add(n);
    });
}

void add_products(LimitInputs& inputs, const std::string& format, const simt::SourceConstants& constants, int block) {
    const bool is_dia = format == "dia";
    const char* const spread = is_dia ? ",spread=0" : "";
    // Vary the length of the longest rows. In SELL and HYB, four such rows pad a slice of 32 rows, which must not
    // exceed one megabyte.
    const bool has_any_rows = !has_padding(format);
    const std::int64_t longest_row = has_any_rows ? 100'000 : 2'000;
    if (!is_dia)
        for_each_limit(constants, block, std::min(most_of_small, longest_row), [&](std::int64_t limit, bool) {
            // Create rows with limit, limit + 1 and limit + 2 entries. The index of the last entry then exceeds the
            // limit.
            inputs.add(with("test-rows:n=4,lengths=1,length=", limit + 1) + with(",cols=", limit + 40), 4 * limit);
        });
    for_each_size(constants, block, 2, [&](std::int64_t n) {
        inputs.add(with("test-rows:n=", n) + ",lengths=0,length=1" + spread, n);
        if (n >= 3) inputs.add(with("test-rows:n=5,lengths=0,length=3,spread=2,cols=", n), 20);
    });
    constexpr std::int64_t most_cols = 1'100'000;
    for (const std::int64_t limit : single_limits(constants, block)) {
        if (limit > most_of_small && limit <= most_cols)
            inputs.add(with("test-rows:n=5,lengths=0,length=3,spread=2,cols=", limit + 1), limit / 16);
        if (limit > most_of_small && limit <= longest_row && !is_dia)
            inputs.add(with("test-rows:n=3,lengths=5,length=", limit + 2) + with(",cols=", limit + 2), limit);
    }
    if (is_dia) return;
    // Exceed a product of two limits, because such a product may be the number of threads in a launch. There are few
    // columns, because each block of some kernels visits all of them.
    if (const std::int64_t limit = largest_limit(constants, block, most_nonzeros); limit > 0)
        inputs.add(with("test-rows:lengths=0,length=3,cols=1100,n=", limit / 3 + 1), limit / 4, limit / 3 >= many);
    // Create many rows, one of which is long, because a source may choose a kernel based on the matrix size.
    for (const std::int64_t rows : single_limits(constants, block))
        if (rows > lanes && rows <= most_rows)
            inputs.add(with("test-rows:lengths=5,length=", has_any_rows ? 300 : 5) + with(",n=", rows + 2), rows / 4,
                       rows >= many);
    for (const std::int64_t rows : single_limits(constants, block))
        for (const std::int64_t length : single_limits(constants, block))
            if (rows > lanes && rows <= most_of_small && length <= std::min(rows, has_any_rows ? longest_row : 4))
                inputs.add(with("test-rows:lengths=5,length=", length + 1) + with(",n=", rows + 2), rows + length);
    // Create more long rows than a fixed grid has warps. Two constants of the source may be the grid size and the
    // minimum length of a long row.
    for (const std::int64_t blocks : constants.whole)
        for (const std::int64_t length : constants.whole) {
            const std::int64_t rows = blocks * std::max<std::int64_t>(1, block / lanes) + 1;
            if (blocks > 1 && blocks <= most_threads && length >= lanes && length <= most_of_small &&
                rows * length <= most_of_long_rows)
                inputs.add(with("test-rows:lengths=0,n=", rows) + with(",length=", length + 1) +
                               with(",cols=", 2 * length),
                           rows * length / 8);
        }
    for (const std::int64_t group : single_limits(constants, block))
        for (const std::int64_t limit : single_limits(constants, block))
            if (group <= most_threads && limit <= std::min(most_of_small, longest_row) && limit >= group)
                inputs.add(with("test-rows:n=", 4 * group + 3) + with(",lengths=3,group=", group) +
                               with(",length=", limit) + with(",cols=", limit + 40),
                           3 * limit + 4 * group);
}

void add_triangles(LimitInputs& inputs, const simt::SourceConstants& constants, int block, bool is_factor) {
    for_each_size(constants, block, 1, [&](std::int64_t n) {
        // Vary the number of rows in a dependency level.
        inputs.add(with("test-rows:lengths=0,length=3,diagonal=3,n=", 2 * n) + with(",width=", n), 2 * n);
        if (n <= (constants.waits ? 300 : is_factor ? 1200 : most_of_small)) // here, the row length varies
            inputs.add(with("test-rows:lengths=5,diagonal=3,n=", n + 2) + with(",length=", n + 1), n);
        // Vary the number of dependency levels. In this chain, each row depends on all previous rows.
        if (n <= (constants.waits ? 140 : most_of_small))
            inputs.add(with("test-rows:lengths=0,length=2,diagonal=3,width=1,n=", n), 8 * n);
    });
    if (constants.waits) return;
    for (const std::int64_t limit : single_limits(constants, block)) {
        if (is_factor) // here, the number of entries to the right of the diagonal varies
            inputs.add(with("test-rows:lengths=0,length=2,diagonal=3,n=", limit + 3) + with(",upper=", limit + 2),
                       limit * limit);
        if (is_factor && limit <= most_of_small)
            inputs.add(with("test-rows:lengths=5,diagonal=3,n=", limit + 3) + with(",length=", limit + 2), limit);
        if (limit <= most_of_small || limit > most_rows) continue;
        inputs.add(with("test-rows:lengths=0,length=2,diagonal=3,n=", 2 * limit + 2) + with(",width=", limit + 1),
                   limit / 4);
        if (limit <= most_levels)
            inputs.add(with("test-rows:lengths=0,length=2,diagonal=3,width=1,n=", limit + 1), limit);
    }
}

void add_systems(LimitInputs& inputs, const simt::SourceConstants& constants, int block) {
    for_each_size(constants, block, 1, [&](std::int64_t n) {
        inputs.add(with("tridiagonal:kind=21,n=", n), n);
        inputs.add(with("tridiagonal:kind=20,n=", 3 * n) + with(",systems=", n), 3 * n);
    });
    for (const std::int64_t limit : single_limits(constants, block)) {
        // In this system, which is not strictly dominant, each unknown depends on all others.
        if (limit <= most_rows / 2) inputs.add(with("tridiagonal:kind=0,n=", 2 * limit + 1), limit / 2);
        if (limit <= most_of_small || limit > most_rows) continue;
        inputs.add(with("tridiagonal:kind=21,n=", limit + 1), limit / 4);
        inputs.add(with("tridiagonal:kind=20,n=", 3 * limit + 3) + with(",systems=", limit + 1), limit / 4);
    }
}

/// From these numbers of columns on, inputs for AᵀA take so long that only a few inputs, or pairs of dimensions, are
/// used. The number of elements of C is the square of the number of columns.
constexpr std::int64_t costly_columns = 300, costly_columns_of_pair = 200;

void add_dense(LimitInputs& inputs, const simt::SourceConstants& constants, int block) {
    for_each_size(constants, block, 1, [&](std::int64_t n) { inputs.add(with("dense:cols=3,rows=", n), 9 * n); });
    for_each_size(constants, block, 1, [&](std::int64_t n) {
        if (n < costly_columns) inputs.add(with("dense:rows=2,cols=", n), 2 * n * n);
    });
    for_each_limit(constants, block, most_of_small, [&](std::int64_t limit, bool) {
        if (limit > costly_columns) inputs.add(with("dense:rows=2,cols=", limit + 1), 2 * limit * limit);
    });
    for_each_limit(constants, block, most_of_small, [&](std::int64_t limit, bool) { // both dimensions exceed the limit
        inputs.add(with("dense:rows=", limit + 1) + with(",cols=", 2 * limit + 1), 4 * limit * limit * limit);
        inputs.add(with("dense:rows=", limit) + with(",cols=", limit), limit * limit * limit);
    });
}

/// Adds dense matrices whose dimensions exceed two different limits.
void add_dense_pairs(LimitInputs& inputs, const simt::SourceConstants& constants, int block) {
    constexpr std::int64_t most_of_pair = 1'500'000;
    const std::set<std::int64_t> limits = single_limits(constants, block);
    const auto fits = [&](std::int64_t rows, std::int64_t cols) {
        return rows <= most_of_small && cols <= most_of_small && rows * cols * cols <= most_of_pair;
    };
    const auto add = [&](std::int64_t rows, std::int64_t cols) {
        inputs.add(with("dense:rows=", rows + 1) + with(",cols=", cols + 1), rows * cols * cols);
    };
    for (const std::int64_t rows : limits)
        for (const std::int64_t cols : limits)
            if (cols < costly_columns_of_pair && fits(rows, cols)) add(rows, cols);
    for (const std::int64_t cols : limits) {
        if (cols < costly_columns_of_pair) continue;
        const auto most = std::find_if(limits.rbegin(), limits.rend(), [&](auto rows) { return fits(rows, cols); });
        if (most != limits.rend()) add(*most, cols);
    }
}

} // namespace

std::vector<TestInput> limit_inputs(Operation operation, const std::string& format,
                                    const simt::SourceConstants& constants, int block) {
    constexpr std::int64_t entries = 300'000, entries_of_waiting = 30'000, products = 2'000'000,
                           products_of_pairs = 4'000'000;
    LimitInputs inputs(operation == Operation::ata ? products : constants.waits ? entries_of_waiting : entries);
    switch (operation) {
    case Operation::tridiagonal: add_systems(inputs, constants, block); break;
    case Operation::ata: add_dense(inputs, constants, block); break;
    case Operation::trsv:
    case Operation::ilu: add_triangles(inputs, constants, block, operation == Operation::ilu); break;
    default: add_products(inputs, format, constants, block);
    }
    std::vector<TestInput> all = inputs.take();
    if (operation == Operation::ata) {
        LimitInputs pairs(products_of_pairs);
        add_dense_pairs(pairs, constants, block);
        for (TestInput& input : pairs.take()) all.push_back(std::move(input));
    }
    return all;
}

std::int64_t largest_limit(const simt::SourceConstants& constants, int block, std::int64_t most) {
    const std::set<std::int64_t> limits = limits_up_to(constants, block, most);
    const std::int64_t largest = limits.empty() ? 0 : *limits.rbegin();
    return largest > most_of_small ? largest : 0;
}

} // namespace warploom::app
