#include "app/check/input_domain.h"

#include "app/check/large_inputs.h"
#include "engine/declared/directives.h"
#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/generators/generator_sizes.h"
#include "engine/generators/generators.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/sentence.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace warploom::app {

namespace {

/// Largest size if the source does not declare one.
constexpr std::int64_t greatest_by_default = std::numeric_limits<std::int32_t>::max();

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// A generator string such as `banded:n=8,lower=1|rcm`, split into its parts.
struct GeneratorName {
    std::string family, order;
    Parameters parameters;

    explicit GeneratorName(const std::string& name) {
        const std::size_t bar = std::min(name.find('|'), name.size());
        order = name.substr(bar);
        const std::string text = name.substr(0, bar);
        const std::size_t colon = std::min(text.find(':'), text.size());
        family = text.substr(0, colon);
        for (std::size_t begin = colon + 1; begin < text.size();) {
            const std::size_t end = std::min(text.find(',', begin), text.size());
            const std::string part = text.substr(begin, end - begin);
            const std::size_t equals = std::min(part.find('='), part.size());
            parameters.emplace_back(part.substr(0, equals), part.substr(std::min(equals + 1, part.size())));
            begin = end + 1;
        }
    }

    std::string* find(const std::string& key) {
        for (auto& [name, value] : parameters)
            if (name == key) return &value;
        return nullptr;
    }
    std::optional<std::int64_t> integer(const std::string& key) {
        const std::string* const value = find(key);
        if (value == nullptr || value->empty() || value->find_first_not_of("0123456789") != std::string::npos)
            return std::nullopt;
        return std::stoll(*value);
    }
    void bound(const std::string& key, std::int64_t most) {
        if (const auto value = integer(key); value && *value > most) *find(key) = std::to_string(most);
    }
    std::string text() const {
        std::string all = family;
        for (std::size_t p = 0; p < parameters.size(); ++p)
            all += (p == 0 ? ":" : ",") + parameters[p].first + "=" + parameters[p].second;
        return all + order;
    }
};

/// Returns the numbers of rows and columns of a generated matrix, computed from its name, if the name is valid.
std::optional<std::pair<std::int64_t, std::int64_t>> sizes_of(const std::string& name) {
    const GeneratorName parts(name);
    const std::string plain = name.substr(0, name.size() - parts.order.size());
    if (!names_generator(plain)) return std::nullopt;
    try {
        const GeneratorValues values = generator_values(plain);
        const auto rows = static_cast<std::int64_t>(generated_size(parts.family, values).rows);
        const auto columns = values.all().find("cols");
        const bool has_columns = columns != values.all().end() && columns->second > 0;
        return std::pair(rows, has_columns ? static_cast<std::int64_t>(columns->second) : rows);
    } catch (const Error&) { return std::nullopt; }
}

std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::size_t first = std::min(text.find_first_not_of(' ', begin), end);
        std::size_t last = end;
        while (last > first && text[last - 1] == ' ') --last;
        if (last > first) parts.push_back(text.substr(first, last - first));
        begin = end + 1;
    }
    return parts;
}

auto key_of(const TestInput& input) {
    return std::tuple(input.name, input.block, input.power, input.row_power, input.column_power, input.is_large,
                      input.in_other_precision, input.precision, input.x);
}

} // namespace

InputDomain::InputDomain(Operation operation, const std::string& kernel, const std::string& text)
    : operation_(operation) {
    // A declared problem specifies a range for each of its numbers instead of a domain.
    if (operation == Operation::free) return;
    const bool has_unknowns =
        operation == Operation::tridiagonal || operation == Operation::trsv || operation == Operation::ilu;
    for (const declared::Directive& line : declared::directives_of(text)) {
        const auto fail = [&](const std::string& message, const std::string& hint) {
            throw Error("kernel.domain",
                        kernel + ":" + std::to_string(line.place.line) + ":" + std::to_string(line.place.column) +
                            ": " + message,
                        hint);
        };
        if (line.key == "sizes" || line.key == "unknowns") {
            if (line.key == "unknowns" && !has_unknowns)
                fail(sentence("This operation has no unknowns."),
                     sentence("Write `// sizes: {domain}`.", {{"domain", line.value}}));
            size_ = declared::domain_in(line.value, greatest_by_default);
            if (!size_)
                fail(sentence("`{text}` is not a range of integers.", {{"text", line.value}}),
                     sentence("Write `1 .. 1000`, `256`, `multiples of 32`, or `a power of two, at most 1024`."));
            size_->least = std::max<std::int64_t>(1, size_->least);
            if (!size_->at_most(size_->greatest))
                fail(sentence("There is no value for `{name}`: its range is empty.", {{"name", line.key}}),
                     sentence("Write the smaller number first."));
        } else if (line.key == "only") {
            // A part such as `upper=1` is a parameter of the generator before it.
            for (const std::string& part : split_at_commas(line.value)) {
                const bool is_parameter = part.find('=') != std::string::npos && part.find(':') == std::string::npos;
                if (is_parameter && !only_.empty()) only_.back() += "," + part;
                else only_.push_back(part);
            }
            for (const std::string& name : only_)
                if (!names_generator(name)) {
                    std::vector<std::string> known;
                    for (const GeneratorInfo& each : generators()) known.push_back(each.name);
                    fail(sentence("There is no generator named `{name}`.", {{"name", GeneratorName(name).family}}),
                         did_you_mean(GeneratorName(name).family, known));
                }
        }
    }
    if (is_restricted() && adapted(std::vector<TestInput>()).empty())
        throw Error("kernel.domain",
                    sentence("No test input is in the declared domain: {domain}.", {{"domain", words()}}),
                    sentence("Allow more sizes, or other generators."));
}

