#include "app/exercise/judge.h"

#include "app/check/branch_inputs.h"
#include "app/check/input_domain.h"
#include "app/check/test_inputs.h"
#include "app/check/try_kernel.h"
#include "app/problem/planned_kernel.h"
#include "app/trace_documents/trace_document.h"
#include "engine/comma_list.h"
#include "engine/declared/directives.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/generators/generators.h"
#include "engine/items.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace warploom::app {

using exercise::Exercise;
using exercise::Gate;
using exercise::GateResult;
using exercise::GateState;
using exercise::Grading;

namespace {

std::string joined(std::string sentence, const std::string& more) {
    if (!sentence.empty() && !more.empty()) sentence += " ";
    return sentence + more;
}

/// Formats a counter value: counts as integers, other values with four significant digits. Uses six digits if the value
/// would otherwise appear to exceed the threshold.
std::string shown(double value, const Gate& gate) {
    if (value == std::floor(value)) return format_number(value, "%.0f");
    const std::string in_four = format_number(value, "%.4g");
    return gate.is_met_by(std::stod(in_four)) == gate.is_met_by(value) ? in_four : format_number(value, "%.6g");
}

/// Returns whether an error was caused by the student's answer rather than by the exercise or the machine.
bool is_about_the_answer(const Error& error) {
    return error.code().rfind("kernel.", 0) == 0 || error.code() == "memory.limit" || error.code() == "format.refused";
}

} // namespace

/// Evaluates each criterion of an exercise. The code calls a criterion a gate. Points are assigned later. The class is
/// not in an anonymous namespace, because GradualJudgement has a member of this type.
class Judge {
public:
    Judge(const Exercise& exercise, std::string path, const std::atomic<bool>* cancelled)
        : exercise_(exercise), path_(std::move(path)), card_(simulated::find_card(exercise.card)) {
        progress_.cancelled = cancelled;
    }

    /// Compiles the student's answer and selects the test inputs: a single small input if `is_short` is true, otherwise
    /// all inputs.
    void start(std::uint64_t seed, bool is_short = false) {
        require_file_of_answer();
        begin();
        guard([&] {
            // Finding the kernel also compiles the answer.
            const kernels::KernelInfo& kernel = require_known(exercise_.operation, path_);
            if (!exercise_.format.empty() && kernel.format != exercise_.format)
                throw Error("kernel.format",
                            sentence("The answer uses the format {format}, but the exercise requires {required}.",
                                     {{"format", std::string(kernel.format)}, {"required", exercise_.format}}),
                            sentence("Add the line `// format: {format}`, and keep the parameters of run.",
                                     {{"format", exercise_.format}}));
            require_problem();
            domain_.emplace(domain_of_kernel(exercise_.operation, path_));
            if (domain_->is_restricted() && !exercise_.allows_domain)
                throw Error("kernel.domain",
                            sentence("The answer declares that it is correct only for {domain}.",
                                     {{"domain", domain_->words()}}),
                            sentence("Make it correct for all inputs, and remove the declaration."));
            if (is_short) inputs_to_see_ = {small_input(exercise_.operation, kernel.format, path_)};
            else inputs_to_see_ = inputs(seed, kernel.format);
            if (!is_short) branches_.emplace(exercise_.operation, kernel.format, path_);
            if (const TestInput tiny = tiny_input(exercise_.operation, path_); !is_short && is_endless_on(tiny))
                inputs_to_see_ = {tiny};
            judgement_.inputs.clear();
            for (const TestInput& input : inputs_to_see_) judgement_.inputs.push_back(input.name);
        });
    }
    std::size_t left() const { return inputs_to_see_.size() - seen_; }
    void go_on() {
        const TestInput& next = inputs_to_see_[seen_++];
        // If the answer fails on the inputs of the exercise, skip the general inputs, because testing them takes a long
        // time.
        if (seen_ > own_inputs_ && !judgement_.failed_on.empty()) return;
        guard([&] { look_at(next); });
        if (is_endless_) seen_ = inputs_to_see_.size();
        else if (left() == 0) add_branch_input();
    }
    const Grading& so_far() const { return judgement_; }

