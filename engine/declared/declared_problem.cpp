#include "engine/declared/declared_problem.h"

#include "engine/declared/directives.h"
#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/join.h"
#include "engine/sentence.h"
#include "engine/simt/language/effort.h"
#include "engine/simt/language/parser.h"
#include "engine/simt/language/size_expression.h"
#include "engine/simt/language/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <utility>

namespace warploom::declared {

namespace {

using simt::Refusal;

struct TypeName {
    const char* name;
    ElementType type;
    double least, greatest; ///< smallest and largest integer that a domain can contain
};
constexpr double most_exact = 9007199254740992.0; // 2^53; every integer up to this value is exact in double
constexpr std::array types{TypeName{"int", ElementType::int32, -2147483648.0, 2147483647.0},
                           TypeName{"unsigned", ElementType::uint32, 0, 4294967295.0},
                           TypeName{"long long", ElementType::int64, -most_exact, most_exact},
                           TypeName{"unsigned char", ElementType::uint8, 0, 255},
                           TypeName{"float", ElementType::float32, -16777216, 16777216},
                           TypeName{"double", ElementType::float64, -most_exact, most_exact},
                           TypeName{"T", ElementType::real, -16777216, 16777216},
                           TypeName{"unsigned int", ElementType::uint32, 0, 4294967295.0}};

const TypeName& named(ElementType type) {
    return *std::find_if(types.begin(), types.end(), [&](const TypeName& each) { return each.type == type; });
}
bool is_real(ElementType type) {
    return type == ElementType::real || type == ElementType::float32 || type == ElementType::float64;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_name(const std::string& text) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
           std::all_of(text.begin(), text.end(), is_part);
}

std::optional<double> real_in(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != 0 || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::int64_t> integer_in(const std::string& text) {
    constexpr double most = 1e12;
    const auto value = real_in(text);
    const bool has_digits_only = text.find_first_not_of("-0123456789") == std::string::npos;
    if (!value || !has_digits_only || std::abs(*value) > most) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

std::optional<std::pair<std::string, std::string>> range_in(const std::string& text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos) return std::nullopt;
    return std::pair(trimmed(text.substr(0, dots)), trimmed(text.substr(dots + 2)));
}

/// Returns the text that follows the first matching prefix.
std::optional<std::string> after(const std::string& text, std::initializer_list<const char*> beginnings) {
    for (const std::string begin : beginnings)
        if (text.rfind(begin, 0) == 0) return trimmed(text.substr(begin.size()));
    return std::nullopt;
}

bool add_clause(Domain& domain, const std::string& clause) {
    const auto set = [](std::int64_t& to, const std::string& text) {
        const auto value = integer_in(text);
        if (value) to = *value;
        return value.has_value();
    };
    if (const auto range = range_in(clause))
        return set(domain.least, range->first) && set(domain.greatest, range->second);
    if (const auto of = after(clause, {"multiples of ", "a multiple of "}))
        return set(domain.multiple_of, *of) && domain.multiple_of > 0;
    if (clause == "a power of two" || clause == "powers of two") {
        domain.is_power_of_two = true;
        domain.least = std::max<std::int64_t>(1, domain.least);
        return true;
    }
    if (const auto least = after(clause, {"at least "})) return set(domain.least, *least);
    if (const auto most = after(clause, {"at most "})) return set(domain.greatest, *most);
    return set(domain.least, clause) && set(domain.greatest, clause);
}

} // namespace

std::optional<Domain> domain_in(const std::string& text, std::int64_t greatest) {
    Domain domain;
    domain.greatest = std::numeric_limits<std::int64_t>::max();
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (!add_clause(domain, trimmed(text.substr(begin, end - begin)))) return std::nullopt;
        begin = end + 1;
    }
    if (domain.greatest == std::numeric_limits<std::int64_t>::max()) domain.greatest = std::max(domain.least, greatest);
    return domain;
}

namespace {

void add_names(const simt::Expression& size, std::vector<std::string>& names) {
    if (size.what == simt::Expression::What::name) names.push_back(size.text);
    for (const auto& child : size.children)
        if (child != nullptr) add_names(*child, names);
}

std::shared_ptr<const simt::Expression> size_in(const std::string& text, simt::SourceLocation place) {
    simt::CompileBudget effort(nullptr);
    const simt::TokenList tokens = simt::tokens_of(text, effort);
    try {
        if (tokens.wrong.empty()) return simt::Parser(tokens.tokens, effort).whole();
    } catch (const Refusal&) {} // ignore the parser's message, because it refers to the whole file
    throw Refusal(place, sentence("`{text}` is not a size.", {{"text", text}}),
                  sentence("Use integers, the declared numbers, + - * / %, and parentheses."));
}

const char* hint_for_arrays() {
    return sentence_pattern(
        "Write the name, the type and the size, as in `// in: a T[n]` or `// out: c T[rows][cols]`.");
}

DeclaredArray array_in(const Directive& line) {
    const auto refuse = [&](const std::string& why, const std::string& hint) -> Refusal {
        return {line.place, why, hint};
    };
    const std::string& text = line.value;
    DeclaredArray array;
    array.place = line.place;
    array.role = line.key == "in" ? Role::in : line.key == "out" ? Role::out : Role::inout;
    const std::size_t name_end = std::min(text.find_first_of(" \t"), text.size()), open = text.find('[');
    array.name = text.substr(0, name_end);
    if (!is_name(array.name) || open == std::string::npos || open < name_end || text.back() != ']')
        throw refuse(sentence("Invalid `{key}` line.", {{"key", line.key}}), sentence(hint_for_arrays()));
    const std::string type = trimmed(text.substr(name_end, open - name_end));
    const auto* const known =
        std::find_if(types.begin(), types.end(), [&](const TypeName& each) { return type == each.name; });
    if (known == types.end())
        throw refuse(sentence("`{type}` is not a type of array elements.", {{"type", type}}),
                     sentence("Choose int, unsigned, long long, unsigned char, float, double, or T, which is float or "
                              "double."));
    array.type = known->type;
    for (std::size_t at = open; at < text.size();) {
        const std::size_t close = text.find(']', at);
        const std::string size = trimmed(text.substr(at + 1, close - at - 1));
        if (text[at] != '[' || size.empty())
            throw refuse(sentence("Invalid `{key}` line.", {{"key", line.key}}), sentence(hint_for_arrays()));
        array.sizes.push_back(size_in(size, line.place));
        at = std::min(text.find_first_not_of(" \t", close + 1), text.size());
    }
    if (array.sizes.size() > 2)
        throw refuse(sentence("Array `{name}` has more than two dimensions.", {{"name", array.name}}),
                     sentence("Multiply the sizes, as in `T[planes * rows][cols]`."));
    return array;
}

void require_elements(const DeclaredArray& array, const Drawing& drawing, simt::SourceLocation place) {
    const TypeName& type = named(array.type);
    if (drawing.least > drawing.greatest)
        throw Refusal(place, sentence("The range of the elements of `{name}` is empty.", {{"name", array.name}}),
                      sentence("Write the smaller number first."));
    const bool is_integer = drawing.kind == Drawing::Kind::integers;
    if (is_integer && (drawing.least < type.least || drawing.greatest > type.greatest))
        throw Refusal(place,
                      sentence("Not all integers in this range are values of the type `{type}` of array `{name}`.",
                               {{"type", type.name}, {"name", array.name}}),
                      sentence("Choose a smaller range or another type."));
    const bool is_for_reals = drawing.kind == Drawing::Kind::uniform || drawing.kind == Drawing::Kind::one_nan;
    if (is_for_reals && !is_real(array.type))
        throw Refusal(place, sentence("The elements of `{name}` are integers.", {{"name", array.name}}),
                      sentence("Write `integers 0 .. 9`, `sorted` or `permutation`."));
}

/// Parses `uniform -1 .. 1`, `integers 0 .. 9`, `sorted integers 0 .. 9`, `permutation` or `one nan`.
Drawing drawing_in(const Directive& line, const DeclaredArray& array) {
    const Refusal unknown(
        line.place, sentence("`{text}` does not describe the elements of an array.", {{"text", line.value}}),
        sentence("Write `uniform -1 .. 1`, `integers 0 .. 9`, `sorted`, `permutation` or `one nan`."));
    if (array.role == Role::out)
        throw Refusal(
            line.place,
            sentence("Array `{name}` is an output, so its elements cannot be chosen.", {{"name", array.name}}),
            sentence("Remove this line, or declare the array with `// inout:`."));
    Drawing drawing;
    std::string words = line.value;
    if (words == "sorted") words += ' ';
    if (const auto rest = after(words, {"sorted "})) {
        drawing.is_sorted = true;
        words = *rest;
    }
    const auto take_range = [&](const std::string& text) {
        const auto range = range_in(text);
        const auto least = range ? real_in(range->first) : std::nullopt;
        const auto greatest = range ? real_in(range->second) : std::nullopt;
        if (!least || !greatest) throw unknown;
        drawing.least = *least;
        drawing.greatest = *greatest;
    };
    if (words.empty() && drawing.is_sorted) return drawing;
    if (words == "uniform") drawing.kind = Drawing::Kind::uniform;
    else if (words == "permutation" && !drawing.is_sorted) drawing.kind = Drawing::Kind::permutation;
    else if (words == "one nan" && !drawing.is_sorted) drawing.kind = Drawing::Kind::one_nan;
    else if (const auto reals = after(words, {"uniform "})) {
        drawing.kind = Drawing::Kind::uniform;
        take_range(*reals);
    } else if (const auto integers = after(words, {"integers "})) {
        drawing.kind = Drawing::Kind::integers;
        take_range(*integers);
        if (drawing.least != std::floor(drawing.least) || drawing.greatest != std::floor(drawing.greatest))
            throw unknown;
    } else throw unknown;
    require_elements(array, drawing, line.place);
    return drawing;
}

/// Collects the declarations of a source, and the errors in them.
class ProblemParser {
public:
    explicit ProblemParser(const std::string& text) : lines_(directives_of(text)) {}

