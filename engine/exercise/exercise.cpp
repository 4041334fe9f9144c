#include "engine/exercise/exercise.h"

#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/items.h"
#include "engine/matrix/random.h"
#include "engine/protocol/serialization/keys.h"
#include "engine/sentence.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace warploom::exercise {

using protocol::Fields;
using protocol::Reader;

namespace {

constexpr int exercise_version = 1;
constexpr protocol::Rule points_rule{.least = 0, .greatest = 1000};

/// Throws if an exercise file contains unknown keys. Most unknown keys are typos.
template <class T> void refuse_strangers(const Reader& in, const std::string& what) {
    protocol::Keys(in, what).expect(
        transform_to_vector(T::fields(), [](const auto& field) { return std::string(field.name); }));
}

void refuse_empty(const Reader& in, const char* key, const std::string& text) {
    if (text.empty()) in.refuse_saying(sentence("\"{key}\" must not be empty.", {{"key", key}}));
}

bool is_plain_id(const std::string& id) {
    return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

[[noreturn]] void refuse_draw(const std::string& text, const std::string& part) {
    throw Error("exercise.format",
                sentence("The random input \"{input}\" cannot be used: the placeholder \"{{part}}\" is unknown.",
                         {{"input", text}, {"part", part}}),
                sentence("Use {seed}, or two integers such as {100..300}."));
}

std::uint64_t number_in(const std::string& text, const std::string& part, std::string_view digits) {
    std::uint64_t number = 0;
    const auto end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || number > 1'000'000'000) refuse_draw(text, part);
    return number;
}

/// Returns a random value for the placeholder `{part}`, such as {seed} or {100..300}.
std::string draw(const std::string& text, const std::string& part, Random& random) {
    constexpr std::uint64_t seeds = 1'000'000;
    if (part == "seed") return std::to_string(1 + random.below(seeds));
    const std::size_t dots = part.find("..");
    if (dots == std::string::npos) refuse_draw(text, part);
    const std::uint64_t from = number_in(text, part, std::string_view(part).substr(0, dots)),
                        to = number_in(text, part, std::string_view(part).substr(dots + 2));
    if (to < from) refuse_draw(text, part);
    return std::to_string(from + random.below(to - from + 1));
}

/// Returns a hint for each kind of failure, for exercises without a hint of their own.
const std::map<std::string, std::string>& general_advice() {
    static const std::map<std::string, std::string> all{
        {"unwritten",
         sentence("Every element needs a thread. Check that the grid size is rounded up and that no thread returns too "
                  "early.")},
        {"nan", sentence("Set the result to 0 before you add to it. It is uninitialized when the kernel starts.")},
        {"empty-rows", sentence("The sum of a row without entries is 0, which must also be written.")},
        {"long-rows",
         sentence("Short rows are correct. Check how your kernel handles the remaining entries of long rows.")},
        {"out-of-bounds", sentence("The last block may have more threads than there are rows left. Make the extra "
                                   "threads return immediately.")},
        {"unset-value", sentence("Initialize variables before you read them. For example, start a sum at 0.")},
        {"unwritten-global",
         sentence("Set the result to 0 before you add to it. It is uninitialized when the kernel starts.")},
        {"unwritten-shared",
         sentence("Every thread must write its element of shared memory before other threads read it, even if the "
                  "element is 0.")},
        {"input-write",
         sentence("Arrays that run receives as const must not be modified. Write to y or to a scratch array.")},
        {"integer-overflow", sentence("The product of two ints may require 64 bits. Make one factor a long long.")},
        {"endless-loop", sentence("Check the loop condition for sizes that are not a power of two.")},
        {"divergent-meeting",
         sentence("All threads of a block must reach every __syncthreads(). Move it out of the branch.")}};
    return all;
}

std::string draw_input(const std::string& text, Random& random) {
    std::string drawn;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find('{', at), close = text.find('}', std::min(open, text.size()));
        drawn += text.substr(at, open - at);
        if (open == std::string::npos) break;
        if (close == std::string::npos) refuse_draw(text, text.substr(open + 1));
        drawn += draw(text, text.substr(open + 1, close - open - 1), random);
        at = close + 1;
    }
    return drawn;
}

} // namespace