    /// Returns the final grading, which covers all inputs tested so far.
    Grading whole() {
        finish();
        return std::move(judgement_);
    }
    /// Counts the costs on several sets of the exercise's random inputs, or on its listed inputs if it has no random
    /// ones.
    void count_random_inputs() { draws_ = draws_for_counts; }
    Grading run(std::uint64_t seed) {
        start(seed);
        while (left() > 0) go_on();
        return whole();
    }

private:
    GateResult& clean() { return judgement_.gates[0]; }
    GateResult& right() { return judgement_.gates[1]; }
    GateResult& result_of(std::size_t gate) { return judgement_.gates[2 + gate]; }
    const std::string& input_of(const Gate& gate) const {
        return gate.input.empty() ? exercise_.inputs.front() : gate.input;
    }

    /// Runs `work`. An error caused by the student's answer becomes part of the grading, and no more inputs are tested.
    template <class Work> void guard(const Work& work) {
        try {
            work();
        } catch (const Error& error) {
            if (!is_about_the_answer(error)) throw;
            const std::string hint = joined(error.hint(), exercise_.advice_on(error.code()));
            add_complaint(clean(), joined(error.what(), hint), error.code(), "");
            clean().state = GateState::not_understood;
            seen_ = inputs_to_see_.size();
        }
    }

    /// Throws unless the file name ends in .cu. Other names would select built-in kernels.
    void require_file_of_answer() const {
        if (!kernels::is_kernel_file(path_))
            throw Error(
                "exercise.answer",
                sentence("The answer '{file}' is not a CUDA C file. The file name must end in .cu.", {{"file", path_}}),
                sentence("Save your kernel as a .cu file, such as answer.cu, and grade that file."));
    }

    /// Throws unless the answer is written for the problem of the exercise. Otherwise, an answer that defines its own
    /// `expected` could pass any test.
    void require_problem() const {
        if (exercise_.problem.empty()) return;
        if (declared::directive(kernels::text_of_kernel(path_), "problem") == exercise_.problem) return;
        throw Error("kernel.problem",
                    sentence("The answer does not name the problem `{problem}`.", {{"problem", exercise_.problem}}),
                    sentence("Begin it with the line `// problem: {problem}`.", {{"problem", exercise_.problem}}));
    }

    void begin() {
        judgement_.exercise = exercise_.id;
        judgement_.card = card_.id;
        judgement_.block = exercise_.block;
        judgement_.inputs = exercise_.inputs;
        judgement_.out_of = exercise_.points();
        judgement_.gates = {{"clean", sentence("no findings"), GateState::met, 0, exercise_.points_clean, {}, ""},
                            {"right", sentence("correct result"), GateState::met, 0, exercise_.points_right, {}, ""}};
        for (const Gate& gate : exercise_.gates)
            judgement_.gates.push_back(
                {gate.id, gate.title, GateState::not_looked_at, 0, gate.points, {}, "", gate.at_least.has_value()});
    }

    /// Returns all inputs to test: the fixed inputs of the exercise, its random inputs for this seed, and the general
    /// inputs on which every kernel is tested.
    std::vector<TestInput> inputs(std::uint64_t seed, const std::string& format) {
        std::vector<TestInput> all;
        const auto add = [&all](const TestInput& input) {
            const auto is_it = [&](const TestInput& each) { return input.is_just(each.name); };
            if (std::none_of(all.begin(), all.end(), is_it)) all.push_back(input);
        };
        for (const std::string& given : exercise_.inputs) add({given});
        for (std::uint64_t draw = 0; draw < draws_; ++draw)
            for (const std::string& drawn : exercise::draw_inputs(exercise_, seed + draw)) {
                add({drawn});
                counted_.insert(drawn);
            }
        if (counted_.empty()) counted_.insert(exercise_.inputs.begin(), exercise_.inputs.end());
        for (const Gate& gate : exercise_.gates)
            if (!gate.input.empty()) add({gate.input});
        own_inputs_ = all.size();
        for (const TestInput& drawn :
             test_inputs(exercise_.operation, format, {path_, card_, exercise_.precision, exercise_.block}))
            if (exercise_.most_unknowns == 0 || generator_values(drawn.name).integer("n") <= exercise_.most_unknowns)
                add(drawn);
        return all;
    }