    ParsedProblem parse() {
        for (const Directive& line : lines_)
            if (line.key == "in" || line.key == "out" || line.key == "inout") take([&] { add_array(line); });
        for (const Directive& line : lines_) take([&] { add_detail(line); });
        for (const DeclaredArray& array : problem_.arrays) take([&] { require_sizes(array); });
        take([&] { require_output(); });
        ParsedProblem parsed;
        parsed.errors = std::move(errors_);
        std::stable_sort(parsed.errors.begin(), parsed.errors.end(),
                         [](const auto& a, const auto& b) { return a.line < b.line; });
        if (parsed.errors.empty()) parsed.problem = std::make_shared<const DeclaredProblem>(std::move(problem_));
        return parsed;
    }

private:
    template <class Action> void take(const Action& action) {
        try {
            action();
        } catch (const Refusal& refusal) { errors_.push_back(refusal.diagnostic); }
    }

    void require_output() {
        const auto is_output = [](const DeclaredArray& array) { return array.role != Role::in; };
        if (!errors_.empty() || std::any_of(problem_.arrays.begin(), problem_.arrays.end(), is_output)) return;
        throw Refusal({1, 1}, sentence("The source declares no array that the kernel writes."),
                      sentence("Add a line such as `// out: b T[n]`, or name a shipped problem with a line such as "
                               "`// problem: reduction`."));
    }

