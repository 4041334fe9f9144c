#include "app/lesson/answer.h"
#include "app/page/page_file.h"
#include "engine/html.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"
#include "kernels/cpu/cpu_machine.h"

#include <algorithm>

namespace warploom::app {

namespace {

using lesson::Ask;
using lesson::Question;

/// Converts text to HTML paragraphs. Empty lines separate paragraphs.
std::string paragraphs(const std::string& words) {
    std::string html;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find("\n\n", at), words.size());
        if (end > at) html += "<p>" + html_escaped(words.substr(at, end - at)) + "</p>\n";
        at = end + 2;
    }
    return html;
}

/// Returns the precomputed answer to a question that can be solved only on the host, because a web page cannot compute
/// it. Returns null for other questions.
Json known_answer(const Question& question) {
    if (question.ask != Ask::iterations && question.ask != Ask::converges) return nullptr;
    Inputs inputs;
    MachineList machines;
    machines.push_back(kernels::cpu_machine());
    const lesson::Answer answer = answer_of(question, inputs, machines);
    Json facts = answer.facts;
    facts.push_back(sentence("The answer was computed when this page was created."));
    return {{"answer", answer.text()}, {"answers", {answer.text()}}, {"facts", facts}, {"because", question.because}};
}

std::string form_of(const Question& question, std::size_t number) {
    std::string html = "<form class=\"question\" data-number=\"" + std::to_string(number) + "\">\n<fieldset><legend>" +
                       html_escaped(question.text) + "</legend>\n";
    if (question.is_number())
        html += "<label>Your guess <input name=\"said\" inputmode=\"decimal\" autocomplete=\"off\"></label>\n";
    else
        for (const std::string& choice : question.choices())
            html += "<label><input type=\"radio\" name=\"said\" value=\"" + html_escaped(choice) + "\"> " +
                    html_escaped(choice) + "</label>\n";
    return html + "</fieldset>\n<button type=\"submit\" disabled>Answer</button>\n"
                  "<p class=\"told\" role=\"status\" aria-live=\"polite\"></p><ul class=\"facts\"></ul>\n</form>\n";
}

/// Returns the settings for drawing a warp in a lesson step, or null if the page cannot draw it.
Json warp_of(const lesson::LessonStep& step) {
    const auto choice = [&](const char* name) -> Json {
        for (const auto& [key, value] : step.state.choices)
            if (key == name) return Json::parse(value, nullptr, false);
        return nullptr;
    };
    const Json kernel = choice("kernel"), block = choice("block"), precision = choice("precision");
    if (step.state.page != "Warp" || step.state.matrix.empty() || !kernel.is_string()) return nullptr;
    const std::string matrix = step.state.matrix, name = kernel;
    const bool is_method = name.find(':') != std::string::npos;
    if (is_method) return nullptr;
    std::string operation = "spmv";
    for (const auto each : kernels::operations)
        for (const auto& info : kernels::kernels_of(each))
            if (info.id == name && each != Operation::cg) operation = kernels::to_string(each);
    return {{"operation", operation},
            {"kernel", name},
            {"matrix", matrix},
            {"card", step.state.card.empty() ? "h200" : step.state.card},
            {"precision", precision.is_string() ? precision : Json("double")},
            {"block", block.is_number() ? block : Json(128)}};
}

} // namespace

std::string lesson_page(const EngineFiles& engine, const lesson::Lesson& lesson) {
    Json questions = Json::array(), warps = Json::array();
    PageParts page;
    page.title = lesson.title;
    page.body = "<h1>" + html_escaped(lesson.title) + "</h1>\n<p class=\"hint\">About " +
                std::to_string(lesson.minutes) +
                " minutes. A simulated GPU in this page computes the answers. No network connection is "
                "required.</p>\n<noscript><p>This page uses scripts to check your answers. You can read the text "
                "without them.</p></noscript>\n" +
                paragraphs(lesson.words);
    for (const lesson::LessonStep& step : lesson.steps) {
        page.body += "<section>\n<h2>" + html_escaped(step.title) + "</h2>\n" + paragraphs(step.words);
        if (Json warp = warp_of(step); !warp.is_null()) {
            page.body += "<div data-warp=\"" + std::to_string(warps.size()) + "\"><p class=\"hint\">" +
                         html_escaped(warp["kernel"].get<std::string>() + " on " + warp["matrix"].get<std::string>()) +
                         "</p></div>\n";
            warps.push_back(std::move(warp));
        }
        if (step.question) {
            page.body += form_of(*step.question, questions.size());
            questions.push_back({{"question", protocol::write(*step.question)},
                                 {"number", step.question->is_number()},
                                 {"within", step.question->within},
                                 {"known", known_answer(*step.question)}});
        }
        page.body += "</section>\n";
    }
    page.body += "<p id=\"score\" role=\"status\"></p>\n";
    page.parts = {"page_core.js", "page_warp.js", "page_debug.js", "lesson_page.js"};
    page.data = {{"lesson", Json{{"questions", questions}, {"warps", warps}}.dump()}};
    page.has_kernels = true;
    return page_of(engine, page);
}

std::string explore_page(const EngineFiles& engine) {
    PageParts page;
    page.title = "Explore a matrix";
    page.body = page_part("explore_page.html");
    page.parts = {"page_core.js", "page_warp.js", "page_debug.js", "explore_page.js"};
    page.has_kernels = true;
    return page_of(engine, page);
}

} // namespace warploom::app