    /// Adds an input for a branch of the answer that no input has taken so far.
    void add_branch_input() {
        if (!branches_ || !judgement_.failed_on.empty() || !clean().is_met() || !right().is_met()) return;
        while (auto branch = branches_->next()) {
            auto input = domain_->adapted(*branch);
            if (!input) continue;
            if (exercise_.most_unknowns > 0 && generator_values(input->name).integer("n") > exercise_.most_unknowns)
                continue;
            judgement_.inputs.push_back(input->name);
            inputs_to_see_.push_back(std::move(*input));
            return;
        }
    }

    TraceSettings settings_of_answer() const {
        TraceSettings settings{{path_, card_, exercise_.precision, exercise_.block}};
        settings.sample = TraceSettings::all_blocks;
        return settings;
    }

    /// Returns whether the answer hangs on an input on which this is detected fastest.
    bool is_endless_on(const TestInput& tiny) {
        try {
            TraceSettings settings = settings_of_answer();
            settings.counts = false;
            return try_test_input(inputs_, exercise_.operation, tiny, "", settings, false, progress_).is_endless();
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            return false;
        }
    }

    void look_at(const TestInput& judged) {
        const std::string& input = judged.name;
        TraceSettings settings = settings_of_answer();
        const bool is_counted = draws_ > 1 && counted_.count(input) != 0;
        settings.counts = judged.is_just(input) &&
                          (is_counted || std::any_of(exercise_.gates.begin(), exercise_.gates.end(),
                                                     [&](const Gate& gate) { return input_of(gate) == input; }));
        // The vector x of the exercise applies only to the exercise's own inputs. Other inputs specify their own x if
        // they need one.
        const std::string x = seen_ > own_inputs_ ? std::string() : exercise_.x;
        const Tried tried = try_test_input(inputs_, exercise_.operation, judged, x, settings, true, progress_);
        const auto on_input = [where = told(judged, tried, settings)](const std::string& message) {
            return sentence("On {input}: {message}", {{"input", where}, {"message", message}});
        };
        is_endless_ = tried.is_endless();
        for (const simulated::Finding& finding : tried.trace.findings)
            add_complaint(clean(), on_input(finding.sentence), to_string(finding.kind), input);
        if (is_endless_) return;
        if (clean().is_met() && tried.wrong) {
            const std::string wrong = in_run(tried.which_run(), sentence_of(*tried.wrong, true));
            add_complaint(right(), on_input(tried.trace.grid_blocks == 0 ? without_launch(wrong) : wrong),
                          tried.symptom, input);
        }
        if (!right().is_met() || !clean().is_met() || !settings.counts) return;
        const protocol::Trace trace = trace_document(tried.input, counted_part(tried.trace));
        for (std::size_t g = 0; g < exercise_.gates.size(); ++g)
            if (input_of(exercise_.gates[g]) == input) result_of(g).value = exercise_.gates[g].of(trace);
        if (is_counted) add_counts(trace);
    }

    void add_counts(const protocol::Trace& trace) {
        if (!judgement_.counts) judgement_.counts.emplace();
        exercise::GradingCounts& counts = *judgement_.counts;
        ++counts.inputs;
        for (const protocol::TraceAccess& access : trace.accesses) {
            counts.transactions += access.transactions;
            counts.bytes += access.bytes_fetched;
        }
        counts.modelled_ns += trace.modelled_ns;
    }

