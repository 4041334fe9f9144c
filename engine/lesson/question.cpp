#include "engine/lesson/question.h"

#include "engine/fields/json.h"
#include "engine/figure.h"

#include <cmath>

namespace warploom::lesson {

const wire::Fields<Question>& Question::fields() {
    static const wire::Fields<Question> list = wire::Fields<Question>{
        "A question",
        {{"text", "", &Question::text, ""},
         {"ask", "", &Question::ask, "", wire::needed},
         {"operation", "", &Question::operation, ""},
         {"precision", "", &Question::precision, ""},
         {"matrix", "", &Question::matrix, ""},
         {"card", "", &Question::card, "where something is counted or modelled"},
         {"kernels", "", &Question::kernels, ""},
         {"block", "", &Question::block, "threads", wire::Rule{.least = 32, .greatest = 1024}},
         {"format", "", &Question::format, "of `padding`"},
         {"method", "", &Question::method, "`thomas`, `cr` or `pcr`"},
         {"n", "", &Question::n, "unknowns", wire::Rule{.least = 1, .greatest = 4096}},
         {"step", "", &Question::step, "counted from 1", wire::Rule{.least = 1, .greatest = 8192}},
         {"tolerance", "", &Question::tolerance, "", wire::not_negative},
         {"limit", "", &Question::limit, "iterations", wire::Rule{.least = 1, .greatest = 100'000}},
         {"within", "", &Question::within, "the share by which a number may differ", wire::not_negative},
         {"because", "", &Question::because,
          "the reason"}}}.with(exercise::Measure::fields());
    return list;
}

bool Question::is_number() const { return choices().empty(); }

std::vector<std::string> Question::choices() const {
    if (ask == Ask::fewer || ask == Ask::faster) return kernels;
    if (ask == Ask::converges) return {"yes", "no"};
    return {};
}

WARPLOOM_FIELDS(Answer, {"The answer to a question",
                         {{"number", "", &Self::number, ""},
                          {"word", "", &Self::word, "where it is no number"},
                          {"facts", "", &Self::facts, "facts found on the way"}}})

namespace {

/// "28.8", or a fraction as it is reasoned out: "144/5".
std::optional<double> number_said(const std::string& said) {
    const auto read = [](std::string text) -> std::optional<double> {
        text.erase(0, text.find_first_not_of(' '));
        text.erase(text.find_last_not_of(' ') + 1);
        double value = 0;
        return wire::is_number_text(text, &value) ? std::optional<double>(value) : std::nullopt;
    };
    const std::size_t stroke = said.find('/');
    if (stroke == std::string::npos) return read(said);
    const auto above = read(said.substr(0, stroke)), below = read(said.substr(stroke + 1));
    return above && below && *below != 0 ? std::optional<double>(*above / *below) : std::nullopt;
}

} // namespace

bool Answer::fits(const Question& question, const std::string& said) const {
    if (!number) return said == word;
    const std::optional<double> value = number_said(said);
    if (!value) return false;
    // The shown number is rounded, and an answer equal to it is right.
    constexpr double shown = 1e-5;
    return std::abs(*value - *number) <= std::max(shown, question.within) * std::abs(*number);
}

std::string Answer::text() const { return number ? figure(*number, "%.6g") : word; }

} // namespace warploom::lesson