    void add_array(const Directive& line) {
        DeclaredArray array = array_in(line);
        require_new(array.name, line.place);
        problem_.arrays.push_back(std::move(array));
    }

    void require_new(const std::string& name, simt::SourceLocation place) {
        if (name == "block")
            throw Refusal(place, sentence("`block` is the number of threads per block, so it cannot be declared."),
                          sentence("Choose another name."));
        require_first(name, name, place);
    }

    /// Throws if an earlier directive has already declared `purpose`. `name` is the key of the directive, for the error
    /// message.
    void require_first(const std::string& purpose, const std::string& name, simt::SourceLocation place) {
        const auto [known, is_new] = lines_of_.try_emplace(purpose, place.line);
        if (is_new) return;
        throw Refusal(
            place,
            sentence("`{name}` has already been declared on line {line}.", {{"name", name}, {"line", known->second}}),
            sentence("Remove one of the two lines."));
    }

    void add_detail(const Directive& line) {
        if (line.key == "tolerance") return add_tolerance(line);
        if (line.key == "in" || line.key == "out" || line.key == "inout") return;
        const auto array = std::find_if(problem_.arrays.begin(), problem_.arrays.end(),
                                        [&](const DeclaredArray& each) { return each.name == line.key; });
        if (array != problem_.arrays.end()) {
            require_first("elements of " + array->name, array->name, line.place);
            array->drawing = drawing_in(line, *array);
            return;
        }
        constexpr std::array others{"problem", "title", "summary", "source",  "format", "block",
                                    "plan",    "early", "x",       "scratch", "matrix"};
        if (std::find(others.begin(), others.end(), line.key) != others.end()) return;
        const auto domain = domain_in(line.value);
        const bool is_size = is_used(line.key);
        if (!domain && !is_size) return; // the line is an ordinary comment, not a directive
        require_new(line.key, line.place);
        if (line.key == "seed" || line.key == "values") {
            declared_badly_.insert(line.key);
            throw Refusal(
                line.place,
                sentence("`{name}` is part of the names of inputs, so it cannot be declared.", {{"name", line.key}}),
                sentence("Choose another name."));
        }
        if (!domain) {
            declared_badly_.insert(line.key);
            throw Refusal(line.place, sentence("`{text}` is not a range of integers.", {{"text", line.value}}),
                          sentence("Write `1 .. 1000`, `256`, `multiples of 32`, or `a power of two, at most 1024`."));
        }
        problem_.numbers.push_back({line.key, *domain, line.place});
        if (!domain->at_most(domain->greatest))
            throw Refusal(line.place,
                          sentence("There is no value for `{name}`: its range is empty.", {{"name", line.key}}),
                          sentence("Write the smaller number first."));
        if (is_size && domain->least < 0)
            throw Refusal(line.place,
                          sentence("`{name}` is the size of an array, so it cannot be negative.", {{"name", line.key}}),
                          sentence("Write `{name}: 0 .. {greatest}`.",
                                   {{"name", line.key}, {"greatest", std::max<std::int64_t>(0, domain->greatest)}}));
    }