std::string InputDomain::words() const {
    std::vector<std::string> all;
    if (size_) {
        const std::string name = operation_ == Operation::ata           ? sentence("m and n")
                                 : operation_ == Operation::spmv        ? sentence("rows and cols")
                                 : operation_ == Operation::tridiagonal ? "n"
                                                                        : "rows";
        if (size_->least == size_->greatest)
            all.push_back(sentence("{name} equal to {n}", {{"name", name}, {"n", size_->least}}));
        else {
            if (size_->is_power_of_two) all.push_back(sentence("{name} a power of two", {{"name", name}}));
            if (size_->multiple_of > 1)
                all.push_back(sentence("{name} a multiple of {n}", {{"name", name}, {"n", size_->multiple_of}}));
            if (size_->least > 1) all.push_back(sentence("{name} at least {n}", {{"name", name}, {"n", size_->least}}));
            if (size_->greatest != greatest_by_default)
                all.push_back(sentence("{name} at most {n}", {{"name", name}, {"n", size_->greatest}}));
        }
    }
    if (!only_.empty()) all.push_back(sentence("matrices from {generators}", {{"generators", join(only_)}}));
    return join(all, ", ");
}

bool InputDomain::contains_sizes(std::int64_t rows, std::int64_t columns) const {
    if (!size_) return true;
    const bool has_columns = operation_ == Operation::spmv || operation_ == Operation::ata;
    return size_->contains(rows) && (!has_columns || size_->contains(columns));
}

bool InputDomain::is_of_generators(const std::string& name) const {
    if (only_.empty()) return true;
    GeneratorName parts(name);
    return std::any_of(only_.begin(), only_.end(), [&](const std::string& allowed) {
        const GeneratorName wanted(allowed);
        return wanted.family == parts.family &&
               std::all_of(wanted.parameters.begin(), wanted.parameters.end(), [&](const auto& parameter) {
                   const std::string* const value = parts.find(parameter.first);
                   return value != nullptr && *value == parameter.second;
               });
    });
}

bool InputDomain::contains(const std::string& name) const {
    if (!is_restricted()) return true;
    if (!is_of_generators(name)) return false;
    const auto sizes = sizes_of(name);
    return sizes && contains_sizes(sizes->first, sizes->second);
}

std::optional<std::int64_t> InputDomain::at_most(std::int64_t size) const {
    return size_ ? size_->at_most(size) : std::optional(size);
}

std::optional<std::int64_t> InputDomain::at_least(std::int64_t size) const {
    if (!size_) return size;
    std::int64_t next = std::max(size, size_->least);
    if (size_->is_power_of_two) {
        next = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(next)));
        while (next <= size_->greatest && !size_->contains(next)) next *= 2;
    } else next = (next + size_->multiple_of - 1) / size_->multiple_of * size_->multiple_of;
    return size_->contains(next) ? std::optional(next) : std::nullopt;
}

std::vector<std::string> InputDomain::names_of_generators() const {
    std::vector<std::string> names;
    for (const int number : {4, 1, 2, 3, 5, 7, 8, 9, 12, 16, 17, 23, 31, 32, 33, 40, 64, 65, 128, 130})
        for (const std::string& each : only_) {
            const std::string n = std::to_string(number),
                              begin = each + (each.find(':') == std::string::npos ? ":" : ",");
            for (const std::string& size : {"n=" + n, "rows=" + n + ",cols=" + n, "grid=" + n}) {
                const std::string name = begin + size;
                const auto sizes = sizes_of(name);
                constexpr std::int64_t most_rows = 5'000;
                if (!sizes || sizes->first > most_rows || !contains(name)) continue;
                names.push_back(name);
                break;
            }
        }
    return names;
}

