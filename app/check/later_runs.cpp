#include "app/check/later_runs.h"

#include "app/operations/free.h"
#include "app/operations/trace_kernel.h"
#include "app/problem/planned_kernel.h"
#include "engine/declared/declared_input.h"
#include "engine/matrix/lower_factor.h"
#include "engine/matrix/random.h"
#include "engine/measure/reference.h"
#include "engine/sentence.h"
#include "kernels/sources/other_numbers.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace warploom::app {

namespace {

constexpr std::uint64_t one_of = 8; // on average, one of this many values or rows is replaced

bool is_chosen(std::uint64_t seed, std::uint64_t index) { return Random(seed, index).below(one_of) == 0; }

/// Returns a different number of similar magnitude, or 1 for 0.
double replacement_of(double number) { return number == 0 ? 1 : -0.5 * number; }

/// Specifies which numbers a later run replaces. If a kernel decides by the first number whether to compute the result
/// again, only a run that preserves this number exposes it. If a kernel reuses a single number, only a run that
/// replaces all numbers exposes it.
enum class Replaced : std::uint8_t {
    some, ///< replaces about one number in eight, but not the first one
    all
};

/// Changes the values of some rows, including at least one nonempty row, or of all rows: halves the off-diagonal
/// entries and doubles the diagonal entry.
void change_values(CsrMatrix& a, std::uint64_t seed, Replaced replaced) {
    const auto next = std::upper_bound(a.row_pointer.begin(), a.row_pointer.end(), a.nonzeros() / 2);
    const auto always = next - a.row_pointer.begin() - 1;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const bool is_needed = replaced == Replaced::all || row == always;
        if (!is_needed && (row == 0 || !is_chosen(seed, static_cast<std::uint64_t>(row)))) continue;
        const auto first = static_cast<std::size_t>(a.row_pointer[static_cast<std::size_t>(row)]);
        const auto last = static_cast<std::size_t>(a.row_pointer[static_cast<std::size_t>(row) + 1]);
        for (std::size_t k = first; k < last; ++k) a.value[k] *= a.column[k] == row ? 2 : 0.5;
    }
}

void change_values(TridiagonalSystem& system, std::uint64_t seed, Replaced replaced) {
    const auto n = static_cast<std::uint64_t>(system.n());
    for (std::uint64_t i = 0; i < n; ++i) {
        const bool is_needed = replaced == Replaced::all || i == n / 2;
        if (!is_needed && (i == 0 || !is_chosen(seed, i))) continue;
        system.b[i] *= 2;
        system.a[i] *= 0.5;
        system.c[i] *= 0.5;
    }
}

/// Computes the right-hand side of a tridiagonal system from its known solution.
void make_right_side(TridiagonalSystem& system) {
    const auto n = static_cast<std::size_t>(system.n());
    const auto product = [](double coefficient, double x) {
        return static_cast<long double>(coefficient) * static_cast<long double>(x);
    };
    for (std::size_t i = 0; i < n; ++i) {
        long double sum = product(system.b[i], system.known_x[i]);
        if (i > 0) sum += product(system.a[i], system.known_x[i - 1]);
        if (i + 1 < n) sum += product(system.c[i], system.known_x[i + 1]);
        system.d[i] = static_cast<double>(sum);
    }
}

/// Returns a copy of `numbers` with some or all numbers replaced, as selected by `seed`. If there is only one number,
/// it is replaced even with Replaced::some. The number at index `needed`, or the middle one if `needed` is negative, is
/// always replaced.
std::vector<double> with_other_numbers(const std::vector<double>& numbers, std::uint64_t seed, Replaced replaced,
                                       std::int64_t needed = -1) {
    std::vector<double> made = numbers;
    const std::uint64_t always = needed >= 0 ? static_cast<std::uint64_t>(needed) : made.size() / 2;
    for (std::uint64_t i = 0; i < made.size(); ++i)
        if (replaced == Replaced::all || i == always || (i > 0 && is_chosen(seed, i)))
            made[i] = replacement_of(made[i]);
    return made;
}

/// Replaces the right-hand side of a tridiagonal system. If `has_other_matrix` is true, also changes some matrix
/// values, but not the sparsity pattern. Diagonally dominant rows stay dominant.
JudgedInput with_other_numbers(const JudgedInput& input, std::uint64_t seed, Replaced replaced, bool has_other_matrix) {
    JudgedInput made = input;
    if (input.values != nullptr) {
        declared::DeclaredInput values = *input.values;
        values.seed += 1000 * seed;
        values.values = declared::ElementValues::random;
        made.values = std::make_shared<const declared::DeclaredInput>(std::move(values));
    }
    if (input.system != nullptr) {
        TridiagonalSystem system = *input.system;
        if (has_other_matrix) change_values(system, seed, replaced);
        system.known_x = with_other_numbers(system.known_x, seed, replaced);
        made.unscaled_system = nullptr;
        make_right_side(system);
        made.system = std::make_shared<const TridiagonalSystem>(std::move(system));
    }
    if (!has_other_matrix) return made;
    if (input.matrix != nullptr) {
        Matrix matrix = *input.matrix;
        change_values(matrix.csr, seed, replaced);
        made.matrix = std::make_shared<const Matrix>(std::move(matrix));
    }
    if (input.dense != nullptr) {
        DenseMatrix dense = *input.dense;
        dense.value = with_other_numbers(dense.value, seed, replaced);
        made.dense = std::make_shared<const DenseMatrix>(std::move(dense));
    }
    return made;
}

