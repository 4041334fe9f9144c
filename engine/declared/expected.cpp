#include "engine/declared/expected.h"

#include "engine/error.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warploom::declared {

namespace {

/// Executes `expected` on copies of arrays, and returns the arrays that contain the results.
class Execution {
public:
    Execution(std::shared_ptr<const simt::Program> expected, const DeclaredInput& input, bool is_double,
              std::int64_t most_turns, bool as_double)
        : expected_(std::move(expected)), input_(input), is_double_(is_double), as_double_(as_double) {
        limits_.turns = limits_.waiting_turns = most_turns;
    }

    std::vector<NumberArray> draw() const { return declared::draw(input_, is_double_, as_double_); }

    void run(std::vector<NumberArray>& arrays) const {
        simt::Given given;
        given.numbers = input_.numbers;
        for (std::size_t a = 0; a < arrays.size(); ++a) {
            const DeclaredArray& declared = input_.problem->arrays[a];
            simt::GivenArray& one = given.arrays.emplace_back();
            one.name = declared.name;
            one.element = arrays[a].element();
            one.data = arrays[a].data();
            one.size = arrays[a].size();
            one.may_write = declared.role != Role::in;
        }
        const std::string hint = sentence("Correct the function `expected`. It runs serially, in a single thread.");
        try {
            simt::Call(expected_, is_double_ || as_double_, std::move(given), limits_).run();
        } catch (const simt::EndlessLoopError& error) {
            throw simt::EndlessLoopError(error.code(), error.what(), hint);
        } catch (const Error& error) {
            if (error.code() != "kernel.fault") throw;
            throw Error(error.code(), error.what(), hint);
        }
    }

    /// Returns whether the elements of all arrays of real numbers are of type double.
    bool is_precise(const std::vector<NumberArray>& arrays) const {
        return std::none_of(arrays.begin(), arrays.end(),
                            [](const NumberArray& array) { return array.type() == NumberType::float32; });
    }

private:
    std::shared_ptr<const simt::Program> expected_;
    const DeclaredInput& input_;
    bool is_double_, as_double_;
    simt::ExecutionLimits limits_;
};

double unit_roundoff(NumberType type) { return type == NumberType::float32 ? 0x1p-24 : 0x1p-53; }

/// Rounds a number to the type of a result.
double rounded(double value, NumberType type) {
    return type == NumberType::float32 ? static_cast<double>(static_cast<float>(value)) : value;
}

} // namespace

std::shared_ptr<const simt::Program> compile_expected(const std::string& name, const std::string& text) {
    static RecentCache<std::shared_ptr<const simt::Program>> recent(16);
    return recent.of(name + "\n" + text, [&] {
        const simt::Translation translation = simt::translate(name, text, simt::EntryPoint::expected);
        if (translation.program != nullptr) return translation.program;
        const simt::Diagnostic& first = translation.refusals.front();
        throw Error(
            "kernel.refused-text",
            sentence("{file}:{line}:{column}: {problem}",
                     {{"file", name}, {"line", first.line}, {"column", first.column}, {"problem", first.sentence}}),
            first.hint);
    });
}

ExpectedResults::ExpectedResults(const std::shared_ptr<const simt::Program>& expected, const DeclaredInput& input,
                                 bool is_double, std::int64_t most_turns) {
    const Execution execution(expected, input, is_double, most_turns, simt::computes_in(*expected, true));
    std::vector<NumberArray> first = execution.draw();
    execution.run(first);
    const bool has_tolerance = input.problem->tolerance.has_value();
    std::int64_t longest = 16;
    bool needs_bounds = false;
    const std::vector<NumberArray> kernel_arrays = declared::draw(input, is_double);
    for (std::size_t a = 0; a < first.size(); ++a) {
        longest = std::max(longest, first[a].size());
        if (input.problem->arrays[a].role == Role::out || input.problem->arrays[a].role == Role::inout)
            needs_bounds = needs_bounds || is_real(kernel_arrays[a].type());
    }
    needs_bounds = needs_bounds && !(has_tolerance && *input.problem->tolerance == 0);
    // Additional results for the error bounds: computed from positive inputs, from slightly perturbed inputs, and in
    // float.
    std::vector<NumberArray> positive, changed, rounded_to_float;
    const double change = execution.is_precise(first) ? 0x1p-20 : 0x1p-10;
    if (needs_bounds) {
        positive = execution.draw();
        make_positive(input, positive);
        execution.run(positive);
        changed = execution.draw();
        perturb(input, change, 1, changed);
        execution.run(changed);
        if (input.problem->has_either_precision() && simt::computes_in(*expected, false)) {
            const Execution in_float(expected, input, false, most_turns, false);
            rounded_to_float = in_float.draw();
            in_float.run(rounded_to_float);
        }
    }
    for (std::size_t a = 0; a < first.size(); ++a) {
        if (input.problem->arrays[a].role == Role::in) continue;
        ExpectedArray& made = arrays_.emplace_back(ExpectedArray{a, first[a], {}});
        const NumberType type = kernel_arrays[a].type();
        if (!is_real(type) || !needs_bounds) continue;
        const double factor =
            has_tolerance ? *input.problem->tolerance : 2 * static_cast<double>(longest) * unit_roundoff(type);
        for (std::int64_t i = 0; i < first[a].size(); ++i) {
            const double value = first[a].real(i);
            double terms = std::abs(value);
            const auto take = [&](double other) {
                if (std::isfinite(other)) terms = std::max(terms, std::abs(other));
            };
            take(positive[a].real(i));
            take((changed[a].real(i) - value) / change);
            if (!rounded_to_float.empty())
                take((rounded_to_float[a].real(i) - value) / unit_roundoff(NumberType::float32));
            made.bound.push_back(factor * terms);
        }
    }
}

std::optional<WrongElement> ExpectedResults::first_wrong(const std::vector<const NumberArray*>& results) const {
    for (std::size_t r = 0; r < arrays_.size(); ++r) {
        const ExpectedArray& wanted = arrays_[r];
        const NumberArray& computed = *results[r];
        for (std::int64_t i = 0; i < computed.size(); ++i) {
            // The function `expected` did not write this element, so any value is accepted.
            if (wanted.values.is_poisoned(i)) continue;
            WrongElement wrong{wanted.array, i, 0, 0, {}, {}, computed.is_poisoned(i)};
            if (!is_real(computed.type())) {
                const std::int64_t e = wanted.values.integer(i), c = computed.integer(i);
                if (e == c) continue;
                wrong.expected_text = std::to_string(e);
                wrong.computed_text = std::to_string(c);
                return wrong;
            }
            const double c = computed.real(i), e = wanted.values.real(i), nearest = rounded(e, computed.type());
            const bool is_equal = c == nearest || (std::isnan(c) && std::isnan(e) && !wrong.is_unwritten);
            if (is_equal) continue;
            const bool is_near = !wanted.bound.empty() && std::isfinite(nearest) &&
                                 std::abs(c - e) <= wanted.bound[static_cast<std::size_t>(i)];
            if (is_near) continue;
            wrong.expected = e;
            wrong.computed = c;
            return wrong;
        }
    }
    return std::nullopt;
}

} // namespace warploom::declared