    void add_tolerance(const Directive& line) {
        require_first("tolerance:", "tolerance", line.place);
        const auto value = line.value == "exact" ? 0 : real_in(line.value);
        if (!value || *value < 0 || *value >= 1)
            throw Refusal(line.place, sentence("`{text}` is not a tolerance.", {{"text", line.value}}),
                          sentence("Write the largest relative error, such as `1e-6`, or `exact`."));
        problem_.tolerance = *value;
    }

    bool is_used(const std::string& number) const {
        for (const DeclaredArray& array : problem_.arrays)
            for (const auto& size : array.sizes) {
                std::vector<std::string> names;
                add_names(*size, names);
                if (std::find(names.begin(), names.end(), number) != names.end()) return true;
            }
        return false;
    }

    static std::string hint_for_size(const std::string& name, const std::vector<std::string>& known) {
        if (known.empty()) return sentence("Add a line such as `// {name}: 1 .. 1000`.", {{"name", name}});
        return sentence("{suggestion} To declare it, add a line such as `// {name}: 1 .. 1000`.",
                        {{"suggestion", did_you_mean(name, known)}, {"name", name}});
    }

    void require_sizes(const DeclaredArray& array) {
        std::vector<std::string> known, names;
        for (const DeclaredNumber& number : problem_.numbers) known.push_back(number.name);
        for (const auto& size : array.sizes) add_names(*size, names);
        for (const std::string& name : names) {
            if (declared_badly_.count(name) != 0) continue;
            if (std::find(known.begin(), known.end(), name) == known.end())
                throw Refusal(array.place,
                              sentence("`{name}`, in the size of array `{array}`, is not declared.",
                                       {{"name", name}, {"array", array.name}}),
                              hint_for_size(name, known));
        }
        if (!errors_.empty()) return;
        std::map<std::string, std::int64_t> least;
        for (const DeclaredNumber& number : problem_.numbers)
            least[number.name] = std::max<std::int64_t>(1, number.domain.least);
        try {
            problem_.sizes_of(array, least);
        } catch (const Error& error) { throw Refusal(array.place, error.what(), error.hint()); }
    }

