#include "engine/lesson/question.h"

#include "engine/format_number.h"
#include "engine/protocol/messages/cause.h"
#include "engine/protocol/serialization/json.h"

#include <algorithm>
#include <cmath>

namespace warploom::lesson {

WARPLOOM_FIELDS(
    Question,
    protocol::Fields<Self>{
        "A question",
        {{"text", "", &Question::text, "text of the question"},
         {"ask", "", &Question::ask, "type of question", protocol::needed},
         {"operation", "", &Question::operation, ""},
         {"precision", "", &Question::precision, ""},
         {"matrix", "", &Question::matrix, "input matrix"},
         {"card", "", &Question::card, "card for counts and modeled times"},
         {"kernels", "", &Question::kernels, "kernels that the question refers to"},
         {"block", "", &Question::block, "threads per block", protocol::Rule{.least = 32, .greatest = 1024}},
         {"format", "", &Question::format, "storage format, for `padding`"},
         {"method", "", &Question::method, "`thomas`, `cr` or `pcr`"},
         {"n", "", &Question::n, "number of unknowns", protocol::Rule{.least = 1, .greatest = 4096}},
         {"step", "", &Question::step, "step number, counted from 1", protocol::Rule{.least = 1, .greatest = 8192}},
         {"tolerance", "", &Question::tolerance, "tolerance of the solver", protocol::not_negative},
         {"limit", "", &Question::limit, "maximum number of iterations",
          protocol::Rule{.least = 1, .greatest = 100'000}},
         {"within", "", &Question::within, "maximum relative error of an accepted answer", protocol::not_negative},
         {"because", "", &Question::because, "explanation of the answer"}}}
        .with(exercise::Measure::fields()))

bool Question::is_number() const { return choices().empty(); }

std::vector<std::string> Question::choices() const {
    if (ask == Ask::fewer || ask == Ask::faster) return kernels;
    if (ask == Ask::converges) return {"yes", "no"};
    return {};
}

WARPLOOM_FIELDS(Answer, {"The answer to a question",
                         {{"number", "", &Self::number, "numeric answer"},
                          {"word", "", &Self::word, "answer as text, if it is not a number"},
                          {"facts", "", &Self::facts, "facts found while computing the answer"}}})

namespace {

/// Parses an answer, which may be a number such as "28.8" or a fraction such as "144/5".
std::optional<double> number_said(const std::string& said) {
    const auto read = [](std::string text) -> std::optional<double> {
        text.erase(0, text.find_first_not_of(' '));
        text.erase(text.find_last_not_of(' ') + 1);
        double value = 0;
        return protocol::is_number_text(text, &value) ? std::optional<double>(value) : std::nullopt;
    };
    const std::size_t stroke = said.find('/');
    if (stroke == std::string::npos) return read(said);
    const auto above = read(said.substr(0, stroke)), below = read(said.substr(stroke + 1));
    return above && below && *below != 0 ? std::optional<double>(*above / *below) : std::nullopt;
}

/// Returns whether every comma in a number separates a group of three digits, as in the text returned by number_text().
bool has_thousands(const std::string& said) {
    const std::size_t end = std::min(said.find('.'), said.size());
    std::size_t digits = 0, groups = 0;
    for (std::size_t i = 0; i < end; ++i) {
        if (said[i] != ',') ++digits;
        else if (digits == 0 || digits > 3 || (groups++ > 0 && digits < 3)) return false;
        else digits = 0;
    }
    return groups > 0 && digits == 3;
}

bool is_whole(double number) { return number == std::round(number) && std::abs(number) < 1e15; }

} // namespace

bool Answer::fits(const Question& question, const std::string& said) const {
    if (!number) return said == word;
    // The student may enter the answer as it is displayed, which is rounded.
    const double shown = is_whole(*number) ? 1e-5 : 5e-4;
    const auto is_near = [&](const std::string& text) {
        const std::optional<double> value = number_said(text);
        return value && std::abs(*value - *number) <= std::max(shown, question.within) * std::abs(*number);
    };
    std::string as_fraction = said, as_whole = said;
    std::replace(as_fraction.begin(), as_fraction.end(), ',', '.');
    std::erase(as_whole, ',');
    return is_near(as_fraction) || (has_thousands(said) && is_near(as_whole));
}

std::string number_text(double number) {
    constexpr double plain = 1e4; // integers below this value have no thousands separators
    if (!is_whole(number) && std::abs(number) < 1e3) return format_number(number, "%.4g");
    if (std::abs(number) >= 1e15) return format_number(number, "%.4g");
    const std::int64_t whole = std::llround(number);
    return std::abs(number) < plain ? std::to_string(whole) : protocol::grouped(whole);
}

std::string Answer::text() const { return number ? number_text(*number) : word; }

} // namespace warploom::lesson
