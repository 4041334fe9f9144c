// Parses lesson files. A lesson consists of headings followed by `key: value` lines, text and questions.

#include "engine/did_you_mean.h"
#include "engine/embedded_files.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/lesson/lesson.h"
#include "engine/protocol/messages/kept_run.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>

namespace warploom::lesson {

namespace {

std::string trimmed(const std::string& text) {
    const auto is_blank = [](unsigned char c) { return c == ' ' || c == '\t' || c == '\r'; };
    const auto from = std::find_if_not(text.begin(), text.end(), is_blank);
    const auto to = std::find_if_not(text.rbegin(), std::make_reverse_iterator(from), is_blank).base();
    return {from, to};
}

std::vector<std::string> split(const std::string& text, char by) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, by);)
        if (part = trimmed(part); !part.empty()) parts.push_back(part);
    return parts;
}

class LessonReader {
public:
    LessonReader(const std::string& text, std::string where) : in_(text), where_(std::move(where)) {}

    Lesson read() {
        std::string text;
        for (line_ = 1; std::getline(in_, text); ++line_) take(trimmed(text));
        if (lesson_.title.empty()) refuse(sentence("It has no heading."), title_hint());
        if (lesson_.id.empty())
            refuse(sentence("It has no ID."), sentence("Add a line such as `id: a-short-name` below the title."));
        if (lesson_.steps.empty())
            refuse(sentence("It has no steps."), sentence("A step starts with `## ` and its title."));
        for (LessonStep& step : lesson_.steps) complete(step);
        lesson_.text = in_.str();
        return std::move(lesson_);
    }

private:
    enum class Part { nothing, lesson_keys, lesson_words, step_keys, step_words, question_keys };
    using Taker = std::function<void(const std::string& value)>;

    static std::string title_hint() { return sentence("The first line must be `# ` followed by the title."); }

    [[noreturn]] void refuse(const std::string& problem, const std::string& hint = {}) const {
        throw Error("lesson.format",
                    sentence("The lesson {lesson} cannot be used. Line {line}: {problem}",
                             {{"lesson", where_}, {"line", line_}, {"problem", problem}}),
                    hint);
    }

    void take(const std::string& line) {
        if (line.rfind("## ", 0) == 0) return begin_step(trimmed(line.substr(3)));
        if (line.rfind("# ", 0) == 0) return begin_lesson(trimmed(line.substr(2)));
        if (part_ == Part::nothing) {
            if (!line.empty()) refuse(sentence("It does not start with its title."), title_hint());
            return;
        }
        if (line.rfind("? ", 0) == 0) return begin_question(trimmed(line.substr(2)));
        if (line.empty()) return end_of_keys();
        switch (part_) {
        case Part::lesson_keys: return take_key(line, lesson_keys());
        case Part::step_keys: return take_key(line, step_keys(lesson_.steps.back()));
        case Part::question_keys: return take_key(line, question_keys(*lesson_.steps.back().question));
        case Part::lesson_words: return add_words(lesson_.words, line);
        default: return add_words(lesson_.steps.back().words, line);
        }
    }

    void begin_lesson(const std::string& title) {
        if (part_ != Part::nothing) refuse(sentence("It has two titles."), sentence("A step starts with `## `."));
        lesson_.title = title;
        part_ = Part::lesson_keys;
    }
    void begin_step(const std::string& title) {
        if (part_ == Part::nothing) refuse(sentence("A step precedes the title."), title_hint());
        lesson_.steps.emplace_back();
        lesson_.steps.back().title = title;
        part_ = Part::step_keys;
    }
    void begin_question(const std::string& text) {
        if (lesson_.steps.empty()) refuse(sentence("A question precedes the first step."));
        LessonStep& step = lesson_.steps.back();
        if (step.question)
            refuse(sentence("The step \"{step}\" has two questions.", {{"step", step.title}}),
                   sentence("Start another step with `## `."));
        step.question.emplace();
        step.question->text = text;
        part_ = Part::question_keys;
    }
    void end_of_keys() {
        if (part_ == Part::lesson_keys || part_ == Part::lesson_words) {
            part_ = Part::lesson_words;
            end_paragraph(lesson_.words);
            return;
        }
        part_ = Part::step_words;
        end_paragraph(lesson_.steps.back().words);
    }
    static void end_paragraph(std::string& words) {
        if (!words.empty() && !words.ends_with("\n\n")) words += "\n\n";
    }
    static void add_words(std::string& words, const std::string& line) {
        words += (words.empty() || words.ends_with("\n\n") ? "" : " ") + line;
    }

