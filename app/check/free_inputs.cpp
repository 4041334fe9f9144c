#include "app/check/free_inputs.h"

#include "app/check/covering_array.h"
#include "app/check/limit_inputs.h"
#include "app/operations/free.h"
#include "engine/declared/declared_input.h"
#include "engine/error.h"
#include "engine/simt/source_constants.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <utility>

namespace warploom::app {

namespace {

using declared::DeclaredInput;
using declared::DeclaredNumber;
using declared::Domain;

/// Returns sizes that often expose errors. The list is shorter for problems with two or more sizes.
const std::vector<std::int64_t>& awkward_sizes(std::size_t numbers) {
    static const std::vector<std::int64_t> one{0,   1,   2,   3,    5,    7,    16,   31,   32,   33,    63,
                                               64,  65,  100, 127,  128,  129,  255,  256,  257,  509,   511,
                                               512, 513, 977, 1021, 1023, 1024, 1025, 2049, 4099, 10007, 70001},
        two{0, 1, 2, 5, 16, 31, 32, 33, 65, 100, 257}, more{1, 2, 5, 16, 17, 32, 33, 65, 100};
    return numbers == 1 ? one : numbers == 2 ? two : more;
}

/// Adds a value to `values`. If the value is not in the domain, adds the nearest valid values below and above it
/// instead.
void add_near(std::set<std::int64_t>& values, const Domain& domain, std::int64_t value) {
    if (const auto below = domain.at_most(value)) values.insert(*below);
    const std::int64_t step = domain.is_power_of_two ? std::max<std::int64_t>(1, value) : domain.multiple_of - 1;
    if (const auto above = domain.at_most(value + step); above && *above >= value) values.insert(*above);
}

/// Returns the values with which to test a number, in ascending order.
std::vector<std::int64_t> values_of(const DeclaredNumber& number, bool is_size, std::size_t sizes,
                                    const simt::SourceConstants& constants, int block) {
    const Domain& domain = number.domain;
    std::set<std::int64_t> values;
    if (domain.least == domain.greatest) return {domain.least};
    if (!is_size) {
        for (const std::int64_t value : {domain.least, domain.greatest, std::int64_t{-1}, std::int64_t{0},
                                         std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{7}})
            add_near(values, domain, value);
        return {values.begin(), values.end()};
    }
    constexpr std::int64_t most_of_several = 520;
    const bool is_single = sizes == 1;
    const std::int64_t most_limit = is_single ? most_of_small : most_of_several;
    const auto limits = is_single ? limits_up_to(constants, block, most_limit) : single_limits(constants, block);
    for (const std::int64_t limit : limits)
        if (limit <= most_limit && (is_single || limit > 2))
            for (std::int64_t size = limit - 1; size <= limit + 1; ++size) add_near(values, domain, size);
    for (const std::int64_t size : awkward_sizes(sizes)) add_near(values, domain, size);
    if (const auto least = domain.at_most(domain.least)) values.insert(*least);
    if (const auto greatest = domain.at_most(domain.greatest); greatest && *greatest <= most_limit)
        values.insert(*greatest);
    return {values.begin(), values.end()};
}

/// Removes values from the middle until at most `most` remain.
std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& values, std::size_t most) {
    if (values.size() <= most) return values;
    std::vector<std::int64_t> kept;
    for (std::size_t i = 0; i < most; ++i) kept.push_back(values[i * (values.size() - 1) / (most - 1)]);
    return kept;
}

/// Returns whether the size of any array depends on the number.
bool is_size(const declared::DeclaredProblem& problem, const DeclaredNumber& number) {
    std::map<std::string, std::int64_t> numbers;
    for (const DeclaredNumber& each : problem.numbers)
        numbers[each.name] = std::max<std::int64_t>(64, each.domain.least);
    const auto sizes = [&] {
        std::vector<std::int64_t> all;
        for (const declared::DeclaredArray& array : problem.arrays)
            for (const std::int64_t size : problem.sizes_of(array, numbers)) all.push_back(size);
        return all;
    };
    const auto before = sizes();
    numbers[number.name] += 64;
    return sizes() != before;
}

/// Returns whether a kernel source contains integer types of 8 or 16 bits, other than in pointers to constants.
bool computes_in_small_integers(const std::string& text) {
    bool is_constant = false;
    std::string word;
    for (const char letter : text + ";") {
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_') {
            word += letter;
            continue;
        }
        const bool is_small = word == "char" || word == "short" || word.find("int8_t") != std::string::npos ||
                              word.find("int16_t") != std::string::npos;
        if (is_small && !(is_constant && letter == '*')) return true;
        if (!word.empty()) is_constant = word == "const" || (is_constant && (word == "unsigned" || word == "signed"));
        word.clear();
    }
    return false;
}

