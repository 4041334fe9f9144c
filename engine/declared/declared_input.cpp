#include "engine/declared/declared_input.h"

#include "engine/did_you_mean.h"
#include "engine/enum_words.h"
#include "engine/error.h"
#include "engine/matrix/random.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace warploom::declared {

namespace {

constexpr int power_of_large = 20;

NumberType type_in(ElementType type, bool is_double) {
    switch (type) {
    case ElementType::int32: return NumberType::int32;
    case ElementType::uint32: return NumberType::uint32;
    case ElementType::int64: return NumberType::int64;
    case ElementType::uint8: return NumberType::uint8;
    case ElementType::float32: return NumberType::float32;
    case ElementType::float64: return NumberType::float64;
    case ElementType::real: break;
    }
    return is_double ? NumberType::float64 : NumberType::float32;
}

/// Returns the default distribution for an element type. It includes negative numbers if the type is signed.
Drawing usual_of(ElementType type) {
    switch (type) {
    case ElementType::int32:
    case ElementType::int64: return {Drawing::Kind::integers, false, -1000, 1000};
    case ElementType::uint32: return {Drawing::Kind::integers, false, 0, 2000};
    case ElementType::uint8: return {Drawing::Kind::integers, false, 0, 255};
    default: return {Drawing::Kind::uniform, false, -1, 1};
    }
}

/// Fills an array with random numbers.
class Filler {
public:
    Filler(const DeclaredArray& array, const DeclaredInput& input, std::uint64_t stream)
        : drawing_(array.drawing), values_(input.values), random_(input.seed, stream),
          is_usual_(array.drawing.kind == Drawing::Kind::usual) {
        if (!is_usual_) return;
        drawing_ = usual_of(array.type);
        drawing_.is_sorted = array.drawing.is_sorted;
    }

    void fill(NumberArray& array) {
        if (drawing_.kind == Drawing::Kind::permutation) return permute(array);
        const bool is_real = drawing_.kind != Drawing::Kind::integers;
        std::vector<double> drawn(static_cast<std::size_t>(array.size()));
        for (double& number : drawn) number = is_real ? real() : integer();
        if (drawing_.is_sorted) std::sort(drawn.begin(), drawn.end());
        if (drawing_.kind == Drawing::Kind::one_nan && !drawn.empty())
            drawn[random_.below(drawn.size())] = std::numeric_limits<double>::quiet_NaN();
        for (std::int64_t i = 0; i < array.size(); ++i) array.set_real(i, drawn[static_cast<std::size_t>(i)]);
    }

private:
    bool is_extreme() const { return !drawing_.is_sorted && drawing_.kind != Drawing::Kind::one_nan; }
    double greatest() const {
        const bool is_negative = is_extreme() && values_ == ElementValues::negative && drawing_.least < 0;
        return is_negative ? std::min(0.0, drawing_.greatest) : drawing_.greatest;
    }
    double real() {
        const double share = random_.unit(), number = drawing_.least + share * (greatest() - drawing_.least);
        if (!is_extreme()) return number;
        if (values_ == ElementValues::least) return drawing_.least;
        if (values_ == ElementValues::greatest) return drawing_.greatest;
        if (is_usual_ && values_ == ElementValues::large) return std::ldexp(number, power_of_large);
        if (is_usual_ && values_ == ElementValues::small) return std::ldexp(number, -power_of_large);
        return number;
    }
    double integer() {
        const auto range = static_cast<std::uint64_t>(greatest() - drawing_.least) + 1;
        const double number = drawing_.least + static_cast<double>(random_.below(range));
        if (!is_extreme()) return number;
        if (values_ == ElementValues::least) return drawing_.least;
        if (values_ == ElementValues::greatest) return drawing_.greatest;
        return number;
    }
    void permute(NumberArray& array) {
        std::vector<std::int64_t> order(static_cast<std::size_t>(array.size()));
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
        for (std::int64_t i = 0; i < array.size(); ++i) array.set_integer(i, order[static_cast<std::size_t>(i)]);
    }

    Drawing drawing_;
    ElementValues values_;
    Random random_;
    bool is_usual_;
};

std::int64_t product(const std::vector<std::int64_t>& sizes) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    std::int64_t all = 1;
    for (const std::int64_t size : sizes) {
        if (size > 0 && all > most / size)
            throw Error("memory.limit", sentence("An array of this input has more than {n} elements.", {{"n", most}}),
                        sentence("Choose smaller numbers."));
        all *= size;
    }
    return all;
}

/// Returns a default value for a problem parameter that is not a constant. `position` is its index among the `count`
/// such parameters. Up to four of them get different values, so that a kernel that confuses two parameters computes a
/// wrong result.
std::int64_t usual_value(const Domain& domain, std::size_t position, std::size_t count) {
    constexpr std::array<std::int64_t, 2> of_two{200, 150};
    constexpr std::array<std::int64_t, 4> of_more{64, 50, 40, 30};
    const std::int64_t usual = count < 2 ? 1000 : count == 2 ? of_two[position] : of_more[position % of_more.size()];
    return domain.at_most(usual).value_or(domain.at_most(domain.greatest).value_or(domain.least));
}