    void take_key(const std::string& line, const std::map<std::string, Taker>& known) {
        const std::size_t colon = line.find(':');
        const std::string key = trimmed(line.substr(0, colon));
        const auto names = transform_to_vector(known, [](const auto& each) { return each.first; });
        if (colon == std::string::npos)
            refuse(sentence("Expected `key: value`, found \"{line}\".", {{"line", protocol::shortened(line, 60)}}),
                   sentence("Headings and questions are followed by `key: value` lines. Add an empty line before the "
                            "text."));
        const auto taker = known.find(key);
        if (taker == known.end())
            refuse(sentence("The key \"{key}\" is not valid here.", {{"key", protocol::shortened(key, 60)}}),
                   did_you_mean(key, names));
        taker->second(trimmed(line.substr(colon + 1)));
    }

    std::map<std::string, Taker> lesson_keys() {
        return {{"id", into(lesson_.id)},
                {"page", [this](const std::string& value) { read_page(lesson_.page, value); }},
                {"exercise", into(lesson_.exercise)},
                {"minutes", into(lesson_.minutes)}};
    }
    std::map<std::string, Taker> step_keys(LessonStep& step) {
        State& state = step.state;
        return {{"page", [this, &state](const std::string& value) { read_page(state.page, value); }},
                {"matrix", into(state.matrix)},
                {"card", into(state.card)},
                {"look", into(step.look)},
                {"point", into(step.point)},
                {"layout", into(state.layout)},
                {"source", [this, &state](const std::string& value) { read_source(state, value); }},
                {"run", [this, &state](const std::string& value) { read_run(state, value); }},
                {"step", into(state.step)},
                {"launch", into(state.launch)},
                {"block_index", into(state.block_index)},
                {"warp", into(state.warp)},
                {"nonzero", [this, &state](const std::string& value) { read_nonzero(state, value); }},
                {"set", [this, &state](const std::string& value) { read_choice(state, value); }}};
    }
    std::map<std::string, Taker> question_keys(Question& q) {
        return {{"ask", [this, &q](const std::string& value) { read_ask(q, value); }},
                {"per", named_into(q.per)},
                {"array", into(q.array)},
                {"access", [this, &q](const std::string& value) { named_into(q.access.emplace())(value); }},
                {"operation", named_into(q.operation)},
                {"precision", named_into(q.precision)},
                {"matrix", into(q.matrix)},
                {"card", into(q.card)},
                {"kernels", [&q](const std::string& value) { q.kernels = split(value, ','); }},
                {"block", into(q.block)},
                {"format", into(q.format)},
                {"method", into(q.method)},
                {"n", into(q.n)},
                {"step", into(q.step)},
                {"tolerance", number_into(q.tolerance)},
                {"limit", into(q.limit)},
                {"within", number_into(q.within)},
                {"because", into(q.because)}};
    }