class FreeInputs {
public:
    explicit FreeInputs(const KernelSettings& settings)
        : settings_(settings), program_(kernels::program_of(Operation::free, settings.kernel)),
          usual_(*declared_input(settings.kernel, "")), takes_block_(simt::head_of(*program_).takes_block) {}

    std::vector<TestInput> make() {
        make_usual_quick();
        add(usual_);
        inputs_.front().block = 0;
        inputs_.front().in_other_precision = false;
        const declared::DeclaredProblem& problem = *usual_.problem;
        const auto sizes = static_cast<std::size_t>(
            std::count_if(problem.numbers.begin(), problem.numbers.end(), [&](const DeclaredNumber& number) {
                return is_size(problem, number) && number.domain.least < number.domain.greatest;
            }));
        std::vector<DeclaredInput> drawn = combinations(sizes);
        // Maximum total number of elements in all inputs. Small inputs come first, because larger ones may exceed this
        // limit.
        std::int64_t left = sizes < 2 ? std::int64_t{2} << 20 : std::int64_t{1} << 20;
        std::erase_if(drawn, [&](const DeclaredInput& input) {
            const std::int64_t elements = declared::elements_of(input);
            const bool is_too_much = elements > left;
            if (!is_too_much) left -= elements;
            return is_too_much;
        });
        for (const DeclaredInput& input : drawn) add(input);
        if (sizes > 1) add_large_sizes();
        add_extreme_values(drawn);
        if (sizes == 1 && !drawn.empty()) add_many_blocks(drawn.back());
        if (!drawn.empty() && computes_in_small_integers(kernels::text_of_kernel(settings_.kernel))) {
            // If all elements are equal, a counter of 8 or 16 bits overflows first.
            drawn.back().values = declared::ElementValues::least;
            add(drawn.back());
        }
        return std::move(inputs_);
    }

private:
    /// Returns inputs, in ascending order of size, in which each pair of values of any two numbers occurs.
    std::vector<DeclaredInput> combinations(std::size_t sizes) const {
        constexpr std::size_t most_of_two = 12, most_of_more = 9;
        constexpr std::int64_t most_elements = 400'000, most_elements_of_several = 20'000;
        const declared::DeclaredProblem& problem = *usual_.problem;
        const simt::SourceConstants constants = simt::constants_of(*program_);
        std::vector<std::vector<std::int64_t>> values;
        std::vector<int> levels;
        for (const DeclaredNumber& number : problem.numbers) {
            const auto all = values_of(number, is_size(problem, number), sizes, constants, settings_.block);
            values.push_back(sizes < 2 ? all : thinned(all, sizes == 2 ? most_of_two : most_of_more));
            levels.push_back(static_cast<int>(values.back().size()));
        }
        std::vector<DeclaredInput> drawn;
        if (levels.empty()) return drawn;
        for (const std::vector<int>& row : covering_array(levels)) {
            DeclaredInput input = usual_;
            for (std::size_t n = 0; n < row.size(); ++n)
                input.numbers[problem.numbers[n].name] = values[n][static_cast<std::size_t>(row[n])];
            if (fits(input, sizes < 2 ? most_elements : most_elements_of_several)) drawn.push_back(std::move(input));
        }
        std::stable_sort(drawn.begin(), drawn.end(), [](const DeclaredInput& a, const DeclaredInput& b) {
            return declared::elements_of(a) < declared::elements_of(b);
        });
        return drawn;
    }

    static bool fits(const DeclaredInput& input, std::int64_t most_elements) {
        try {
            return declared::elements_of(input) <= most_elements;
        } catch (const Error&) { return false; } // thrown if a size is negative or too large
    }

