#include "engine/walkthrough/tridiagonal_steps.h"

#include "engine/matrix/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace warploom::walkthrough {
namespace {

int ceil_log2(int n) { return n <= 1 ? 0 : std::bit_width(static_cast<unsigned>(n - 1)); }

/// Returns the number of levels of cyclic reduction after which only one or two rows remain.
int reducing_levels(int n) {
    int levels = 0;
    for (; (n >> levels) > 2; ++levels) {}
    return levels;
}

Equations equations_of(const TridiagonalSystem& system) {
    const int n = static_cast<int>(system.n());
    Equations rows(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        Equation& row = rows[at];
        row.left = i > 0 ? i - 1 : -1;
        row.right = i + 1 < n ? i + 1 : -1;
        row.a = {i > 0 ? system.a[at] : 0.0, 0, i == 0, false};
        row.b = {system.b[at], 0, false, false};
        row.c = {i + 1 < n ? system.c[at] : 0.0, 0, i + 1 == n, false};
        row.h = {system.d[at], 0, false, false};
    }
    return rows;
}

void rewrite(Coefficient& coefficient, double value, bool is_zero = false) {
    coefficient.value = is_zero ? 0.0 : value;
    coefficient.is_zero = is_zero;
    coefficient.is_one = false;
    if (!is_zero) ++coefficient.version;
}

/// Runs a tridiagonal solver on one system. Each step reads the equations as they were before the step.
class Walk {
public:
    Walk(Method method, const TridiagonalSystem& system) {
        result_.method = method;
        result_.n = static_cast<int>(system.n());
        result_.threads = method == Method::thomas ? 1 : method == Method::cr ? (result_.n + 1) / 2 : result_.n;
        result_.start = now_ = equations_of(system);
    }

    TridiagonalSteps take() { return std::move(result_); }

    void begin(StepAction action, int distance, KernelLine line) {
        step_ = {};
        step_.action = action;
        step_.distance = distance;
        step_.line = line;
        before_ = now_;
    }
    void end() {
        step_.after = now_;
        for (const RowWork& work : step_.work) step_.operations += work.operations;
        result_.steps.push_back(std::move(step_));
    }

    void eliminate(int i) {
        RowWork work = open(i, StepAction::eliminate);
        work.left = i > 0 ? i - 1 : -1;
        Equation& row = at(now_, i);
        Coefficient upper, rhs;
        if (i > 0) {
            upper = at(before_, i - 1).c;
            rhs = at(before_, i - 1).h;
        }
        work.k1 = row.a.value; // the row above was already divided by its pivot, so k1 needs no division
        const double pivot = row.b.value - row.a.value * upper.value;
        check_pivot(i, pivot);
        rewrite(row.c, row.c.value / pivot, row.c.is_zero);
        rewrite(row.h, (row.h.value - row.a.value * rhs.value) / pivot);
        rewrite(row.a, 0, true);
        row.b = {1, row.b.version + 1, false, true};
        row.left = -1;
        if (row.right < 0) solved(row, row.h.value);
        work.operations = 6;
        close(work, i);
    }

    /// Performs the 12 operations of `reduce_row` in the kernels, even if a row does not have two neighbors.
    void reduce(int i, int distance, bool solves) {
        RowWork work = open(i, StepAction::reduce);
        const int n = result_.n;
        Equation& row = at(now_, i);
        Equation left, right; // a row outside the system is the equation x = 0, with b = 1
        left.b.value = right.b.value = 1;
        if (i - distance >= 0) left = at(before_, work.left = i - distance);
        if (i + distance < n) right = at(before_, work.right = i + distance);
        if (work.left >= 0) check_pivot(work.left, left.b.value);
        if (work.right >= 0) check_pivot(work.right, right.b.value);
        work.k1 = work.left < 0 ? 0 : row.a.value / left.b.value;
        work.k2 = work.right < 0 ? 0 : row.c.value / right.b.value;
        const int far_left = work.left < 0 ? -1 : left.left, far_right = work.right < 0 ? -1 : right.right;
        rewrite(row.a, -work.k1 * left.a.value, far_left < 0);
        rewrite(row.b, row.b.value - work.k1 * left.c.value - work.k2 * right.a.value);
        rewrite(row.c, -work.k2 * right.c.value, far_right < 0);
        rewrite(row.h, row.h.value - work.k1 * left.h.value - work.k2 * right.h.value);
        row.left = far_left;
        row.right = far_right;
        work.operations = 12;
        if (solves) {
            check_pivot(i, row.b.value);
            solved(row, row.h.value / row.b.value);
            work.operations += 1;
        }
        close(work, i);
    }