    /// Returns the part of the trace that the criteria evaluate. The part includes the work of `prepare` unless the
    /// exercise excludes it.
    Trace counted_part(const Trace& trace) {
        if (exercise_.allows_prepare || trace.preparation.launches.empty()) return trace;
        counts_prepare_ = true;
        return with_preparation(trace);
    }

    /// Adds the first error of each kind to the result of a criterion, with advice on how to fix it.
    void add_complaint(GateResult& result, std::string sentence, const std::string& kind, const std::string& input) {
        result.state = GateState::missed;
        if (judgement_.failed_on.empty()) judgement_.failed_on = input;
        if (!complained_.insert(kind).second) return;
        // Remove the folder from the message, so that students do not see the path.
        const std::string folder = path_.substr(0, path_.rfind('/') + 1);
        if (const std::size_t at = folder.empty() ? std::string::npos : sentence.find(folder); at != std::string::npos)
            sentence.erase(at, folder.size());
        const std::string says = exercise_.advice_on(kind);
        if (result.sentence.find(says) != std::string::npos) result.sentence = joined(result.sentence, sentence);
        else result.sentence = joined(joined(result.sentence, sentence), says);
    }

    /// Determines the final state of each criterion. Hides counter values if the answer is wrong.
    void finish() {
        if (!clean().is_met()) {
            right().state = GateState::not_looked_at;
            right().sentence = clean().state == GateState::not_understood
                                   ? sentence("The result is checked once the kernel runs.")
                                   : sentence("The result is checked once there are no findings.");
        }
        if (!right().is_met()) judgement_.counts.reset();
        for (std::size_t g = 0; g < exercise_.gates.size(); ++g) {
            const Gate& gate = exercise_.gates[g];
            GateResult& result = result_of(g);
            if (!right().is_met()) result.value.reset();
            if (!result.value) continue;
            result.state = gate.is_met_by(*result.value) ? GateState::met : GateState::missed;
            const std::string value = shown(*result.value, gate) + " " + gate.words(*result.value);
            result.sentence = counts_prepare_ ? sentence("Measured, including prepare: {value}. Required: {bound}.",
                                                         {{"value", value}, {"bound", gate.bound()}})
                                              : sentence("Measured: {value}. Required: {bound}.",
                                                         {{"value", value}, {"bound", gate.bound()}});
            if (!result.is_met()) result.sentence += " " + gate.says;
        }
        for (std::size_t g = 0; g < exercise_.gates.size(); ++g)
            for (const std::string& needed : exercise_.gates[g].needs) hold_back(result_of(g), needed);
    }

    /// Marks a criterion with a value as "not evaluated" if the criterion `needed` is not met. Otherwise, an answer
    /// could meet the threshold by skipping part of the work.
    void hold_back(GateResult& result, const std::string& needed) {
        const GateResult* const other = find_item(judgement_.gates, &GateResult::id, needed);
        if (!result.value || other->is_met()) return;
        result.state = GateState::not_looked_at;
        result.value.reset();
        result.sentence = sentence("Checked once this gate is passed: {gate}.", {{"gate", other->title}});
    }

    const Exercise& exercise_;
    const std::string path_;
    const simulated::Card card_;
    Progress progress_;
    Inputs inputs_;
    std::vector<TestInput> inputs_to_see_;
    std::optional<InputDomain> domain_;
    std::optional<BranchInputs> branches_; ///< not set if only a small input is tested
    /// Number of inputs tested so far, and number of inputs of the exercise itself, which come first.
    std::size_t seen_ = 0, own_inputs_ = 0;
    Grading judgement_;
    std::set<std::string> complained_;
    static constexpr std::uint64_t draws_for_counts = 4;
    std::uint64_t draws_ = 1;       ///< number of sets of random inputs to draw
    std::set<std::string> counted_; ///< names of the inputs on which a contest counts the costs
    bool counts_prepare_ = false;
    bool is_endless_ = false;
};

