#include "app/check/judged_input.h"

#include "app/operations/ata.h"
#include "app/operations/free.h"
#include "app/operations/spmv.h"
#include "app/operations/tridiagonal.h"
#include "engine/matrix/lower_factor.h"
#include "engine/matrix/random.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/trsv/level_sets.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace warploom::app {

namespace {

void multiply(std::vector<double>& numbers, int power) {
    for (double& number : numbers) number = std::ldexp(number, power);
}

/// Index of the first scaled row, and distance between scaled rows. The distance between any two scaled rows is never a
/// power of two, so cyclic reduction never combines them.
constexpr std::int64_t first_scaled = 3, apart = 7;
bool is_scaled(std::int64_t number) { return number % apart == first_scaled; }

std::shared_ptr<const Matrix> scaled(const Matrix& matrix, const TestInput& input) {
    Matrix made = matrix;
    CsrMatrix& a = made.csr;
    multiply(a.value, input.power);
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            if (is_scaled(row)) a.value[k] = std::ldexp(a.value[k], input.row_power);
            if (is_scaled(a.column[k])) a.value[k] = std::ldexp(a.value[k], input.column_power);
        }
    return std::make_shared<const Matrix>(std::move(made));
}

std::shared_ptr<const TridiagonalSystem> scaled(const TridiagonalSystem& system, const TestInput& input) {
    TridiagonalSystem made = system;
    const int power = input.power;
    for (auto* const band : {&made.a, &made.b, &made.c}) multiply(*band, -power / 2);
    multiply(made.d, power - power / 2);
    multiply(made.known_x, power);
    for (std::int64_t row = 0; row < made.n(); ++row) {
        const auto scale = [row](std::vector<double>& numbers, int by) { numbers[row] = std::ldexp(numbers[row], by); };
        if (is_scaled(row)) {
            for (auto* const numbers : {&made.a, &made.b, &made.c, &made.d}) scale(*numbers, input.row_power);
            scale(made.b, input.column_power);
            scale(made.known_x, -input.column_power);
        }
        if (is_scaled(row - 1)) scale(made.a, input.column_power);
        if (is_scaled(row + 1)) scale(made.c, input.column_power);
    }
    return std::make_shared<const TridiagonalSystem>(std::move(made));
}

std::shared_ptr<const DenseMatrix> scaled(const DenseMatrix& matrix, const TestInput& input) {
    DenseMatrix made = matrix;
    multiply(made.value, input.power);
    return std::make_shared<const DenseMatrix>(std::move(made));
}

} // namespace

JudgedInput judged_input(Inputs& inputs, Operation operation, const TestInput& input, const TraceSettings& settings,
                         const TraceWays& ways, const Progress& progress) {
    const OperationSpec& spec = spec_of(operation);
    JudgedInput judged;
    if (operation == Operation::free) {
        judged.values = declared_input(settings.kernel, input.name);
        judged.expected = expected_results(settings, *judged.values);
        judged.traced = spec.trace_input(inputs, input.name, settings, progress, ways);
        return judged;
    }
    if (operation == Operation::ata) judged.dense = inputs.dense(input.name, progress);
    else if (operation == Operation::tridiagonal) judged.system = inputs.system(input.name, progress);
    else judged.matrix = inputs.matrix(input.name, progress);
    const bool is_modified = input.power != 0 || input.row_power != 0 || input.column_power != 0;
    if (is_modified && judged.matrix != nullptr) {
        judged.matrix = scaled(*judged.matrix, input);
        judged.traced = spec.trace_matrix(judged.matrix, settings, ways);
        return judged;
    }
    judged.traced = spec.trace_input(inputs, input.name, settings, progress, ways);
    if (is_modified && judged.system != nullptr) {
        if (input.row_power != 0) judged.unscaled_system = judged.system;
        judged.system = scaled(*judged.system, input);
        judged.traced.subject = [system = judged.system, settings](const Progress&) {
            return tridiagonal_subject(settings.kernel, {system, settings.precision});
        };
    } else if (is_modified) {
        judged.dense = scaled(*judged.dense, input);
        judged.traced.subject = [dense = judged.dense, settings](const Progress&) {
            return ata_subject(settings.kernel, {dense, settings.precision, {}});
        };
    }
    return judged;
}

std::vector<double> vector_of(const std::string& name, std::int64_t count) {
    if (name == with_zeros_and_ones) {
        std::vector<double> x = make_x("random:1", count);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (i < 3 || i % 3 == 0) x[i] = 0;
            else if (i % 6 == 2) x[i] = 1;
            else if (i % 6 == 5) x[i] = -1;
        return x;
    }
    if (name == with_several_nan) {
        constexpr std::uint64_t seed = 19, one_of = 300;
        std::vector<double> x = make_x("random:1", count);
        for (std::uint64_t i = 0; i < x.size(); ++i) {
            if (i == x.size() - 1 || Random(seed, i).below(one_of) == 0)
                x[i] = std::numeric_limits<double>::quiet_NaN();
        }
        return x;
    }
    if (name == with_a_nan || name == with_an_infinity) {
        using Limits = std::numeric_limits<double>;
        std::vector<double> x = make_x("random:1", count);
        if (!x.empty()) x[x.size() / 2] = name == with_a_nan ? Limits::quiet_NaN() : Limits::infinity();
        return x;
    }
    if (const std::string begin = times_power_of_two; name.rfind(begin, 0) == 0) {
        std::vector<double> x = make_x("random:1", count);
        for (double& number : x) number = std::ldexp(number, std::atoi(name.c_str() + begin.size()));
        return x;
    }
    const std::string infinite = "infinity in column ";
    if (name.rfind(infinite, 0) != 0) return make_x(name.empty() ? "random:1" : name, count);
    std::vector<double> x = make_x("random:1", count);
    const auto column = static_cast<std::size_t>(std::max(0L, std::atol(name.c_str() + infinite.size())));
    if (column < x.size()) x[column] = std::numeric_limits<double>::infinity();
    return x;
}

kernels::OperationInput bound_input(const JudgedInput& input, Operation operation, const TraceSettings& settings) {
    const auto format = [&](const std::string& id, const CsrMatrix& a) {
        return kernels::make_format(id, a, settings.precision);
    };
    switch (operation) {
    case Operation::tridiagonal: return kernels::TridiagonalInput{input.system, settings.precision};
    case Operation::ata: return kernels::AtaInput{input.dense, settings.precision, {}};
    case Operation::free: return kernels::FreeInput{input.values, settings.precision};
    case Operation::trsv: {
        const CsrMatrix lower = lower_factor(input.matrix->csr);
        return kernels::TrsvInput{format("csr", lower),
                                  std::make_shared<const kernels::LevelSets>(kernels::level_sets(lower))};
    }
    case Operation::ilu: {
        const CsrMatrix& a = input.matrix->csr;
        return kernels::IluInput{format("csr", a), std::make_shared<const kernels::LuPattern>(kernels::lu_pattern(a))};
    }
    default:
        return kernels::SpmvInput{format(require_known(Operation::spmv, settings.kernel).format, input.matrix->csr)};
    }
}

} // namespace warploom::app