    /// Solves the last one or two rows of CR on one thread.
    void solve(const std::vector<int>& rows) {
        if (rows.size() == 1) {
            RowWork work = open(rows[0], StepAction::solve);
            Equation& row = at(now_, rows[0]);
            check_pivot(rows[0], row.b.value);
            solved(row, row.h.value / row.b.value);
            work.operations = 1;
            close(work, rows[0]);
        } else {
            solve_pair(rows[0], rows[1]);
        }
        for (RowWork& work : step_.work) work.thread = 0;
    }

    void substitute(int i) {
        RowWork work = open(i, StepAction::substitute);
        Equation& row = at(now_, i);
        work.left = row.left;
        work.right = row.right;
        const double left = row.left < 0 ? 0 : at(before_, row.left).x;
        const double right = row.right < 0 ? 0 : at(before_, row.right).x;
        check_pivot(i, row.b.value);
        solved(row, (row.h.value - row.a.value * left - row.c.value * right) / row.b.value);
        // In the Thomas algorithm, the row has already been divided by its pivot and has only one neighbor.
        work.operations = row.b.is_one ? 2 : 5;
        close(work, i);
    }

private:
    /// Solves two coupled rows p < q: eliminates x_p, and then solves for x_q and x_p.
    void solve_pair(int p, int q) {
        RowWork lower = open(q, StepAction::solve), upper = open(p, StepAction::solve);
        Equation& row = at(now_, q);
        const Equation& above = at(before_, p);
        check_pivot(p, above.b.value);
        lower.left = p;
        lower.k1 = row.a.value / above.b.value;
        rewrite(row.b, row.b.value - lower.k1 * above.c.value);
        rewrite(row.h, row.h.value - lower.k1 * above.h.value);
        rewrite(row.a, 0, true);
        row.left = -1;
        check_pivot(q, row.b.value);
        solved(row, row.h.value / row.b.value);
        lower.operations = 6;
        Equation& first = at(now_, p);
        upper.right = q;
        solved(first, (first.h.value - first.c.value * row.x) / first.b.value);
        upper.operations = 3;
        close(upper, p);
        close(lower, q);
    }
    static Equation& at(Equations& rows, int i) { return rows[i]; }
    RowWork open(int i, StepAction action) {
        RowWork work;
        work.row = i;
        work.action = action;
        work.before = at(now_, i);
        return work;
    }
    void close(RowWork& work, int i) {
        work.after = at(now_, i);
        work.thread = static_cast<int>(step_.work.size());
        work.solves = work.after.is_solved && !work.before.is_solved;
        step_.work.push_back(std::move(work));
    }
    static void solved(Equation& row, double x) {
        row.is_solved = true;
        row.x = x;
    }
    void check_pivot(int i, double pivot) {
        if (result_.bad_pivot < 0 && (pivot == 0 || !std::isfinite(pivot))) result_.bad_pivot = i;
    }

    TridiagonalSteps result_;
    Equations before_, now_;
    Step step_;
};

void walk_thomas(Walk& walk, int n) {
    for (int i = 0; i < n; ++i) {
        walk.begin(StepAction::eliminate, 1, quote::thomas_eliminate);
        walk.eliminate(i);
        walk.end();
    }
    for (int i = n - 2; i >= 0; --i) {
        walk.begin(StepAction::substitute, 1, quote::thomas_substitute);
        walk.substitute(i);
        walk.end();
    }
}

void walk_cr(Walk& walk, int n) {
    const int levels = reducing_levels(n);
    for (int s = 0; s < steps_of(Method::cr, n); ++s) {
        const std::vector<int> rows = rows_of_step(Method::cr, n, s);
        if (s < levels) {
            walk.begin(StepAction::reduce, 1 << s, quote::cr_reduce);
            for (const int row : rows) walk.reduce(row, 1 << s, false);
        } else if (s == levels) {
            walk.begin(StepAction::solve, 1 << s, quote::cr_solve);
            walk.solve(rows);
        } else {
            walk.begin(StepAction::substitute, 1 << (2 * levels - s), quote::cr_substitute);
            for (const int row : rows) walk.substitute(row);
        }
        walk.end();
    }
}

void walk_pcr(Walk& walk, int n) {
    const int steps = steps_of(Method::pcr, n);
    for (int s = 0; s < steps; ++s) {
        walk.begin(StepAction::reduce, 1 << s, quote::pcr_reduce);
        for (const int row : rows_of_step(Method::pcr, n, s)) walk.reduce(row, 1 << s, s + 1 == steps);
        walk.end();
    }
}

/// Sets the right-hand side to A x, where the elements of x are easy to recognize.
void set_right_side(TridiagonalSystem& system) {
    constexpr double pattern[] = {1, 3, 2, 4};
    const auto n = static_cast<std::size_t>(system.n());
    system.known_x.resize(n);
    for (std::size_t i = 0; i < n; ++i) system.known_x[i] = pattern[i % 4];
    system.d.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        system.d[i] = system.b[i] * system.known_x[i];
        if (i > 0) system.d[i] += system.a[i] * system.known_x[i - 1];
        if (i + 1 < n) system.d[i] += system.c[i] * system.known_x[i + 1];
    }
}

} // namespace

