#include "engine/sentence.h"
#include "engine/simt/findings/narrow_numbers.h"
#include "engine/simt/findings/through_float.h"
#include "engine/simt/program_impl.h"

#include <algorithm>
#include <utility>

// Generates warnings about programs that compile without errors.

namespace warploom::simt {

namespace {

/// Formats an integer with thousands separators, such as "67,108,864".
std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

Diagnostic warning_of(const NarrowNumber& number) {
    const char* const most = number.is_signed ? "2,147,483,647" : "4,294,967,295";
    Diagnostic warning{number.place.line, number.place.column, {}, {}, 0};
    switch (number.what) {
    case NarrowNumber::What::counter:
        warning.sentence = sentence("This counter is an `int` and advances by the number of threads in the grid. Near "
                                    "{most}, the addition overflows, and the loop continues with a negative index.",
                                    {{"most", most}});
        warning.hint =
            sentence("Declare the counter as `long long`, and advance it by `(long long)blockDim.x * gridDim.x`.");
        break;
    case NarrowNumber::What::thread:
        warning.sentence =
            number.threads_of_row > 1
                ? sentence("The global thread index is computed in 32 bits, and several threads work on a row. It "
                           "overflows beyond {most} threads ({rows} rows).",
                           {{"most", most},
                            {"rows", grouped((std::int64_t{number.is_signed ? 1 : 2} << 31) / number.threads_of_row)}})
                : sentence("The global thread index is computed in 32 bits, and several threads work on a row. It "
                           "overflows beyond {most} threads.",
                           {{"most", most}});
        warning.hint = sentence("Write `((long long)blockIdx.x * blockDim.x + threadIdx.x)`, or divide blockDim.x and "
                                "threadIdx.x before you combine them.");
        break;
    case NarrowNumber::What::product:
        warning.sentence = sentence("This index is a product of two sizes in 32 bits. It overflows in a matrix with "
                                    "more than {most} elements.",
                                    {{"most", most}});
        warning.hint = sentence("Convert one factor first: `(long long)row * columns`.");
        break;
    case NarrowNumber::What::middle:
        warning.sentence = sentence("The sum of these two indices is computed in 32 bits. It overflows if both are "
                                    "greater than 1,073,741,823.");
        warning.hint = sentence("Write `low + (high - low) / 2`.");
        break;
    }
    return warning;
}

} // namespace

std::vector<Diagnostic> compiler_warnings_of(const Program& program, bool is_double) {
    std::vector<Diagnostic> warnings;
    const Program::Half& half = program.half(is_double);
    if (half.translated == nullptr) return warnings;
    for (const Diagnostic& missing : program.missing_headers) {
        warnings.push_back(missing);
        warnings.back().hint =
            sentence("The kernels compile without it. If their results depend on it, paste its contents here.");
    }
    for (Diagnostic each : half.translated->warnings) {
        const auto is_there = [&](const Diagnostic& other) { return other.line == each.line; };
        if (each.header != 0 || std::any_of(warnings.begin(), warnings.end(), is_there)) continue;
        each.sentence = sentence(each.sentence.c_str());
        each.hint = sentence(each.hint.c_str());
        warnings.push_back(std::move(each));
    }
    return warnings;
}

std::vector<Diagnostic> warnings_of(const Program& program, bool is_double) {
    std::vector<Diagnostic> warnings;
    const Program::Half& half = program.half(is_double);
    if (half.translated == nullptr) return warnings;
    const auto add = [&](const Code& code) {
        for (const SourceLocation& place : whole_numbers_through_float(code, half.translated->kernels)) {
            const auto is_there = [&](const Diagnostic& each) { return each.line == place.line; };
            if (place.header != 0 || std::any_of(warnings.begin(), warnings.end(), is_there)) continue;
            warnings.push_back(
                {place.line, place.column,
                 sentence(
                     "A float value is used as an index or a grid size. A float represents integers exactly only up "
                     "to 16,777,216, so larger matrices give wrong results."),
                 sentence("Use an int."), 0});
        }
        if (code.is_host) return;
        for (const NarrowNumber& number : narrow_numbers(code, half.translated->kernels, half.run)) {
            const auto is_there = [&](const Diagnostic& each) { return each.line == number.place.line; };
            if (number.place.header == 0 && std::none_of(warnings.begin(), warnings.end(), is_there))
                warnings.push_back(warning_of(number));
        }
    };
    for (const Code& code : half.translated->kernels) add(code);
    add(half.run);
    for (Diagnostic& each : compiler_warnings_of(program, is_double)) {
        const auto is_there = [&](const Diagnostic& other) { return other.line == each.line; };
        if (std::none_of(warnings.begin(), warnings.end(), is_there)) warnings.push_back(std::move(each));
    }
    std::stable_sort(warnings.begin(), warnings.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
    return warnings;
}

} // namespace warploom::simt
