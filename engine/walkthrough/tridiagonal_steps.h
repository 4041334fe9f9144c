#pragma once

#include "engine/generators/tridiagonal_system.h"
#include "engine/simulated/counts.h"
#include "engine/walkthrough/kernel_lines.h"

#include <array>
#include <cstdint>
#include <vector>

// The Thomas algorithm, cyclic reduction (CR) and parallel cyclic reduction (PCR), step by step and with all
// intermediate values, for teaching. Only for small systems, because the code is not optimized. Source: cerny2011,
// "Popis algoritmů".

namespace warploom::walkthrough {

enum class Method { thomas, cr, pcr };

/// The current value of a coefficient. In formulas, the row is its subscript and `version` is its superscript: a_3^(1).
struct Coefficient {
    double value = 0;
    int version = 0; ///< number of times that the coefficient has been rewritten
    /// Whether the coefficient is structurally zero, because its unknown has been eliminated or does not exist.
    bool is_zero = false;
    bool is_one = false; ///< whether the coefficient is 1, because the equation was divided by its pivot
};

/// The equation a x_left + b x_row + c x_right = h. Rows and unknowns are counted from 0.
struct Equation {
    Coefficient a, b, c, h;
    int left = -1, right = -1; ///< unknowns that a and c multiply; -1 if there is none
    bool is_solved = false;
    double x = 0;
};
using Equations = std::vector<Equation>;

enum class StepAction {
    eliminate,  ///< forward sweep of the Thomas algorithm: subtract k1 times the row above and divide by the pivot
    reduce,     ///< elementary step: subtract k1 and k2 times the two neighboring rows
    solve,      ///< after the reduction in CR: one thread solves the one or two remaining equations
    substitute, ///< substitution: x = (h - a x_left - c x_right) / b with known values of the other unknowns
};

/// The work of one thread in one step, and its equation before and after the step.
struct RowWork {
    int row = 0;
    int thread = 0;
    StepAction action = StepAction::reduce;
    int left = -1,
        right = -1; ///< rows (for substitution, unknowns) that the thread reads; -1 if there is none
    /// k1 is a / b of the left row, and k2 is c / b of the right row; 0 if there is no such row.
    double k1 = 0, k2 = 0;
    bool solves = false; ///< whether the unknown of this row is known after the step
    int operations = 0;
    Equation before, after;
};

struct Step {
    StepAction action = StepAction::reduce;
    int distance = 1;          ///< distance between a row and its neighbors in this step
    std::vector<RowWork> work; ///< work of all threads, in ascending order of rows and threads
    int operations = 0;
    Equations after;
    KernelLine line = quote::cr_reduce;

    int active_threads() const { return work.empty() ? 0 : work.back().thread + 1; }
};

struct TridiagonalSteps {
    Method method = Method::cr;
    int n = 0;
    int threads = 0; ///< number of threads: 1, n / 2 (rounded up), or n
    Equations start;
    std::vector<Step> steps;
    int bad_pivot = -1; ///< index of a row with a pivot of zero or NaN, at which the solver stops; -1 if there is none

    /// Returns the equations before step s. If s is the number of steps, returns the final equations.
    const Equations& before(int s) const { return s == 0 ? start : steps[s - 1].after; }
    int operations_until(int s) const;
};

/// Computes all steps of the solver `method` for `system` (n >= 1). As in the kernels, rows outside the system have b =
/// 1 and the solution 0, and their terms are computed and counted. a[0] and c[n-1] are ignored. Thomas takes 2n - 1
/// steps. In CR, level l = 1, 2, ... rewrites the rows (2^l - 1) + k 2^l until one or two rows are left, which one
/// thread solves. Substitution follows in reverse order. PCR takes ceil(log2 n) steps, and its last step also divides.
TridiagonalSteps tridiagonal_steps(Method method, const TridiagonalSystem& system);

/// Returns the rows processed in step s of a solver, in ascending order. Fast for any n, because no steps are
/// performed.
std::vector<int> rows_of_step(Method method, int n, int s);
int steps_of(Method method, int n);

/// The cost of Thomas, CR and PCR according to cerny2011 ("Složitosti algoritmů"): Thomas takes 2n steps and 8n
/// operations, CR takes 2 log2 n - 1 steps and 17n operations, and PCR takes log2 n steps and 12 n log2 n operations.
struct CostFormula {
    double steps = 0, operations = 0;
    const char* steps_text = "";
    const char* operations_text = "";
};
CostFormula cost_formula(Method method, int n);

/// These functions return a built-in tridiagonal system with n unknowns. The rows of second_difference() are -1, 2, -1,
/// so that all values in the walkthrough are short decimal fractions. random_dominant() is random and diagonally
/// dominant. The solution of both is 1, 3, 2, 4, 1, 3, 2, 4, ...
TridiagonalSystem second_difference(int n);
TridiagonalSystem random_dominant(int n, unsigned seed);

/// Layout of an array in shared memory with 32 banks of 4 bytes.
struct SharedLayout {
    int element_bytes = 8; ///< size of an element in bytes: 4 or 8
    bool padding = false;  ///< whether one element is skipped after every 128 bytes

    /// Returns the index at which element i is stored.
    std::int64_t place(std::int64_t i) const { return padding ? i + i / (128 / element_bytes) : i; }
};

/// A shared memory access of one warp. Each active lane accesses one array element.
struct SharedAccess {
    std::array<std::uint64_t, simulated::warp_size> addresses{};
    std::uint32_t active = 0;
    simulated::BankUse use;
};
/// Returns the access of a warp with up to 32 active lanes, in which each lane accesses element elements[lane].
SharedAccess shared_access(const std::vector<std::int64_t>& elements, const SharedLayout& layout);

/// Returns the shared memory accesses in step s of a solver, one per warp, for determining bank conflicts. Each thread
/// reads the element of its own row in one array. Reads of neighboring rows have the same pattern, shifted by the
/// distance between the rows.
std::vector<SharedAccess> bank_accesses(Method method, int n, int s, const SharedLayout& layout);

/// Returns the total number of passes of all warps in bank_accesses(), and the maximum `degree` of any warp.
simulated::BankUse bank_use(Method method, int n, int s, const SharedLayout& layout);

} // namespace warploom::walkthrough
