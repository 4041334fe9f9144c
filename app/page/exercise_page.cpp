#include "app/check/free_verdict.h"
#include "app/page/page_file.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/html.h"
#include "engine/join.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"

#include <map>
#include <set>

namespace warploom::app {

namespace {

using exercise::Exercise;

std::string paragraph(const std::string& text) { return "<p>" + html_escaped(text) + "</p>\n"; }

std::string gate_row(const std::string& title, const std::string& asked, double points) {
    return "<tr><th scope=\"row\">" + html_escaped(title) + "<span class=\"asked\">" + html_escaped(asked) +
           "</span><span class=\"said\"></span></th><td class=\"word state\">not graded yet</td><td class=\"earned\">" +
           format_number(points) + "</td></tr>\n";
}

std::string gates_of(const Exercise& exercise) {
    std::string html = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Gates\"><table class=\"gates\">"
                       "<caption>Gates: " +
                       format_number(exercise.points()) +
                       " points</caption>\n<thead><tr><th scope=\"col\">gate</th><th scope=\"col\">state</th>"
                       "<th scope=\"col\">points</th></tr></thead>\n<tbody>\n";
    html += gate_row("no findings", "no race, no out-of-bounds index, no missing barrier", exercise.points_clean);
    html += gate_row("correct result", "on the inputs below and on random inputs", exercise.points_right);
    for (const exercise::Gate& gate : exercise.gates)
        html += gate_row(gate.title, gate.words() + ": " + gate.bound(), gate.points);
    return html + "</tbody></table></div>\n";
}

std::string article_of(const Exercise& exercise, bool is_alone) {
    const std::string heading = is_alone ? "h1" : "h2";
    std::string html = "<article id=\"exercise-" + exercise.id + "\">\n<" + heading + ">" +
                       html_escaped(exercise.title) + "</" + heading + ">\n";
    for (const std::string& each : exercise.task) html += paragraph(each);
    html += "<p class=\"hint\">" +
            html_escaped(
                sentence("Card: {card}. {block} threads per block, {precision}. Inputs: {inputs}, and random inputs.",
                         {{"card", simulated::find_card(exercise.card).title},
                          {"block", exercise.block},
                          {"precision", kernels::to_string(exercise.precision)},
                          {"inputs", join(exercise.inputs)}})) +
            "</p>\n" + gates_of(exercise);
    int number = 0;
    for (const std::string& hint : exercise.hints)
        html += "<details class=\"hints\"><summary>Hint " + std::to_string(++number) + " of " +
                std::to_string(exercise.hints.size()) + "</summary>" + paragraph(hint) + "</details>\n";
    return html + "<noscript><h3>Starter kernel</h3><pre>" + html_escaped(exercise.starter) +
           "</pre></noscript>\n</article>\n";
}

/// Returns the exercise data for the page's script. `file` contains the exercise in a form that the engine can parse.
Json data_of(const Exercise& exercise) {
    Json names = Json::array();
    const Operation operation = exercise.operation;
    std::string format = exercise.format;
    if (format.empty()) {
        const std::string name = "the starter of " + exercise.id + ".cu";
        const kernels::ScopedKernelSources texts(std::map<std::string, std::string>{{name, exercise.starter}});
        format = kernels::find_kernel_file(operation, name)->info.format;
    }
    if (operation == Operation::free)
        for (const protocol::CheckName& name : declared_names("starter.cu", exercise.starter))
            names.push_back({{"name", name.name}, {"type", name.type}, {"about", name.about}});
    for (const kernels::RunName& name : kernels::run_names(operation, format))
        names.push_back({{"name", name.name}, {"type", name.type}, {"about", name.about}});
    return {{"id", exercise.id},
            {"title", exercise.title},
            {"file", protocol::write(exercise).dump()},
            {"starter", exercise.starter},
            {"names", names},
            {"points", exercise.points()},
            {"operation", kernels::to_string(operation)},
            {"inputs", exercise.inputs},
            {"card", exercise.card},
            {"block", exercise.block},
            {"precision", kernels::to_string(exercise.precision)}};
}

} // namespace

std::string exercise_page(const EngineFiles& engine, const ExercisePage& asked) {
    std::set<std::string> ids;
    for (const Exercise& each : asked.exercises)
        if (!ids.insert(each.id).second)
            throw Error("page.exercises", sentence("The exercise {exercise} is listed twice.", {{"exercise", each.id}}),
                        sentence("List each exercise once."));
    if (ids.empty())
        throw Error("page.exercises", sentence("The page must contain at least one exercise."),
                    sentence("To list the exercises, use `exercise list`."));
    const bool is_alone = ids.size() == 1;
    Json data = Json::array();
    PageParts page;
    page.title = is_alone ? asked.exercises.front().title : "Exercises";
    if (!is_alone) page.body = "<h1>Exercises</h1>\n<nav id=\"exercises-list\" aria-label=\"Exercises\"></nav>\n";
    std::string articles;
    for (const Exercise& each : asked.exercises) {
        articles += article_of(each, is_alone);
        data.push_back(data_of(each));
    }
    page.body += "<noscript><p>This page grades answers with scripts. Allow scripts for this file, and reload the "
                 "page.</p></noscript>\n<div class=\"halves even\">\n<div>\n" +
                 articles + "</div>\n" + page_part("exercise_page.html") + "</div>\n";
    page.parts = {"page_core.js",  "page_editor.js",   "page_warp.js",
                  "page_debug.js", "page_platform.js", "exercise_page.js"};
    page.data = {{"exercises", data.dump()}};
    page.marks = {{"seed", std::to_string(asked.seed)}};
    if (asked.is_for_platform) page.marks.emplace_back("scorm", "1.2");
    return page_of(engine, page);
}

} // namespace warploom::app
