#include "app/check/size_series.h"

#include "app/check/judged_input.h"
#include "app/check/test_inputs.h"
#include "app/operations/free.h"
#include "engine/declared/declared_source.h"
#include "engine/items.h"
#include "engine/sentence.h"
#include "kernels/operations/free.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>

namespace warploom::app {

namespace {

const SizeSeries of_rows{
    "test-rows:lengths=0,length=1,spread=0,n=",
    "",
    200'000,
    sentence_pattern("This launch fails for matrices with {n} or more rows. {message}"),
    sentence_pattern("For matrices with {n} or more rows, the scratch arrays are too large. {message}"),
    sentence_pattern("The kernel fails on matrices with {n} or more rows.")};

std::vector<SizeSeries> series_of_declared(const std::string& kernel) {
    constexpr std::int64_t least = 70'001; // the test inputs already include smaller values
    const auto problem = declared::read_declarations(kernel, kernels::text_of_kernel(kernel)).problem;
    std::vector<SizeSeries> all;
    const auto add = [&](const std::vector<const declared::DeclaredNumber*>& numbers) {
        SizeSeries& series = all.emplace_back();
        series.begin = numbers.front()->name + "=";
        series.end = "";
        series.most = 0;
        series.launch = sentence_pattern("This launch fails if {name} is {n} or more. {message}");
        series.memory = sentence_pattern("If {name} is {n} or more, the scratch arrays are too large. {message}");
        series.failure = sentence_pattern("The kernel fails if {name} is {n} or more.");
        series.numbers = numbers.front()->name;
        for (const declared::DeclaredNumber* const number : numbers) series.domains.push_back(number->domain);
        if (numbers.size() == 1) return;
        series.again = "," + numbers[1]->name + "=";
        series.numbers = sentence("the smaller of {a} and {b}", {{"a", numbers[0]->name}, {"b", numbers[1]->name}});
    };
    for (const declared::DeclaredNumber& number : problem->numbers)
        if (number.domain.greatest >= least) add({&number});
    for (const declared::DeclaredArray& array : problem->arrays) {
        if (array.sizes.size() != 2) continue;
        std::vector<const declared::DeclaredNumber*> numbers;
        for (const auto& size : array.sizes)
            if (size->what == simt::Expression::What::name)
                numbers.push_back(find_item(problem->numbers, &declared::DeclaredNumber::name, size->text));
        if (numbers.size() == 2 && numbers[0] != nullptr && numbers[1] != nullptr && numbers[0] != numbers[1])
            add(numbers);
    }
    return all;
}

} // namespace

std::optional<std::int64_t> SizeSeries::allowed(std::int64_t size) const {
    for (const declared::Domain& domain : domains) {
        const auto next = domain.at_most(size);
        if (!next) return std::nullopt;
        size = *next;
    }
    const bool is_in_all = std::all_of(domains.begin(), domains.end(),
                                       [size](const declared::Domain& domain) { return domain.contains(size); });
    return is_in_all ? std::optional(size) : std::nullopt;
}

std::vector<SizeSeries> series_of(Operation operation, const std::string& format, const std::string& kernel) {
    if (operation == Operation::free) return series_of_declared(kernel);
    const std::int64_t longest_row = has_padding(format) ? 2'000 : 20'000;
    switch (operation) {
    case Operation::tridiagonal:
        return {{"tridiagonal:kind=20,n=", "", 200'000,
                 sentence_pattern("This launch fails for {n} or more unknowns. {message}"),
                 sentence_pattern("For {n} or more unknowns, the scratch arrays are too large. {message}"),
                 sentence_pattern("The kernel fails on systems with {n} or more unknowns.")},
                {"tridiagonal:kind=20,n=", "", 70'000,
                 sentence_pattern("This launch fails for {n} or more systems. {message}"),
                 sentence_pattern("For {n} or more systems, the scratch arrays are too large. {message}"),
                 sentence_pattern("The kernel fails for {n} or more systems."), 3, ",systems="}};
    case Operation::ata:
        return {{"dense:cols=4,rows=", "", 200'000, of_rows.launch, of_rows.memory, of_rows.failure},
                {"dense:rows=2,cols=", "", 2'100,
                 sentence_pattern("This launch fails for matrices with {n} or more columns. {message}"),
                 sentence_pattern("For matrices with {n} or more columns, the scratch arrays are too large. "
                                  "{message}"),
                 sentence_pattern("The kernel fails on matrices with {n} or more columns.")}};
    case Operation::trsv:
    case Operation::ilu:
        return {{"diagonal:n=", "", 70'000,
                 sentence_pattern("This launch fails for levels with {n} or more rows. {message}"),
                 sentence_pattern("For levels with {n} or more rows, the scratch arrays are too large. {message}"),
                 sentence_pattern("The kernel fails for levels with {n} or more rows.")},
                {"banded:lower=1,upper=0,n=", "", 2'100,
                 sentence_pattern("This launch fails for matrices with {n} or more levels. {message}"),
                 sentence_pattern("For matrices with {n} or more levels, the scratch arrays are too large. "
                                  "{message}"),
                 sentence_pattern("The kernel fails on matrices with {n} or more levels.")}};
    default: break;
    }
    if (format == "dia") return {of_rows};
    return {{"test-rows:n=5,lengths=0,length=3,spread=2,cols=", "", 1'100'000,
             sentence_pattern("This launch fails for matrices with {n} or more columns. {message}"),
             sentence_pattern("For matrices with {n} or more columns, the scratch arrays are too large. {message}"),
             sentence_pattern("The kernel fails on matrices with {n} or more columns.")},
            of_rows,
            {"test-rows:n=4,lengths=0,length=", ",cols=", longest_row,
             sentence_pattern("This launch fails for matrices with {n} or more nonzeros per row. {message}"),
             sentence_pattern("For matrices with {n} or more nonzeros per row, the scratch arrays are too large. "
                              "{message}"),
             sentence_pattern("The kernel fails on matrices with {n} or more nonzeros per row."), 1, ""}};
}

std::string name_in(const SizeSeries& series, std::int64_t size) {
    std::string name = series.begin + std::to_string(size * series.factor) + series.end;
    // The matrix needs as many columns as its longest row has entries.
    if (*series.end != '\0') name += std::to_string(size);
    if (!series.again.empty()) name += series.again + std::to_string(size);
    return name;
}

namespace {

template <class T> std::optional<Extrapolation::Progression> progression_of(const T* numbers, std::int64_t size) {
    const Extrapolation::Progression found{numbers[0], std::int64_t{numbers[1]} - numbers[0]};
    for (std::int64_t i = 1; i < size; ++i)
        if (numbers[i] != found.first + found.step * i) return std::nullopt;
    return found;
}

/// Returns the contents of an array with at least two elements, if they form an arithmetic progression; otherwise
/// std::nullopt.
std::optional<Extrapolation::Progression> progression_of(const simt::GivenArray& array) {
    if (array.is_empty || array.data == nullptr || array.size < 2) return std::nullopt;
    if (array.element == simt::Element::int32) return progression_of(static_cast<const int*>(array.data), array.size);
    if (array.element == simt::Element::int64)
        return progression_of(static_cast<const long long*>(array.data), array.size);
    return std::nullopt;
}

} // namespace

Extrapolation::Extrapolation(Operation operation, const SizeSeries& series, const TraceSettings& settings) {
    Inputs inputs;
    for (std::size_t i = 0; i < known; ++i) {
        const std::string name = name_in(series, step * static_cast<std::int64_t>(i + 1));
        const auto input = [&]() -> kernels::OperationInput {
            if (operation == Operation::free)
                return kernels::FreeInput{declared_input(settings.kernel, name), settings.precision};
            return bound_input(judged_input(inputs, operation, {name}, settings, TraceWays::plain(), {}), operation,
                               settings);
        }();
        const kernels::BindRequest request{settings.kernel, input, settings.block, &settings.card};
        const auto bound = kernels::given_to_text(request, given_[i]);
        for (std::size_t a = 0; a < given_[i].arrays.size(); ++a) {
            const std::optional<Progression> found = progression_of(given_[i].arrays[a]);
            if (i == 0) contents_.push_back(found);
            else if (contents_[a] != found) contents_[a].reset();
        }
    }
}

std::optional<simt::Given> Extrapolation::at(std::int64_t size, std::vector<int>& first) const {
    // Returns the value at `size` of the quadratic polynomial through three known values, rounded down.
    const auto extrapolated = [&](const auto& value) {
        const std::int64_t f0 = value(given_[0]), f1 = value(given_[1]), f2 = value(given_[2]);
        const __int128 steps = size - step, linear = f1 - f0, quadratic = f2 - 2 * f1 + f0;
        const __int128 twice = 2 * linear * step * steps + quadratic * steps * (steps - step);
        return f0 + static_cast<std::int64_t>(twice / (2 * step * step));
    };
    static char nothing = 0;
    simt::Given made = given_[0];
    for (auto& [name, number] : made.numbers)
        number = extrapolated([key = name](const simt::Given& given) { return given.numbers.at(key); });
    for (std::size_t a = 0; a < made.arrays.size(); ++a) {
        simt::GivenArray& array = made.arrays[a];
        array.data = &nothing;
        array.size = extrapolated([&](const simt::Given& given) { return given.arrays[a].size; });
        if (array.host == nullptr) continue;
        const std::int64_t levels = array.size - 1, rows = made.numbers.at("rows");
        if (levels > most_levels) return std::nullopt;
        first.resize(static_cast<std::size_t>(array.size));
        for (std::int64_t level = 0; level <= levels; ++level)
            first[static_cast<std::size_t>(level)] = static_cast<int>(rows * level / levels);
        array.host = first.data();
    }
    return made;
}

} // namespace warploom::app