WARPLOOM_FIELDS(
    Gate,
    Fields<Self>{
        "A gate",
        {{"id", "", &Gate::id, "column name in the gradebook", protocol::needed},
         {"title", "", &Gate::title, "short description of the condition", protocol::needed},
         {"input", "", &Gate::input, "input on which to count; default: the first of `inputs`"},
         {"at_least", "", &Gate::at_least, "lower bound"},
         {"at_most", "", &Gate::at_most, "upper bound; at least one of the two bounds is required"},
         {"points", "", &Gate::points, "default: 1", points_rule},
         {"needs", "", &Gate::needs,
          "IDs of gates that must be met before this gate is evaluated; those gates must not have `needs` themselves"},
         {"says", "", &Gate::says, "hint that is shown if the gate is not met", protocol::needed}}}
        .with(Measure::fields()))

void Gate::settle(const Reader& in) {
    refuse_strangers<Gate>(in, sentence("a gate"));
    if (!is_plain_id(id) || id == "right" || id == "clean")
        in.refuse_saying(
            sentence("\"{id}\" is not a valid gate ID.", {{"id", id}}),
            sentence("A gate ID consists of lowercase letters, digits, - and _. The IDs right and clean are "
                     "reserved."));
    if (!at_least && !at_most)
        in.refuse_saying(sentence("The gate \"{id}\" has neither \"at_least\" nor \"at_most\".", {{"id", id}}));
    refuse_empty(in, "says", says);
}

bool Gate::is_met_by(double value) const {
    return (!at_least || value >= *at_least) && (!at_most || value <= *at_most);
}

std::string Gate::bound() const {
    const std::string least = at_least ? format_number(*at_least, "%.6g") : "",
                      most = at_most ? format_number(*at_most, "%.6g") : "";
    if (at_least && at_most) return sentence("at least {least} and at most {most}", {{"least", least}, {"most", most}});
    if (at_least) return sentence("at least {least}", {{"least", least}});
    return at_most ? sentence("at most {most}", {{"most", most}}) : std::string();
}

WARPLOOM_FIELDS(Hint, {"A hint",
                       {{"on", "", &Hint::on,
                         "`right` (the result is wrong), `unwritten`, `nan`, `empty-rows` or `long-rows` (how the "
                         "result is wrong), a kind of finding, or the code of a compilation error",
                         protocol::needed},
                        {"says", "", &Hint::says, "hint for this case", protocol::needed}}})

void Hint::settle(const Reader& in) {
    refuse_strangers<Hint>(in, sentence("a hint"));
    refuse_empty(in, "says", says);
}

WARPLOOM_FIELDS(
    Exercise,
    {"An exercise",
     {{"warploom_exercise", "", &Exercise::version, "version of the format, 1", protocol::needed},
      {"id", "", &Exercise::id, "lowercase letters, digits, - and _", protocol::needed},
      {"title", "", &Exercise::title, "", protocol::needed},
      {"lesson", "", &Exercise::lesson, "ID of the lesson that introduces the exercise"},
      {"operation", "", &Exercise::operation, "", protocol::needed},
      {"precision", "", &Exercise::precision, "default: `double`"},
      {"card", "", &Exercise::card, "card whose counts are used; default: `h200`"},
      {"format", "", &Exercise::format, "storage format that a solution must read; default: any"},
      {"problem", "", &Exercise::problem, "for the operation `free`: the shipped problem that a solution must name"},
      {"x", "", &Exercise::x, "x in y = A x; default: `random:1`"},
      {"block", "", &Exercise::block, "threads per block, passed to `run`; default: 128",
       protocol::Rule{.least = 32, .greatest = 1024}},
      {"most_unknowns", "", &Exercise::most_unknowns,
       "size of the largest tridiagonal system on which a solution is tested; 0 or absent for no limit",
       protocol::count},
      {"allows_domain", "", &Exercise::allows_domain,
       "whether a solution may declare that it is correct only for some sizes or matrices"},
      {"allows_prepare", "", &Exercise::allows_prepare,
       "whether gates exclude the one-time cost of `prepare`; by default they include it"},
      {"task", "", &Exercise::task, "task description, one element per paragraph", protocol::needed},
      {"inputs", "", &Exercise::inputs, "inputs for which a solution must be correct; gates use the first one",
       protocol::needed},
      {"drawn", "", &Exercise::drawn, "additional inputs with random numbers, such as `{seed}` or `{100..300}`"},
      {"points_right", "", &Exercise::points_right, "points for a correct result; default: 2", points_rule},
      {"points_clean", "", &Exercise::points_clean, "points for having no findings; default: 1", points_rule},
      {"gates", "", &Exercise::gates, "", protocol::needed},
      {"advice", "", &Exercise::advice, "hints for common mistakes"},
      {"hints", "", &Exercise::hints, "hints, shown one at a time"}}})