template <class Change>
void change_reals(const DeclaredInput& input, std::vector<NumberArray>& arrays, const Change& change) {
    for (std::size_t a = 0; a < arrays.size(); ++a)
        if (input.problem->arrays[a].role != Role::out && is_real(arrays[a].type()))
            change(input.problem->arrays[a], arrays[a], a);
}

} // namespace

std::string DeclaredInput::name() const {
    std::string text;
    for (const DeclaredNumber& number : problem->numbers)
        if (number.domain.least < number.domain.greatest)
            add_item(text, number.name + "=" + std::to_string(numbers.at(number.name)), ",");
    add_item(text, "seed=" + std::to_string(seed), ",");
    if (values != ElementValues::random) add_item(text, std::string("values=") + to_string(values), ",");
    return text;
}

DeclaredInput parse_input(std::shared_ptr<const DeclaredProblem> problem, const std::string& name) {
    DeclaredInput input;
    input.problem = std::move(problem);
    std::vector<std::string> known{"seed", "values"};
    const auto count = static_cast<std::size_t>(
        std::count_if(input.problem->numbers.begin(), input.problem->numbers.end(),
                      [](const DeclaredNumber& number) { return number.domain.least < number.domain.greatest; }));
    std::size_t position = 0;
    for (const DeclaredNumber& number : input.problem->numbers) {
        known.push_back(number.name);
        input.numbers[number.name] = usual_value(number.domain, position, count);
        if (number.domain.least < number.domain.greatest) ++position;
    }
    const auto refuse = [&](const std::string& why, const std::string& hint) {
        throw Error("input.malformed",
                    sentence("Invalid input '{input}'. {reason}", {{"input", name}, {"reason", why}}), hint);
    };
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find(',', begin), name.size());
        const std::string part = name.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string key = part.substr(0, equals), text = equals < part.size() ? part.substr(equals + 1) : "";
        char* rest = nullptr;
        const long long value = std::strtoll(text.c_str(), &rest, 10);
        const bool is_number = !text.empty() && *rest == 0;
        const auto number = std::find_if(input.problem->numbers.begin(), input.problem->numbers.end(),
                                         [&](const DeclaredNumber& each) { return each.name == key; });
        if (key == "values" && number == input.problem->numbers.end()) {
            const auto values = named<ElementValues>(text);
            const auto all = words_of(ElementValues());
            const std::vector<std::string> words(all.begin(), all.end());
            if (!values) refuse(sentence("`{text}` is unknown.", {{"text", text}}), did_you_mean(text, words));
            input.values = *values;
            continue;
        }
        if (number == input.problem->numbers.end() && key != "seed")
            refuse(sentence("The source declares no number `{name}`.", {{"name", key}}), did_you_mean(key, known));
        if (!is_number || (key == "seed" && value < 0))
            refuse(sentence("`{text}` is not an integer.", {{"text", text}}),
                   sentence("Write an input such as n=100,seed=1."));
        if (number == input.problem->numbers.end()) {
            input.seed = static_cast<std::uint64_t>(value);
            continue;
        }
        if (!number->domain.contains(value))
            refuse(
                sentence("The source does not allow the value {value} of `{name}`.", {{"value", value}, {"name", key}}),
                sentence("Choose a value in the range on line {line}.", {{"line", number->place.line}}));
        input.numbers[key] = value;
    }
    return input;
}

std::int64_t elements_of(const DeclaredInput& input) {
    std::int64_t all = 0;
    for (const DeclaredArray& array : input.problem->arrays)
        all += product(input.problem->sizes_of(array, input.numbers));
    return all;
}

std::vector<NumberArray> draw(const DeclaredInput& input, bool is_double, bool as_double) {
    std::vector<NumberArray> arrays;
    for (std::size_t a = 0; a < input.problem->arrays.size(); ++a) {
        const DeclaredArray& declared = input.problem->arrays[a];
        const std::int64_t size = product(input.problem->sizes_of(declared, input.numbers));
        NumberArray& array = arrays.emplace_back(type_in(declared.type, is_double), size);
        if (declared.role == Role::out) array.poison();
        else Filler(declared, input, a).fill(array);
        if (!as_double || declared.type != ElementType::real || is_double) continue;
        NumberArray wide(NumberType::float64, size);
        if (declared.role == Role::out) wide.poison();
        else
            for (std::int64_t i = 0; i < size; ++i) wide.set_real(i, array.real(i));
        array = std::move(wide);
    }
    return arrays;
}

void make_positive(const DeclaredInput& input, std::vector<NumberArray>& arrays) {
    change_reals(input, arrays, [](const DeclaredArray& declared, NumberArray& array, std::size_t) {
        if (declared.drawing.is_sorted) return;
        for (std::int64_t i = 0; i < array.size(); ++i) array.set_real(i, std::abs(array.real(i)));
    });
}

void perturb(const DeclaredInput& input, double change, std::uint64_t seed, std::vector<NumberArray>& arrays) {
    change_reals(input, arrays, [&](const DeclaredArray& declared, NumberArray& array, std::size_t a) {
        Random random(seed, a);
        const double common = 1 + change;
        for (std::int64_t i = 0; i < array.size(); ++i) {
            const double own = random.below(2) == 0 ? 1 + change : 1 - change;
            array.set_real(i, array.real(i) * (declared.drawing.is_sorted ? common : own));
        }
    });
}

} // namespace warploom::declared