    Taker into(std::string& to) {
        return [&to](const std::string& value) { to = value; };
    }
    Taker number_into(double& to) {
        return [this, &to](const std::string& value) {
            if (!protocol::is_number_text(value, &to))
                refuse(sentence("\"{value}\" is not a number.", {{"value", protocol::shortened(value, 60)}}));
        };
    }
    Taker into(int& to) {
        return [this, &to](const std::string& value) {
            double number = 0;
            constexpr double most = 1e9;
            if (!protocol::is_number_text(value, &number) || number < 0 || number > most ||
                number != std::floor(number))
                refuse(sentence("\"{value}\" is not a valid integer.", {{"value", protocol::shortened(value, 60)}}));
            to = static_cast<int>(number);
        };
    }
    template <class E> Taker named_into(E& to) {
        return [this, &to](const std::string& value) {
            const auto found = protocol::named<E>(value);
            if (!found)
                refuse(sentence("\"{value}\" is unknown.", {{"value", protocol::shortened(value, 60)}}),
                       sentence("Available: {list}.", {{"list", protocol::names_of<E>()}}));
            to = *found;
        };
    }
    /// Parses the value of the key `ask` of a question. It is a single word or, for counts, two words such as `count
    /// transactions`.
    void read_ask(Question& q, const std::string& value) {
        const auto words = split(value, ' ');
        if (words.empty()) refuse(sentence("\"{key}\" must not be empty.", {{"key", "ask"}}));
        named_into(q.ask)(words[0]);
        const bool counts = q.ask == Ask::count || q.ask == Ask::fewer;
        if (counts != (words.size() == 2) || words.size() > 2)
            refuse(sentence("\"{value}\" is not a valid question.", {{"value", protocol::shortened(value, 60)}}),
                   counts ? sentence("Also specify what to count, for example, `ask: count transactions`.")
                          : sentence("Enter a single word."));
        if (counts) named_into(q.count)(words[1]);
    }
    void read_page(std::string& to, const std::string& value) {
        const auto& known = page_names();
        if (std::find(known.begin(), known.end(), value) == known.end())
            refuse(sentence("There is no page \"{page}\".", {{"page", protocol::shortened(value, 60)}}),
                   did_you_mean(value, known));
        to = value;
    }
    void read_nonzero(State& state, const std::string& value) {
        int row = 0, column = 0;
        const auto parts = split(value, ',');
        if (parts.size() != 2)
            refuse(sentence("\"nonzero\" requires a row and a column."), sentence("For example, `nonzero: 3, 4`."));
        into(row)(parts[0]);
        into(column)(parts[1]);
        state.nonzero = {row, column};
    }
    /// Checks that the text is the JSON document of a measured run. Performed here so that error messages can include
    /// the line number in the lesson file. The document is parsed again when it is displayed.
    void read_run(State& state, const std::string& value) {
        constexpr std::size_t most = 50;
        if (state.runs.size() == most) refuse(sentence("The step has more than 50 results."));
        try {
            protocol::read_kept_run(value, where_);
        } catch (const Error& error) {
            refuse(sentence("A result cannot be read: {problem}", {{"problem", error.what()}}));
        }
        state.runs.push_back(value);
    }
    void read_source(State& state, const std::string& value) {
        if (find_embedded_file(shipped_texts(), value) == nullptr)
            refuse(sentence("There is no built-in source \"{source}\".", {{"source", protocol::shortened(value, 60)}}),
                   did_you_mean(value, transform_to_vector(shipped_texts(), [](const EmbeddedFile& each) {
                                    return std::string(each.name);
                                })));
        state.source = value;
    }
    void read_choice(State& state, const std::string& value) {
        const std::size_t equals = value.find('=');
        if (equals == std::string::npos)
            refuse(sentence("\"set\" requires a name and a value."), sentence("For example, `set: kernel = ell`."));
        const std::string name = trimmed(value.substr(0, equals));
        std::string text = trimmed(value.substr(equals + 1));
        // Treat a plain word as a JSON string, and anything else as JSON.
        const bool is_json = protocol::is_number_text(text) || text == "true" || text == "false" ||
                             (!text.empty() && (text[0] == '"' || text[0] == '[' || text[0] == '{'));
        try {
            static const protocol::DocumentSource source{"lesson.format", "", ""};
            if (is_json) protocol::parse(text, source);
            else text = protocol::to_line(Json(text));
        } catch (const Error&) {
            refuse(sentence("The value of \"{name}\" is not valid.", {{"name", protocol::shortened(name, 60)}}));
        }
        try {
            require_choice(name, text);
        } catch (const Error& error) { refuse(error.what(), error.hint()); }
        state.choices.emplace_back(name, text);
    }