void Exercise::settle(const Reader& in) {
    refuse_strangers<Exercise>(in, sentence("the exercise"));
    if (version != exercise_version)
        in.refuse_saying(sentence("Its version is {theirs}, but this program reads version {ours}.",
                                  {{"theirs", version}, {"ours", exercise_version}}));
    if (!is_plain_id(id))
        in.refuse_saying(sentence("\"{id}\" is not a valid ID.", {{"id", id}}),
                         sentence("An ID consists of lowercase letters, digits, - and _."));
    if (inputs.empty()) in.refuse_saying(sentence("\"{key}\" must not be empty.", {{"key", "inputs"}}));
    if (problem.empty() == (operation == Operation::free))
        in.refuse_saying(sentence("\"problem\" and the operation \"free\" belong together."),
                         sentence("Name a shipped problem, such as \"problem\": \"reduction\"."));
    if (gates.empty())
        in.refuse_saying(sentence("\"{key}\" must not be empty.", {{"key", "gates"}}),
                         sentence("Without gates, every correct kernel would pass."));
    for (std::size_t g = 0; g < gates.size(); ++g)
        for (std::size_t before = 0; before < g; ++before)
            if (gates[before].id == gates[g].id)
                in.refuse_saying(sentence("Two gates have the ID \"{id}\".", {{"id", gates[g].id}}));
    for (const Gate& gate : gates)
        for (const std::string& needed : gate.needs) {
            const Gate* const found = find_item(gates, &Gate::id, needed);
            if (found == nullptr || found->id == gate.id || !found->needs.empty())
                in.refuse_saying(
                    sentence("The gate \"{id}\" cannot need \"{needed}\".", {{"id", gate.id}, {"needed", needed}}),
                    sentence("\"needs\" can only list other gates of the exercise that have no \"needs\" themselves."));
        }
}

double Exercise::points() const {
    double sum = points_right + points_clean;
    for (const Gate& gate : gates) sum += gate.points;
    return sum;
}

std::string Exercise::advice_on(const std::string& what) const {
    if (const Hint* const own = find_item(advice, &Hint::on, what)) return own->says;
    const auto known = general_advice().find(what);
    return known == general_advice().end() ? std::string() : known->second;
}

Exercise exercise_from_json(const std::string& text, const std::string& where) {
    constexpr protocol::JsonLimits limits{.bytes = largest_exercise, .levels = 8, .one_text = std::size_t{1} << 14};
    const protocol::DocumentSource source{
        "exercise.format", sentence("The exercise {exercise} cannot be used", {{"exercise", where}}), "", text, limits};
    const Json json = protocol::parse(source);
    auto exercise = protocol::read<Exercise>(json, source);
    draw_inputs(exercise, 0); // this call throws if the random inputs of the exercise are invalid
    return exercise;
}

std::vector<std::string> draw_inputs(const Exercise& exercise, std::uint64_t seed) {
    std::vector<std::string> inputs;
    for (std::size_t i = 0; i < exercise.drawn.size(); ++i) {
        Random random(seed, i);
        inputs.push_back(draw_input(exercise.drawn[i], random));
    }
    return inputs;
}

} // namespace warploom::exercise