    /// Repeatedly halves the numbers of the default input until the function `expected` needs only a few iterations.
    void make_usual_quick() {
        for (;;) {
            try {
                expected_results(settings_, usual_);
                return;
            } catch (const simt::EndlessLoopError&) {
                const std::map<std::string, std::int64_t> before = usual_.numbers;
                for (const DeclaredNumber& number : usual_.problem->numbers) {
                    std::int64_t& value = usual_.numbers.at(number.name);
                    value = number.domain.at_most(value / 2).value_or(value);
                }
                if (usual_.numbers == before) throw;
            }
        }
    }

    void add(DeclaredInput input) {
        constexpr std::array blocks{0, 64, 0, 256, 32, 0, 512, 96, 1024};
        const std::size_t number = inputs_.size();
        input.seed = number + 1;
        TestInput& made = inputs_.emplace_back(TestInput{input.name()});
        if (takes_block_) made.block = blocks[number % blocks.size()];
        made.in_other_precision = number % 3 == 1 && input.problem->has_either_precision();
        made.is_run_again = number % 4 == 1;
    }

    /// Adds inputs in which one size is large and the others are small, and one input in which all sizes are medium.
    void add_large_sizes() {
        constexpr std::int64_t long_side = 4099, medium_side = 300, short_side = 3, most_elements = 200'000;
        const auto add_with = [&](std::int64_t others, const DeclaredNumber* own) {
            DeclaredInput input = usual_;
            for (const DeclaredNumber& number : input.problem->numbers)
                if (is_size(*input.problem, number)) {
                    std::int64_t& value = input.numbers.at(number.name);
                    value = number.domain.at_most(&number == own ? long_side : others).value_or(value);
                }
            if (fits(input, most_elements)) add(input);
        };
        for (const DeclaredNumber& number : usual_.problem->numbers)
            if (is_size(*usual_.problem, number)) add_with(short_side, &number);
        add_with(medium_side, nullptr);
    }

    /// Adds the largest input with the smallest blocks, because a kernel may use a single block to process the values
    /// that all blocks have written, such as partial sums. Also adds an input that exceeds the largest product of two
    /// constants in the source.
    void add_many_blocks(DeclaredInput largest) {
        constexpr std::int64_t most_elements = 300'000;
        add(largest);
        if (takes_block_) inputs_.back().block = 32;
        const std::int64_t limit = largest_limit(simt::constants_of(*program_), settings_.block, most_elements);
        if (limit == 0) return;
        for (const DeclaredNumber& number : usual_.problem->numbers) {
            const auto size = number.domain.at_most(limit + number.domain.multiple_of);
            if (!size || !is_size(*usual_.problem, number) || *size <= largest.numbers.at(number.name)) continue;
            largest.numbers.at(number.name) = *size;
            if (fits(largest, 3 * most_elements)) add(largest);
        }
    }

    /// Adds inputs of a few sizes whose values are all equal, negative, large or small.
    void add_extreme_values(const std::vector<DeclaredInput>& drawn) {
        std::vector<DeclaredInput> sizes{usual_};
        for (const std::size_t part : {3, 2}) // the inputs at one third and at one half of the list
            if (!drawn.empty()) sizes.push_back(drawn[drawn.size() / part]);
        const int precisions = usual_.problem->has_either_precision() ? 2 : 1;
        for (DeclaredInput& input : sizes)
            for (const declared::ElementValues values : all_of<declared::ElementValues>) {
                input.values = values;
                for (int precision = 0; precision < precisions && values != declared::ElementValues::random;
                     ++precision) {
                    add(input);
                    inputs_.back().in_other_precision = precision == 1;
                }
            }
    }

    const KernelSettings& settings_;
    std::shared_ptr<const simt::Program> program_;
    DeclaredInput usual_;
    bool takes_block_;
    std::vector<TestInput> inputs_;
};

} // namespace

std::vector<TestInput> free_inputs(const KernelSettings& settings) { return FreeInputs(settings).make(); }

TestInput tiny_free_input(const std::string& kernel) {
    constexpr std::int64_t tiny = 16;
    DeclaredInput input = *declared_input(kernel, "");
    for (const DeclaredNumber& number : input.problem->numbers)
        input.numbers[number.name] =
            number.domain.at_most(tiny).value_or(number.domain.at_most(input.numbers.at(number.name)).value_or(0));
    return {input.name()};
}

} // namespace warploom::app