    /// Returns the simulated GPU selected before this step. If a step does not select one, the previous selection
    /// remains.
    std::string card_before(const LessonStep& step) const {
        std::string card = "h200";
        for (const LessonStep& each : lesson_.steps) {
            if (&each == &step) break;
            if (!each.state.card.empty()) card = each.state.card;
        }
        return card;
    }

    /// Copies members from the lesson step to its question if the question does not specify them.
    void complete(LessonStep& step) {
        for (std::string* const words : {&step.words, &lesson_.words})
            while (words->ends_with('\n')) words->pop_back();
        if (!step.question) return;
        Question& q = *step.question;
        if (q.matrix.empty()) q.matrix = step.state.matrix;
        if (q.card.empty()) q.card = step.state.card.empty() ? card_before(step) : step.state.card;
        const auto needs_kernels = [&](std::size_t least) {
            if (q.kernels.size() < least || q.matrix.empty())
                refuse(sentence("The question in the step \"{step}\" specifies too few kernels, or no matrix.",
                                {{"step", step.title}}),
                       sentence("For example, add `kernels: csr-scalar, ell` and `matrix: laplace2d:n=20` below the "
                                "question."));
        };
        switch (q.ask) {
        case Ask::count:
        case Ask::iterations:
        case Ask::converges:
        case Ask::finding_line:
        case Ask::finding_lanes: return needs_kernels(1);
        case Ask::fewer:
        case Ask::faster:
        case Ask::times_faster: return needs_kernels(2);
        case Ask::padding:
            if (q.format.empty())
                refuse(
                    sentence("The question in the step \"{step}\" does not specify a format.", {{"step", step.title}}));
            return;
        case Ask::rows_changed:
        case Ask::steps: return;
        }
    }

    std::istringstream in_;
    const std::string where_;
    Lesson lesson_;
    Part part_ = Part::nothing;
    int line_ = 1;
};

} // namespace

const std::vector<std::string>& page_names() {
    static const std::vector<std::string> names{"Matrix", "Formats", "Run",      "Warp",      "Model", "Write",
                                                "Step",   "Solve",   "Pitfalls", "Reproduce", "Start"};
    return names;
}

std::string text_of(const LessonStep& step) {
    std::string text = "## " + step.title + "\n";
    const auto add = [&](const char* key, const std::string& value) {
        if (!value.empty()) text += std::string(key) + ": " + value + "\n";
    };
    const State& state = step.state;
    add("page", state.page);
    add("matrix", state.matrix);
    add("card", state.card);
    for (const auto& [name, value] : state.choices) add("set", name + " = " + value);
    const std::pair<const char*, int> places[] = {
        {"launch", state.launch}, {"block_index", state.block_index}, {"warp", state.warp}, {"step", state.step}};
    for (const auto& [key, place] : places)
        if (place >= 0) add(key, std::to_string(place));
    if (state.nonzero)
        add("nonzero", std::to_string(state.nonzero->first) + ", " + std::to_string(state.nonzero->second));
    add("source", state.source);
    add("layout", state.layout);
    for (const std::string& run : state.runs) add("run", run);
    add("look", step.look);
    add("point", step.point);
    return text + "\n" + step.words + "\n";
}

std::string text_of(const Lesson& lesson) {
    std::string text = "# " + lesson.title + "\nid: " + lesson.id + "\n\n" + lesson.words + "\n";
    for (const LessonStep& step : lesson.steps) text += "\n" + text_of(step);
    return text;
}

Lesson lesson_from_text(const std::string& text, const std::string& where) { return LessonReader(text, where).read(); }

} // namespace warploom::lesson
