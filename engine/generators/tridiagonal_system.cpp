#include "engine/generators/tridiagonal_system.h"

#include "engine/generators/generators.h"
#include "engine/generators/matrix_source.h"
#include "engine/generators/tridiagonal_kinds.h"
#include "engine/matrix/random.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cfloat>
#include <functional>

namespace warploom {

namespace {

constexpr std::int64_t unknowns_per_task = 1 << 15;
constexpr std::uint64_t stream_of_x = 60;

void for_rows(std::int64_t n, const Progress& progress, int threads, const std::function<void(std::size_t)>& body) {
    const std::int64_t tasks = (n + unknowns_per_task - 1) / unknowns_per_task;
    std::int64_t turns = 0;
    parallel_for(
        tasks, threads,
        [&](std::int64_t task) {
            const std::int64_t last = std::min(n, (task + 1) * unknowns_per_task);
            for (std::int64_t i = task * unknowns_per_task; i < last; ++i) body(static_cast<std::size_t>(i));
        },
        [&] { progress.check(std::min(n, ++turns * unknowns_per_task), n); });
}

/// Allocates a tridiagonal system with n unknowns. The caller must set the diagonals a, b and c.
TridiagonalSystem room_for(std::int64_t n, const Progress& progress) {
    require_memory(5.0 * sizeof(double) * static_cast<double>(n),
                   sentence("The tridiagonal system with {unknowns} {unknowns:unknown|unknowns}", {{"unknowns", n}}));
    TridiagonalSystem system;
    for (auto* array : {&system.a, &system.b, &system.c, &system.d, &system.known_x}) grow(*array, n, 0.0, progress);
    return system;
}

/// Rounds a 113-bit long double to the 64 bits that x86 uses, with Dekker's splitting (1971), so that machines with
/// either type generate the same system. On machines on which long double is the same as double, the last digit of d
/// may differ.
long double with_64_digits(long double wide) {
#if LDBL_MANT_DIG == 113
    const long double raised = wide * (static_cast<long double>(std::uint64_t{1} << 49) + 1);
    return raised - (raised - wide);
#else
    return wide;
#endif
}

/// The exact solution x from which the right-hand side is computed.
enum class Solution { drawn, ones, counting, with_zeros };

/// Computes the right-hand side d = A x for the solution x selected by `solution`. Each entry of d is rounded once. A
/// random x is generated from `seed`.
void give_right_hand_side(TridiagonalSystem& system, Solution solution, std::uint64_t seed, const Progress& progress,
                          int threads) {
    const auto n = static_cast<std::size_t>(system.n());
    for_rows(system.n(), progress, threads, [&](std::size_t i) {
        switch (solution) {
        case Solution::ones: system.known_x[i] = 1; break;
        case Solution::counting: system.known_x[i] = static_cast<double>(i + 1); break;
        case Solution::with_zeros:
            if (i % 3 == 2) break; // known_x is zero-initialized
            [[fallthrough]];
        case Solution::drawn: system.known_x[i] = Random(seed, stream_of_x, i).symmetric(); break;
        }
    });
    const auto product = [](double coefficient, double x) {
        return with_64_digits(static_cast<long double>(coefficient) * static_cast<long double>(x));
    };
    for_rows(system.n(), progress, threads, [&](std::size_t i) {
        long double sum = product(system.b[i], system.known_x[i]);
        if (i > 0) sum = with_64_digits(sum + product(system.a[i], system.known_x[i - 1]));
        if (i + 1 < n) sum = with_64_digits(sum + product(system.c[i], system.known_x[i + 1]));
        system.d[i] = static_cast<double>(sum);
    });
}

} // namespace

bool names_tridiagonal_system(std::string_view name) { return name.substr(0, name.find(':')) == "tridiagonal"; }

TridiagonalSystem load_tridiagonal_system(const std::string& name, const Progress& progress, int threads) {
    if (!names_tridiagonal_system(name)) return tridiagonal_system_of(load_matrix(name, progress, threads));
    const GeneratorValues values = generator_values(name);
    const std::int64_t n = values.integer("n");
    TridiagonalSystem system = room_for(n, progress);
    system.systems = static_cast<int>(values.integer("systems"));
    const TridiagonalRule rule(values, progress, threads);
    for_rows(n, progress, threads, [&](std::size_t i) {
        const TridiagonalRow row = rule.row(static_cast<std::int64_t>(i));
        system.a[i] = row.a;
        system.b[i] = row.b;
        system.c[i] = row.c;
    });
    give_right_hand_side(system, static_cast<Solution>(values.integer("x")), values.seed(), progress, threads);
    return system;
}

TridiagonalSystem tridiagonal_system_of(const Matrix& matrix, std::uint64_t seed) {
    if (const std::string why_not = matrix.why_not_runnable(); !why_not.empty())
        throw Error("matrix.unsupported", why_not, sentence("Choose a real-valued tridiagonal matrix."));
    const CsrMatrix& csr = matrix.csr;
    if (csr.rows != csr.cols)
        throw Error("matrix.tridiagonal",
                    sentence("A tridiagonal system requires a square matrix, but {matrix} is {rows} x {cols}.",
                             {{"matrix", matrix.name}, {"rows", csr.rows}, {"cols", csr.cols}}),
                    sentence("Choose a square tridiagonal matrix, such as the generator tridiagonal:n=16."));
    TridiagonalSystem system = room_for(csr.rows, {});
    for (std::int64_t row = 0; row < csr.rows; ++row) {
        const auto i = static_cast<std::size_t>(row);
        for (auto k = static_cast<std::size_t>(csr.row_pointer[i]);
             k < static_cast<std::size_t>(csr.row_pointer[i + 1]); ++k) {
            const std::int64_t beside = csr.column[k] - row;
            if (beside < -1 || beside > 1)
                throw Error("matrix.tridiagonal",
                            sentence("{matrix} is not tridiagonal: it has an entry in row {row}, column {column} (both "
                                     "counted from 0).",
                                     {{"matrix", matrix.name}, {"row", row}, {"column", csr.column[k]}}),
                            sentence("Choose a tridiagonal matrix, such as the generator tridiagonal:n=16."));
            (beside < 0 ? system.a : beside == 0 ? system.b : system.c)[i] = csr.value[k];
        }
    }
    give_right_hand_side(system, Solution::drawn, seed, {}, 0);
    return system;
}

} // namespace warploom