std::vector<std::string> InputDomain::names_at_ends() const {
    constexpr std::int64_t usual = 2'080, largest = 20'000;
    const std::int64_t most = size_ ? std::max(usual, std::min(size_->least, largest)) : usual;
    std::set<std::int64_t> sizes;
    std::optional<std::int64_t> size = at_least(1);
    for (int i = 0; i < 3 && size && *size <= most; ++i) {
        sizes.insert(*size);
        size = at_least(*size + 1);
    }
    if (const auto greatest = at_most(operation_ == Operation::ata ? 130 : most)) sizes.insert(*greatest);
    std::vector<std::string> names;
    for (const std::int64_t each : sizes) {
        const std::string n = std::to_string(each);
        switch (operation_) {
        case Operation::tridiagonal: names.push_back("tridiagonal:n=" + n + ",kind=20,seed=21"); break;
        case Operation::ata: names.push_back("dense:rows=" + n + ",cols=" + n + ",seed=21"); break;
        case Operation::trsv:
        case Operation::ilu: names.push_back("banded:n=" + n + ",lower=1,upper=0"); break;
        default: names.push_back("test-rows:n=" + n + ",lengths=0,length=1,spread=0,seed=21"); break;
        }
    }
    std::erase_if(names, [&](const std::string& name) { return !contains(name); });
    return names;
}

std::vector<TestInput> InputDomain::counterparts(const TestInput& given) const {
    TestInput input = given;
    // Scaling would change the values that the generator specifies.
    if (!only_.empty()) input.power = input.row_power = input.column_power = 0;
    if (contains(input.name)) return {input};
    std::vector<TestInput> found;
    // The position of the zero pivot may depend on the size, so the input cannot be resized.
    if (input.is_singular) return found;
    const auto add = [&](const std::string& name) {
        if (!contains(name)) return;
        TestInput similar = input;
        similar.name = name;
        const bool is_known = std::any_of(found.begin(), found.end(),
                                          [&](const TestInput& each) { return key_of(each) == key_of(similar); });
        if (!is_known) found.push_back(std::move(similar));
    };
    using Rounding = std::optional<std::int64_t> (InputDomain::*)(std::int64_t) const;
    for (const Rounding rounding : {&InputDomain::at_most, &InputDomain::at_least}) {
        GeneratorName name(input.name);
        if (input.is_large) { // among the large inputs, only diagonal matrices are fast to test at any size
            const auto rows = name.integer("n");
            const bool is_tall = name.family == "diagonal" || input.name == many_rows;
            if (const auto rounded = is_tall && rows ? (this->*rounding)(*rows) : std::nullopt)
                if (*rounded > 4'096) add(large_diagonal(*rounded));
            continue;
        }
        bool is_rounded = true;
        for (const char* const key : {"n", "rows", "cols"}) {
            const auto value = name.integer(key);
            if (!value || *value == 0) continue;
            auto rounded = (this->*rounding)(*value);
            if (!rounded) rounded = at_least(1);
            is_rounded = is_rounded && rounded.has_value();
            if (rounded) *name.find(key) = std::to_string(*rounded);
        }
        const auto rows = name.integer("n");
        if (!is_rounded) continue;
        if (rows) {
            const std::int64_t columns = name.integer("cols").value_or(0) == 0 ? *rows : *name.integer("cols");
            name.bound("row", *rows - 1);
            name.bound("lower", *rows - 1);
            name.bound("upper", columns - 1);
            name.bound("longest", columns);
            if (auto systems = name.integer("systems"); systems && *systems > 0) {
                while (*rows % *systems != 0) --*systems;
                *name.find("systems") = std::to_string(*systems);
            }
        }
        add(name.text());
    }
    return found;
}

std::vector<TestInput> InputDomain::adapted(const std::vector<TestInput>& inputs) const {
    if (!is_restricted()) return inputs;
    std::vector<TestInput> all;
    std::set<std::string> names;
    const auto add = [&](const TestInput& input) {
        const bool is_known =
            std::any_of(all.begin(), all.end(), [&](const TestInput& each) { return key_of(each) == key_of(input); });
        if (!is_known) all.push_back(input);
    };
    const std::vector<std::string> generated = names_of_generators();
    for (const std::string& name : generated) add({name});
    std::size_t next = 0;
    for (const TestInput& input : inputs) {
        const auto similar = counterparts(input);
        for (const TestInput& each : similar) add(each);
        if (!similar.empty() || generated.empty() || input.is_large || input.is_singular) continue;
        TestInput other = input; // a copy with the same block size, precision and x
        other.power = other.row_power = other.column_power = 0;
        other.name = generated[next++ % generated.size()];
        add(other);
    }
    for (const std::string& name : names_at_ends()) add({name});
    std::stable_partition(all.begin(), all.end(), [](const TestInput& input) { return !input.is_large; });
    return all;
}

std::optional<TestInput> InputDomain::adapted(const TestInput& input) const {
    if (!is_restricted()) return input;
    const std::vector<TestInput> all = adapted(std::vector<TestInput>{input});
    return all.empty() ? std::nullopt : std::optional(all.front());
}

InputDomain domain_of_kernel(Operation operation, const std::string& kernel) {
    return {operation, kernel, kernels::is_kernel_file(kernel) ? kernels::text_of_kernel(kernel) : std::string()};
}

} // namespace warploom::app