/// Runs a kernel again on an input with different values.
class Repetition {
public:
    Repetition(Operation operation, const JudgedInput& first, const std::vector<double>& vector,
               const TraceSubject& subject, const TraceSettings& settings)
        : operation_(operation), first_(first), subject_(subject), settings_(settings) {
        const bool has_other_x = operation == Operation::spmv,
                   has_other_side = operation == Operation::trsv || operation == Operation::tridiagonal;
        if (operation == Operation::free) {
            add(sentence("In the second run, with other inputs"), vector, Replaced::some);
            add(sentence("In the third run, with other inputs"), vector, Replaced::all);
            for (Run& run : runs_) run.input.expected = expected_results(settings, *run.input.values);
            return;
        }
        add(has_other_x      ? sentence("In the second run, with another x")
            : has_other_side ? sentence("In the second run, with another right-hand side")
                             : sentence("In the second run"),
            vector, Replaced::some);
        add(has_other_x      ? sentence("In the third run, with another x")
            : has_other_side ? sentence("In the third run, with another right-hand side")
                             : sentence("In the third run"),
            vector, Replaced::all);
        const bool prepares = kernels::text_of_kernel(settings.kernel).find("prepare") != std::string::npos;
        for (const Replaced replaced : {Replaced::some, Replaced::all})
            add(prepares ? sentence("After another call to prepare with different matrix values")
                         : sentence("With different matrix values"),
                vector, replaced, true);
    }

    LaterRuns try_all(const Progress& progress) {
        TraceSubject repeated = subject_;
        repeated.run = [&](kernels::Bound& bound) {
            subject_.run(bound);
            for (Run& run : runs_) try_one(run, bound);
        };
        TraceSettings uncounted = settings_;
        uncounted.counts = false;
        LaterRuns later;
        later.findings = trace_kernel(repeated, uncounted, progress).findings;
        const bool single = settings_.precision == Precision::float32;
        for (const Run& run : runs_) {
            later.wrong = operation_ == Operation::free
                              ? run.wrong
                              : first_wrong_of(run.input, operation_, run.vector, run.result, single);
            if (!later.wrong) continue;
            later.name = run.name;
            break;
        }
        return later;
    }

private:
    struct Run {
        std::string name;
        JudgedInput input;
        std::vector<double> vector;
        bool has_other_matrix = false;
        std::vector<double> result = {};
        std::optional<WrongNumber> wrong = {}; ///< first wrong element; set only for the operation `free`
    };

    void add(const std::string& name, const std::vector<double>& vector, Replaced replaced,
             bool has_other_matrix = false) {
        const std::uint64_t seed = runs_.size() + 1;
        runs_.push_back({name, with_other_numbers(first_, seed, replaced, has_other_matrix),
                         with_other_numbers(vector, seed, replaced, needed_number()), has_other_matrix});
    }

    /// Returns the index of an element of x that is multiplied by a nonzero entry, or -1 if there is none.
    std::int64_t needed_number() const {
        if (operation_ != Operation::spmv) return -1;
        const CsrMatrix& a = first_.matrix->csr;
        for (std::size_t k = a.value.size() / 2; k < a.value.size(); ++k)
            if (a.value[k] != 0) return a.column[k];
        return -1;
    }

    void try_one(Run& run, kernels::Bound& bound) const {
        auto* const text = dynamic_cast<kernels::OtherNumbers*>(&bound);
        const bool has_other_input =
            run.has_other_matrix || operation_ == Operation::tridiagonal || operation_ == Operation::free;
        if (text != nullptr && has_other_input) text->take_numbers(bound_input(run.input, operation_, settings_));
        if (text != nullptr && run.has_other_matrix) text->prepare_again();
        give_vector(operation_, bound, run.vector);
        subject_.run(bound);
        if (operation_ == Operation::free)
            run.wrong = first_wrong(*run.input.values, *run.input.expected, static_cast<kernels::BoundFree&>(bound));
        else run.result = subject_.values(bound);
    }

    Operation operation_;
    const JudgedInput& first_;
    const TraceSubject& subject_;
    const TraceSettings& settings_;
    std::vector<Run> runs_;
};

} // namespace

void give_vector(Operation operation, kernels::Bound& bound, const std::vector<double>& vector) {
    if (operation == Operation::spmv) static_cast<kernels::BoundSpmv&>(bound).set_x(vector);
    if (operation == Operation::trsv) static_cast<kernels::BoundTrsv&>(bound).set_right_side(vector);
}

std::optional<WrongNumber> first_wrong_of(const JudgedInput& input, Operation operation,
                                          const std::vector<double>& vector, const std::vector<double>& result,
                                          bool single) {
    if (operation == Operation::spmv)
        return first_wrong(measure::spmv_reference(input.matrix->csr, vector, single), result);
    if (operation == Operation::tridiagonal)
        return first_wrong(input.unscaled_system != nullptr ? *input.unscaled_system : *input.system, result, single);
    if (operation == Operation::ata) return first_wrong(*input.dense, result, single);
    if (operation == Operation::ilu) return first_wrong_factor(input.matrix->csr, result, single);
    return first_wrong_solution(lower_factor(input.matrix->csr), vector, result, single);
}

bool keeps_state(Operation operation, const std::string& kernel) {
    const std::string text = kernels::text_of_kernel(kernel);
    return text.find("scratch") != std::string::npos || text.find("prepare") != std::string::npos ||
           !simt::variable_of(*kernels::program_of(operation, kernel)).empty();
}

LaterRuns try_later_runs(Operation operation, const JudgedInput& first, const std::vector<double>& vector,
                         const TraceSubject& subject, const TraceSettings& settings, const Progress& progress) {
    constexpr std::int64_t most_slots = 200'000;
    if (subject.value_slots > most_slots || (first.system != nullptr && first.system->known_x.empty())) return {};
    return Repetition(operation, first, vector, subject, settings).try_all(progress);
}

} // namespace warploom::app
