#include "app/exercise/judge.h"

#include "app/check/try_kernel.h"
#include "app/trace/trace_document.h"
#include "engine/error.h"
#include "engine/figure.h"
#include "kernels/machine/registry.h"

#include <algorithm>
#include <set>

namespace warploom::app {

using exercise::Exercise;
using exercise::Gate;
using exercise::GateResult;
using exercise::GateState;
using exercise::Judgement;

namespace {

std::string joined(std::string sentence, const std::string& more) {
    if (!sentence.empty() && !more.empty()) sentence += " ";
    return sentence + more;
}

/// Errors that tell of the answer, not of the exercise or of this machine.
bool is_about_the_answer(const Error& error) {
    return error.code().rfind("kernel.", 0) == 0 || error.code() == "memory.limit" || error.code() == "format.refused";
}

class Judge {
public:
    Judge(const Exercise& exercise, std::string path, const std::atomic<bool>* cancelled)
        : exercise_(exercise), path_(std::move(path)), card_(simulated::find_card(exercise.card)) {
        progress_.cancelled = cancelled;
    }

    Judgement run(std::uint64_t seed) {
        begin();
        try {
            const kernels::KernelInfo* const kernel = kernels::find_kernel(exercise_.operation, path_); // translates it
            if (!exercise_.format.empty() && kernel->format != exercise_.format)
                throw Error("kernel.format",
                            "The answer reads the format " + std::string(kernel->format) +
                                ", and the exercise is about " + exercise_.format + ".",
                            "Write the line `// format: " + exercise_.format + "`, and keep the parameters of run.");
            for (const std::string& input : inputs(seed))
                if (!is_endless_) look_at(input);
        } catch (const Error& error) {
            if (!is_about_the_answer(error)) throw;
            const std::string hint = joined(error.hint(), exercise_.advice_on(error.code()));
            add_complaint(clean(), joined(error.what(), hint), error.code());
        }
        finish();
        return std::move(judgement_);
    }

private:
    GateResult& clean() { return judgement_.gates[0]; }
    GateResult& right() { return judgement_.gates[1]; }
    GateResult& result_of(std::size_t gate) { return judgement_.gates[2 + gate]; }

    void begin() {
        judgement_.exercise = exercise_.id;
        judgement_.gates = {{"clean", "no finding", GateState::met, 0, exercise_.points_clean, {}, ""},
                            {"right", "the right result", GateState::met, 0, exercise_.points_right, {}, ""}};
        for (const Gate& gate : exercise_.gates)
            judgement_.gates.push_back({gate.id, gate.title, GateState::not_looked_at, 0, gate.points, {}, ""});
    }

    std::vector<std::string> inputs(std::uint64_t seed) const {
        std::vector<std::string> all = exercise_.inputs;
        for (const std::string& drawn : exercise::draw_inputs(exercise_, seed)) all.push_back(drawn);
        for (const Gate& gate : exercise_.gates)
            if (!gate.input.empty() && std::find(all.begin(), all.end(), gate.input) == all.end())
                all.push_back(gate.input);
        return all;
    }

    void look_at(const std::string& input) {
        TraceSettings settings;
        settings.kernel = path_;
        settings.card = card_;
        settings.precision = exercise_.precision;
        settings.block = exercise_.block;
        settings.sample = TraceSettings::all_blocks;
        const Tried tried = try_kernel(inputs_, exercise_.operation, input, exercise_.x, settings, false, progress_);
        is_endless_ = tried.is_endless();
        const wire::Trace trace = trace_document(tried.input, tried.trace);
        for (const wire::TraceFinding& finding : trace.findings) {
            const std::string kind = to_string(finding.kind);
            add_complaint(clean(), "On " + input + ": " + finding.sentence, kind);
        }
        if (is_endless_) return;
        if (clean().is_met() && tried.wrong)
            add_complaint(right(), "On " + input + ": " + sentence_of(*tried.wrong, false), "right");
        for (std::size_t g = 0; g < exercise_.gates.size(); ++g) {
            const Gate& gate = exercise_.gates[g];
            if ((gate.input.empty() ? exercise_.inputs.front() : gate.input) == input)
                result_of(g).value = gate.of(trace);
        }
    }

    /// The first of each kind, with what helps.
    void add_complaint(GateResult& result, std::string sentence, const std::string& kind) {
        result.state = GateState::missed;
        if (!complained_.insert(kind).second) return;
        // Where the file lies is nothing to whoever wrote it.
        const std::string folder = path_.substr(0, path_.rfind('/') + 1);
        if (const std::size_t at = folder.empty() ? std::string::npos : sentence.find(folder); at != std::string::npos)
            sentence.erase(at, folder.size());
        result.sentence = joined(joined(result.sentence, sentence), exercise_.advice_on(kind));
    }

    void finish() {
        if (!clean().is_met()) {
            right().state = GateState::not_looked_at;
            right().sentence = "The result is looked at when nothing is found any more.";
        }
        const bool counts = clean().is_met() && right().is_met();
        for (std::size_t g = 0; g < exercise_.gates.size(); ++g) {
            const Gate& gate = exercise_.gates[g];
            GateResult& result = result_of(g);
            if (!result.value) continue;
            result.state = gate.is_met_by(*result.value) ? GateState::met : GateState::missed;
            result.sentence = figure(*result.value, "%.6g") + " " + gate.words() + "; asked for: " + gate.bound() + ".";
            if (!result.is_met()) result.sentence += " " + gate.says;
        }
        for (GateResult& result : judgement_.gates) {
            if (counts && result.is_met()) result.points = result.out_of;
            judgement_.points += result.points;
            judgement_.out_of += result.out_of;
        }
    }

    const Exercise& exercise_;
    const std::string path_;
    const simulated::Card card_;
    Progress progress_;
    Inputs inputs_;
    Judgement judgement_;
    std::set<std::string> complained_;
    bool is_endless_ = false; ///< a loop was found that never ends
};

} // namespace

Judgement judge(const Exercise& exercise, const std::string& path, std::uint64_t seed,
                const std::atomic<bool>* cancelled) {
    return Judge(exercise, path, cancelled).run(seed);
}

} // namespace warploom::app