int TridiagonalSteps::operations_until(int s) const {
    int sum = 0;
    for (int i = 0; i <= s && i < static_cast<int>(steps.size()); ++i) sum += steps[i].operations;
    return sum;
}

int steps_of(Method method, int n) {
    if (n <= 0) return 0;
    if (method == Method::thomas) return 2 * n - 1;
    if (method == Method::pcr) return std::max(1, ceil_log2(n));
    return 2 * reducing_levels(n) + 1;
}

std::vector<int> rows_of_step(Method method, int n, int s) {
    std::vector<int> rows;
    if (s < 0 || s >= steps_of(method, n)) return rows;
    if (method == Method::thomas) return {s < n ? s : 2 * n - 2 - s};
    if (method == Method::pcr) {
        for (int i = 0; i < n; ++i) rows.push_back(i);
        return rows;
    }
    const int levels = reducing_levels(n);
    const auto every = [&](int first, int stride) {
        for (int i = first; i < n; i += stride) rows.push_back(i);
    };
    if (s < levels) every((2 << s) - 1, 2 << s);
    else if (s == levels) every((1 << levels) - 1, 1 << levels);
    else every((1 << (2 * levels - s)) - 1, 2 << (2 * levels - s)); // back substitution of the skipped rows
    return rows;
}

TridiagonalSteps tridiagonal_steps(Method method, const TridiagonalSystem& system) {
    Walk walk(method, system);
    const int n = static_cast<int>(system.n());
    if (n == 0) return walk.take();
    if (method == Method::thomas) walk_thomas(walk, n);
    else if (method == Method::cr) walk_cr(walk, n);
    else walk_pcr(walk, n);
    return walk.take();
}

CostFormula cost_formula(Method method, int n) {
    const double size = n, levels = n < 1 ? 0 : std::log2(size);
    switch (method) {
    case Method::thomas: return {2 * size, 8 * size, "2n", "8n"};
    case Method::cr: return {2 * levels - 1, 17 * size, "2 log₂ n − 1", "17n"};
    case Method::pcr: break;
    }
    return {levels, 12 * size * levels, "log₂ n", "12 n log₂ n"};
}

TridiagonalSystem second_difference(int n) {
    const auto size = static_cast<std::size_t>(n);
    TridiagonalSystem system;
    system.a.assign(size, -1);
    system.b.assign(size, 2);
    system.c.assign(size, -1);
    if (n > 0) system.a.front() = system.c.back() = 0;
    set_right_side(system);
    return system;
}

TridiagonalSystem random_dominant(int n, unsigned seed) {
    TridiagonalSystem system;
    Random random(seed);
    const auto tenths = [&](int most) {
        return static_cast<double>(1 + random.below(static_cast<std::uint64_t>(most)));
    };
    for (int i = 0; i < n; ++i) {
        system.a.push_back(i == 0 ? 0 : (random.below(2) == 0 ? -1 : 1) * tenths(3));
        system.c.push_back(i + 1 == n ? 0 : (random.below(2) == 0 ? -1 : 1) * tenths(3));
        system.b.push_back(std::abs(system.a.back()) + std::abs(system.c.back()) + tenths(4));
    }
    set_right_side(system);
    return system;
}

SharedAccess shared_access(const std::vector<std::int64_t>& elements, const SharedLayout& layout) {
    constexpr int banks = 32;
    SharedAccess access;
    for (std::size_t lane = 0; lane < elements.size() && lane < access.addresses.size(); ++lane) {
        access.addresses[lane] = static_cast<std::uint64_t>(layout.place(elements[lane]) * layout.element_bytes);
        access.active |= 1U << lane;
    }
    access.use = simulated::find_bank_use(banks, access.addresses, access.active, layout.element_bytes);
    return access;
}

std::vector<SharedAccess> bank_accesses(Method method, int n, int s, const SharedLayout& layout) {
    std::vector<SharedAccess> accesses;
    std::vector<std::int64_t> reading;
    std::vector<int> rows = rows_of_step(method, n, s);
    if (method == Method::cr && 2 * s + 1 == steps_of(method, n)) rows.resize(1);
    for (const int row : rows) {
        reading.push_back(row);
        if (reading.size() < simulated::warp_size) continue;
        accesses.push_back(shared_access(reading, layout));
        reading.clear();
    }
    if (!reading.empty()) accesses.push_back(shared_access(reading, layout));
    return accesses;
}

simulated::BankUse bank_use(Method method, int n, int s, const SharedLayout& layout) {
    simulated::BankUse all;
    for (const SharedAccess& access : bank_accesses(method, n, s, layout)) {
        all.passes += access.use.passes;
        all.ideal += access.use.ideal;
        all.degree = std::max(all.degree, access.use.degree);
    }
    return all;
}

} // namespace warploom::walkthrough