namespace {

/// Returns the grading of the exercise's starter code, which shows the criteria that it meets. The result is cached
/// because it is needed after every change of the answer.
Grading judgement_of_starter(const Exercise& exercise, std::uint64_t seed, const std::atomic<bool>* cancelled) {
    static RecentCache<Grading> kept(4);
    return kept.of(protocol::write(exercise).dump() + std::to_string(seed) + exercise.starter, [&] {
        const std::string name = "the starter of " + exercise.id + ".cu";
        const kernels::ScopedKernelSources texts(std::map<std::string, std::string>{{name, exercise.starter}});
        return Judge(exercise, name, cancelled).run(seed);
    });
}
/// Assigns the points. A correct answer earns points only if it meets a criterion that the starter code does not meet.
/// It then earns the points of every criterion that it meets.
void give_points(Grading& judgement, const Grading* starter) {
    std::string missing;
    bool is_new = starter == nullptr;
    for (std::size_t g = 0; starter != nullptr && g < judgement.gates.size(); ++g) {
        const GateResult& gate = judgement.gates[g];
        if (starter->gates[g].is_met()) continue;
        is_new = is_new || gate.is_met();
        add_item(missing, gate.title);
    }
    if (!is_new) {
        judgement.sentence = sentence("The answer is correct, but it passes no more gates than the starter. To earn "
                                      "points, pass one of these gates: {gates}.",
                                      {{"gates", missing}});
        return;
    }
    for (GateResult& gate : judgement.gates) {
        if (gate.is_met()) gate.points = gate.out_of;
        judgement.points += gate.points;
    }
}

Grading with_points(Grading judgement, const Exercise& exercise, std::uint64_t seed,
                    const std::atomic<bool>* cancelled) {
    const bool is_right = judgement.gates[0].is_met() && judgement.gates[1].is_met();
    if (judgement.is_passed() || !is_right) {
        if (is_right) give_points(judgement, nullptr);
        return judgement;
    }
    const Grading starter = judgement_of_starter(exercise, seed, cancelled);
    give_points(judgement, &starter);
    return judgement;
}

} // namespace

Grading judge(const Exercise& exercise, const std::string& path, std::uint64_t seed,
              const std::atomic<bool>* cancelled) {
    return with_points(Judge(exercise, path, cancelled).run(seed), exercise, seed, cancelled);
}

Grading judge_for_contest(const Exercise& exercise, const std::string& path, std::uint64_t seed,
                          const std::atomic<bool>* cancelled) {
    Judge judge(exercise, path, cancelled);
    judge.count_random_inputs();
    return judge.run(seed);
}

struct GradualJudgement::Impl {
    Impl(Exercise given, std::string file, std::uint64_t drawn)
        : exercise(std::move(given)), path(std::move(file)), seed(drawn), all(exercise, path, nullptr) {
        all.start(seed);
    }

    const Exercise exercise;
    const std::string path;
    const std::uint64_t seed;
    Judge all;
};

GradualJudgement::GradualJudgement(Exercise exercise, std::string path, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(std::move(exercise), std::move(path), seed)) {}
GradualJudgement::~GradualJudgement() = default;

Grading GradualJudgement::first_word() const {
    Judge judge(impl_->exercise, impl_->path, nullptr);
    judge.start(impl_->seed, true);
    if (judge.left() > 0) judge.go_on();
    return judge.so_far();
}

std::int64_t GradualJudgement::left() const { return static_cast<std::int64_t>(impl_->all.left()); }

Grading GradualJudgement::go_on() {
    if (left() > 0) impl_->all.go_on();
    if (left() > 0) return impl_->all.so_far();
    return with_points(impl_->all.whole(), impl_->exercise, impl_->seed, nullptr);
}

} // namespace warploom::app
