#pragma once

#include "engine/generators/tridiagonal_system.h"
#include "engine/simulated/counts.h"
#include "engine/walkthrough/kernel_lines.h"

#include <array>
#include <cstdint>
#include <vector>

// Thomas, cyclic reduction (CR) and parallel cyclic reduction (PCR), one step at a time, with every number that a
// lesson needs. Small systems only: nothing here is fast. Source: cerny2011, "Popis algoritmů".

namespace warploom::walkthrough {

enum class Method { thomas, cr, pcr };

/// A coefficient of an equation as it is now. On paper it is a letter with the row below and `version` above: a_3^(1).
struct Coefficient {
    double value = 0;
    int version = 0;      ///< how often it was rewritten
    bool is_zero = false; ///< by the method, whatever the numbers: its unknown was eliminated, or there is none
    bool is_one = false;  ///< by the method: the equation was divided by its pivot
};

/// a x_left + b x_row + c x_right = h. Rows and unknowns are counted from 0.
struct Equation {
    Coefficient a, b, c, h;
    int left = -1, right = -1; ///< unknowns that a and c belong to; -1 where there is none
    bool is_solved = false;
    double x = 0; ///< of its unknown, once it is solved
};
using Equations = std::vector<Equation>;

enum class StepAction {
    eliminate,  ///< Thomas, downwards: takes the row above times k1 away, divides by the pivot
    reduce,     ///< the elementary step: both neighbors times k1 and k2 are taken away
    solve,      ///< CR in the middle: one or two equations are left, one thread solves them
    substitute, ///< x = (h - a x_left - c x_right) / b, with the known unknowns
};

/// The work of one thread in one step. `before` and `after` are the equation of the row.
struct RowWork {
    int row = 0;
    int thread = 0;
    StepAction action = StepAction::reduce;
    int left = -1,
        right = -1;        ///< the rows (or, during substitution, unknowns) that it uses; -1: out of range or unused
    double k1 = 0, k2 = 0; ///< a / b of the row at the left, c / b of the row at the right; 0 where there is none
    bool solves = false;   ///< the unknown of the row is known after this
    int operations = 0;    ///< floating-point ones, as the thread executes them
    Equation before, after;
};

struct Step {
    StepAction action = StepAction::reduce;
    int distance = 1;          ///< between a row and those it uses
    std::vector<RowWork> work; ///< rows ascend, and so do the threads
    int operations = 0;
    Equations after;
    KernelLine line = quote::cr_reduce; ///< the line of the kernel for this step

    int active_threads() const { return work.empty() ? 0 : work.back().thread + 1; }
};

struct TridiagonalSteps {
    Method method = Method::cr;
    int n = 0;
    int threads = 0; ///< that the method keeps at hand: 1, n / 2 (rounded up), n
    Equations start;
    std::vector<Step> steps;
    int bad_pivot = -1; ///< the row whose pivot is 0 or NaN, if the method cannot solve the system

    /// Returns the equations before step s; s = number of steps returns the final ones.
    const Equations& before(int s) const { return s == 0 ? start : steps[s - 1].after; }
    int operations_until(int s) const; ///< of steps 0 .. s
};

/// Every step of `method` on `system` (n from 1 on). Rows beyond the edge count as 0 x = 0 with b = 1, as in the
/// kernels; their terms are executed and counted. a[0] and c[n-1] are ignored.
/// Thomas: 2n - 1 steps. CR: level l = 1, 2, ... rewrites rows (2^l - 1) + k 2^l until two or one are left, which one
/// thread solves, then substitutes outwards. PCR: ceil(log2 n) steps; the last one divides too.
TridiagonalSteps tridiagonal_steps(Method method, const TridiagonalSystem& system);

/// The rows that step s of the method works on, ascending, for any n; nothing is computed.
std::vector<int> rows_of_step(Method method, int n, int s);
int steps_of(Method method, int n);

/// The cost formulas of cerny2011 ("Složitosti algoritmů"): 2n, 2 log2 n - 1, log2 n and 8n, 17n, 12 n log2 n.
struct CostFormula {
    double steps = 0, operations = 0;
    const char* steps_text = "";
    const char* operations_text = "";
};
CostFormula cost_formula(Method method, int n);

/// Built-in systems of n unknowns: -1, 2, -1, whose halves have short decimal fractions, and a random one, diagonally
/// dominant. The solution of both is 1, 3, 2, 4, 1, 3, 2, 4, ...
TridiagonalSystem second_difference(int n);
TridiagonalSystem random_dominant(int n, unsigned seed);

/// The layout of arrays in shared memory: 32 banks, each one 4-byte word wide.
struct SharedLayout {
    int element_bytes = 8; ///< 4 or 8
    bool padding = false;  ///< one element is left free after every 128 bytes

    /// Returns the position of element i, in elements.
    std::int64_t place(std::int64_t i) const { return padding ? i + i / (128 / element_bytes) : i; }
};

/// One access of one warp: each active lane accesses one element of one array.
struct SharedAccess {
    std::array<std::uint64_t, simulated::warp_size> addresses{}; ///< bytes from the start of the array
    std::uint32_t active = 0;
    simulated::BankUse use;
};
/// `elements[lane]` for the lanes of one warp, at most 32 of them.
SharedAccess shared_access(const std::vector<std::int64_t>& elements, const SharedLayout& layout);

/// Returns the bank conflicts when the threads of step s of a method each read their own row's element of one array:
/// one access per warp. (Reads of the left and right neighbors have the same pattern, shifted.)
std::vector<SharedAccess> bank_accesses(Method method, int n, int s, const SharedLayout& layout);

/// All warps of `bank_accesses` together; `degree` is the worst of them.
simulated::BankUse bank_use(Method method, int n, int s, const SharedLayout& layout);

} // namespace warploom::walkthrough