    const std::vector<Directive> lines_;
    DeclaredProblem problem_;
    std::vector<simt::Diagnostic> errors_;
    std::map<std::string, int> lines_of_;
    std::set<std::string> declared_badly_;
};

} // namespace

bool Domain::contains(std::int64_t value) const {
    return value >= least && value <= greatest && value % multiple_of == 0 &&
           (!is_power_of_two || (value > 0 && (value & (value - 1)) == 0));
}

std::optional<std::int64_t> Domain::at_most(std::int64_t value) const {
    value = std::min(value, greatest);
    if (is_power_of_two && value > 0) {
        std::int64_t power = 1;
        while (power <= value / 2) power *= 2;
        for (; power >= std::max<std::int64_t>(1, least); power /= 2)
            if (contains(power)) return power;
        return std::nullopt;
    }
    std::int64_t rest = value % multiple_of;
    if (rest < 0) rest += multiple_of;
    value -= rest;
    if (!contains(value)) return std::nullopt;
    return value;
}

std::vector<std::int64_t> DeclaredProblem::sizes_of(const DeclaredArray& array,
                                                    const std::map<std::string, std::int64_t>& values) const {
    const std::string hint = sentence("Use integers, the declared numbers, + - * / %, and parentheses.");
    std::vector<std::int64_t> sizes;
    for (const auto& size : array.sizes) {
        sizes.push_back(simt::value_of_size(*size, values, [&](const std::string& reason) {
            throw Error(
                "problem.size",
                sentence("Invalid size of array `{name}`. {reason}", {{"name", array.name}, {"reason", reason}}), hint);
        }));
        if (sizes.back() < 0)
            throw Error("problem.size",
                        sentence("The size of array `{name}` is {n}.", {{"name", array.name}, {"n", sizes.back()}}),
                        sentence("Check the ranges of the numbers."));
    }
    return sizes;
}

bool DeclaredProblem::has_real_numbers() const {
    return std::any_of(arrays.begin(), arrays.end(), [](const DeclaredArray& array) { return is_real(array.type); });
}
bool DeclaredProblem::has_either_precision() const {
    return std::any_of(arrays.begin(), arrays.end(),
                       [](const DeclaredArray& array) { return array.type == ElementType::real; });
}

std::string DeclaredProblem::restrictions() const {
    std::vector<std::string> all;
    for (const DeclaredNumber& number : numbers) {
        if (number.domain.is_power_of_two) all.push_back(sentence("{name} a power of two", {{"name", number.name}}));
        if (number.domain.multiple_of > 1)
            all.push_back(
                sentence("{name} a multiple of {n}", {{"name", number.name}, {"n", number.domain.multiple_of}}));
    }
    return join(all, ", ");
}

ParsedProblem parse_problem(const std::string& text) { return ProblemParser(text).parse(); }

std::string parameter_type(const DeclaredArray& array) {
    return (array.role == Role::in ? "const " : "") + std::string(named(array.type).name) + "*";
}

std::string role_text(const DeclaredArray& array) {
    switch (array.role) {
    case Role::in: return sentence("an input array");
    case Role::out: return sentence("an output array; the kernel must write all elements");
    case Role::inout: break;
    }
    return sentence("an array that the kernel reads and writes");
}

std::string values_text(const DeclaredNumber& number) {
    const Domain& domain = number.domain;
    if (domain.least == domain.greatest) return sentence("always {n}", {{"n", domain.least}});
    if (domain.is_power_of_two)
        return sentence("a power of two from {least} to {most}", {{"least", domain.least}, {"most", domain.greatest}});
    if (domain.multiple_of > 1)
        return sentence("a multiple of {n} from {least} to {most}",
                        {{"n", domain.multiple_of}, {"least", domain.least}, {"most", domain.greatest}});
    return sentence("an integer from {least} to {most}", {{"least", domain.least}, {"most", domain.greatest}});
}

} // namespace warploom::declared
