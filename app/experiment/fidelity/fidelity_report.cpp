#include "app/experiment/fidelity/fidelity.h"

#include "engine/experiment/claims.h"
#include "engine/format_number.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"

#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace warploom::app {

using namespace experiment;

namespace {

using Printed = experiment::CellColumn;

std::string tenth_percent(double share) { return percent(share, "%.1f %%"); }
std::string number(int n) { return std::to_string(n); }

std::string number_text(double value) { return format_number(value, std::abs(value) < 1e6 ? "%.4g" : "%.0f"); }

std::string titles_at(const experiment::Cell& cell) {
    return join(transform_to_vector(cell.at, [](const auto& each) { return each.first + " " + each.second; }));
}

double share(int right, int wrong) {
    return right + wrong > 0 ? static_cast<double>(right) / static_cast<double>(right + wrong) : 1;
}

/// Summarizes whether a card meets the accuracy targets. The directions (which of two values is larger) come from the
/// calibration study, and the claims come from the experiments.
struct CardSummary {
    ModelErrors errors;
    ModelClaims claims;
    bool median_is_met() const { return errors.others == 0 || errors.median <= largest_median_error; }
    bool claims_are_met() const { return share(claims.right, claims.wrong) >= least_share_right; }
    bool directions_are_met = true;
    bool all_met() const { return median_is_met() && claims_are_met() && directions_are_met; }
};

CardSummary summary_of(const CardFidelity& card) {
    CardSummary s{errors_of(card.results), claims_of(card.results)};
    s.directions_are_met = share(card.fit.right, card.fit.counted - card.fit.right) >= least_share_right;
    return s;
}

std::string glance(const std::vector<CardFidelity>& cards) {
    std::string text = "| card | cells | of these fitted | median error of the others | worst | directions right | "
                       "claims right | targets |\n"
                       "| --- | --: | --: | --: | --: | --: | --: | --- |\n";
    for (const CardFidelity& card : cards) {
        const CardSummary s = summary_of(card);
        text += "| " + card.title + " | " + number(s.errors.fitted + s.errors.others) + " | " +
                number(s.errors.fitted) + " | " + tenth_percent(s.errors.median) + " | " +
                tenth_percent(s.errors.worst) + " | " + number(card.fit.right) + " of " + number(card.fit.counted) +
                " | " + number(s.claims.right) + " of " + number(s.claims.right + s.claims.wrong) + " | ";
        std::string missed;
        const auto miss = [&](bool met, const char* what) {
            if (!met) missed += (missed.empty() ? "" : ", ") + std::string(what);
        };
        miss(s.median_is_met(), "median");
        miss(s.directions_are_met, "directions");
        miss(s.claims_are_met(), "claims");
        text += (missed.empty() ? "met" : "**missed**: " + missed) + " |\n";
    }
    return text;
}

std::string note_of(const FidelityNotes& notes, const std::string& id) {
    const auto at = notes.find(id);
    return at == notes.end() || at->second.empty() ? "" : at->second + "\n\n";
}

std::string wrong_direction(const PaperComparison& comparison, double ratio) {
    const std::string family = comparison.family, what = comparison.what, modeled = format_number(ratio, "%.3f");
    if (comparison.published_ratio <= 0)
        return sentence("Wrong: {family}, {what}: modeled {modeled}.",
                        {{"family", family}, {"what", what}, {"modeled", modeled}});
    return sentence("Wrong: {family}, {what}: published {printed}, modeled {modeled}.",
                    {{"family", family},
                     {"what", what},
                     {"printed", format_number(comparison.published_ratio, "%.3f")},
                     {"modeled", modeled}});
}

std::string families(const CardFidelity& card) {
    struct Count {
        int right = 0, all = 0;
    };
    std::map<std::string, Count> families;
    std::string wrong;
    for (std::size_t i = 0; i < card.study.comparisons.size(); ++i) {
        const PaperComparison& c = card.study.comparisons[i];
        if (c.is_scatter) continue;
        Count& count = families[c.family];
        ++count.all;
        count.right += card.fit.is_right[i];
        if (!card.fit.is_right[i]) wrong += "- " + wrong_direction(c, card.fit.comparison_ratio[i]) + "\n";
    }
    if (families.empty()) return "";
    std::string text =
        sentence("**Directions** of the paper's comparisons. The [fit report](model-{card}.md) lists all comparisons:",
                 {{"card", card.card}}) +
        "\n\n| what | right |\n| --- | --: |\n";
    for (const auto& [family, count] : families)
        text += "| " + family + " | " + number(count.right) + " of " + number(count.all) + " |\n";
    return text + "\n" + wrong + (wrong.empty() ? "" : "\n");
}

std::string claims_table(const Result& result) {
    if (result.experiment.claims.empty()) return "";
    const auto judged = verdicts_of(result.experiment, result.cells);
    std::string text = "| claim | bound | published | modelled | |\n| --- | --- | --- | --- | --- |\n";
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const ClaimJudgment& modelled = judged[i][Printed::modelled];
        const std::string verdict = to_string(modelled.verdict);
        const Claim& claim = result.experiment.claims[i];
        text += "| " + claim.text + " | " + claim.threshold + " | " + to_string(judged[i][Printed::published].verdict) +
                " | " + (modelled.verdict == Verdict::fails ? "**" + verdict + "**" : verdict) + " | " +
                modelled.sentence + " |\n";
    }
    return text + "\n";
}

/// Returns a table of all published values that were modeled, followed by the number of values that were not modeled,
/// for each reason.
std::string cells_table(const Result& result) {
    std::string rows;
    std::map<std::string, int> why_not;
    for (const auto& cell : result.cells) {
        const Series* const series = result.experiment.find_series(cell.series);
        if (series == nullptr || !series->has_published()) continue;
        if (!cell.modelled.number) {
            ++why_not[cell.modelled.why_not.empty() ? "Nothing was modelled." : cell.modelled.why_not];
            continue;
        }
        const auto ratio = cell.ratio(Printed::modelled, Printed::published);
        rows += "| " + series->title + " | " + titles_at(cell) + " | " +
                (cell.published.number ? number_text(*cell.published.number) : cell.published.text) + " | " +
                number_text(*cell.modelled.number) + " | " + series->unit + " | " +
                (ratio ? percent(*ratio - 1, "%+.1f %%") : "") + " | " +
                (cell.modelled.is_fitted              ? "fitted"
                 : counts(result.experiment, *series) ? ""
                                                      : "not counted") +
                " |\n";
    }
    std::string text;
    if (!rows.empty())
        text =
            "| series | at | published | modelled | unit | error | |\n| --- | --- | --: | --: | --- | --: | --- |\n" +
            rows + "\n";
    for (const auto& [reason, count] : why_not)
        text += "- " +
                sentence("{n} published {n:cell has|cells have} no modeled value. {reason}",
                         {{"n", count}, {"reason", reason}}) +
                "\n";
    return text + (why_not.empty() ? "" : "\n");
}

/// Returns the replaced input files and the reasons, in the form that the notes of the cells use: "A stands in for B
/// (why)".
std::string stand_ins(const Result& result) {
    constexpr std::string_view words = " stands in for ";
    std::set<std::string> files;
    for (const auto& cell : result.cells) {
        const std::string& note = cell.modelled.note;
        const auto at = note.find(words);
        if (at == std::string::npos) continue;
        const auto begin = at + words.size();
        files.insert(note.substr(begin, note.find_first_of(":( ", begin) - begin));
    }
    if (files.empty()) return "";
    return sentence("These files were not available, so a generated matrix of the same size replaces each of them: "
                    "{files}.",
                    {{"files", join(files)}}) +
           "\n\n";
}

std::string experiment_part(const Result& result, const FidelityNotes& notes) {
    const ModelErrors errors = errors_of({result});
    const ModelClaims claims = claims_of({result});
    std::string text = "### " + result.experiment.id + ": " + result.experiment.title + "\n\n";
    if (errors.others + errors.fitted > 0)
        text += sentence("The paper publishes {n} {n:value|values}, {fitted} of which {fitted:was|were} fitted.",
                         {{"n", errors.fitted + errors.others}, {"fitted", errors.fitted}}) +
                " ";
    if (errors.others > 0)
        text += sentence("Of the values that were not fitted, the median error is {median} and the largest error is "
                         "{worst} ({cell}).",
                         {{"median", tenth_percent(errors.median)},
                          {"worst", tenth_percent(errors.worst)},
                          {"cell", errors.worst_cell}}) +
                " ";
    text += sentence("Claims according to the model: {right} right, {wrong} wrong, {open} undecided, and {outside} "
                     "that no model of a card can decide. {ours} additional {ours:claim|claims}, which the paper does "
                     "not make, {ours:is|are} not counted.",
                     {{"right", claims.right},
                      {"wrong", claims.wrong},
                      {"open", claims.open},
                      {"outside", claims.outside},
                      {"ours", claims.ours}}) +
            "\n\n";
    text += stand_ins(result);
    text += note_of(notes, result.experiment.id); // always include the notes, because they also list typos in papers
    return text + claims_table(result) + cells_table(result);
}

std::string card_part(const CardFidelity& card, const FidelityNotes& notes) {
    const CardSummary s = summary_of(card);
    std::string text = "## " + card.title + "\n\n" + card.study.rule + "\n\n";
    if (!s.all_met()) {
        const std::string note = note_of(notes, card.card);
        text += sentence("**Why a target is missed.**") + " " +
                (note.empty() ? sentence("The reason is not known yet.") + "\n\n" : note);
    }
    text += families(card);
    for (const Result& result : card.results) text += experiment_part(result, notes);
    return text;
}

std::string median_sentence(int pairs, double median) {
    const std::string n = std::to_string(pairs), is = tenth_percent(median),
                      target = format_number(largest_measured_median * 100, "%.0f %%");
    return median <= largest_measured_median
               ? sentence("For {n} pairs of times, the median of |modeled / measured - 1| is {median}. The target of "
                          "{target} is met.",
                          {{"n", n}, {"median", is}, {"target", target}})
               : sentence("For {n} pairs of times, the median of |modeled / measured - 1| is {median}. The target of "
                          "{target} is **missed**.",
                          {{"n", n}, {"median", is}, {"target", target}});
}

std::string measured_part(const MeasuredKernels& measured, const FidelityNotes& notes) {
    if (measured.kernels.empty())
        return "## " + sentence("Measured and modeled: {card}", {{"card", measured.card}}) + "\n\n" +
               sentence("Nothing has been measured yet. Run `tools/measure-fidelity ENGINE FOLDER` on a machine with a "
                        "GPU.") +
               "\n\n";
    std::string text = "## " + sentence("Measured and modeled: {card}", {{"card", measured.title}}) + "\n\n";
    int both = 0;
    std::set<std::string> matrices;
    std::string far_off;
    for (const auto& k : measured.kernels) {
        matrices.insert(k.matrix);
        if (!k.modelled_ns || !(k.measured_ns > 0)) continue;
        ++both;
        const double ratio = *k.modelled_ns / k.measured_ns;
        if (ratio <= largest_measured_factor && ratio * largest_measured_factor >= 1) continue;
        far_off += (far_off.empty() ? "" : ", ") + ("`" + k.kernel + "` on `" + k.matrix + "` (") +
                   format_number(ratio, "%.2f") + ")";
    }
    text +=
        sentence("All kernels of y = A x ran on {n} {n:matrix|matrices} in double precision, with 128 threads per "
                 "block and cold caches. `tools/measure-fidelity` measured them on {machine}, {date}, commit {commit}. "
                 "They were modeled for {card}, whose parameters were not fitted to these times. Measured and modeled "
                 "times have separate columns and are never averaged together.",
                 {{"n", matrices.size()},
                  {"machine", lookup_or_default(measured.facts, "machine")},
                  {"date", lookup_or_default(measured.facts, "date")},
                  {"commit", lookup_or_default(measured.facts, "commit")},
                  {"card", measured.title}}) +
        "\n\n" + median_sentence(both, median_error(measured)) + "\n\n";
    if (!far_off.empty())
        text += sentence("These kernels differ by more than a factor of {factor}: {kernels}.",
                         {{"factor", format_number(largest_measured_factor, "%.1f")}, {"kernels", far_off}}) +
                "\n\n";
    text += note_of(notes, "measured-" + measured.card);
    std::string matrix;
    for (const auto& k : measured.kernels) {
        if (k.matrix != matrix)
            text += (matrix.empty() ? "" : "\n") + ("### `" + (matrix = k.matrix) + "`\n\n") +
                    "| kernel | measured us | quartiles | modelled us | modelled / measured | binding | traced |\n"
                    "| --- | --: | --- | --: | --: | --- | --: |\n";
        text += "| `" + k.kernel + "` | ";
        if (k.measured_ns > 0)
            text += format_number(k.measured_ns / 1e3, "%.1f") + " | " + format_number(k.q1_ns / 1e3, "%.1f") + " .. " +
                    format_number(k.q3_ns / 1e3, "%.1f") + " | ";
        else text += "| | ";
        if (k.modelled_ns)
            text += format_number(*k.modelled_ns / 1e3, "%.1f") + " | " +
                    format_number(*k.modelled_ns / k.measured_ns, "%.2f") + " | " + k.binding + " | " +
                    tenth_percent(k.traced_share) + " |\n";
        else text += "| | " + k.why_not + " | |\n";
    }
    return text + "\n";
}

} // namespace

std::string fidelity_report(const std::vector<CardFidelity>& cards, const std::vector<MeasuredKernels>& measured,
                            const FidelityNotes& notes, const std::string& date) {
    std::string text =
        "# " + sentence("Fidelity: the model compared with published and measured times") + "\n\n" +
        sentence("Generated by `warploom-engine fidelity --out docs/results/fidelity.md` on {date}. Do not edit this "
                 "page. It can be regenerated on any machine, because modeled times are computed from counts, which "
                 "are the same everywhere for the same matrices. Networks whose files are not included with the "
                 "program are named below. "
                 "See also [the simulated GPU](../simulated-gpu.md).",
                 {{"date", date.substr(0, 10)}}) +
        "\n\n" +
        sentence("*Error* is modeled / published - 1. The median and worst errors are computed from absolute values "
                 "over the cells that were not fitted. Only times and rates count, because a percentage would count "
                 "the same two times again, and the number of iterations of a solver does not depend on the card. "
                 "*Directions* are pairs of values that a paper compares and that differ by more than 3 %. *Claims* "
                 "are the conclusions of the papers ([experiments](../experiments.md)). Claims about a host or a "
                 "vendor library are undecided, because neither is modeled. Targets: a median error of at most "
                 "{median}, and {share} of directions and claims right.",
                 {{"median", format_number(largest_median_error * 100, "%.0f %%")},
                  {"share", format_number(least_share_right * 100, "%.0f %%")}}) +
        "\n\n" + glance(cards) + "\n";
    for (const CardFidelity& card : cards) text += card_part(card, notes);
    for (const MeasuredKernels& one : measured) text += measured_part(one, notes);
    text.pop_back(); // the report must end with a single newline
    return text;
}

} // namespace warploom::app
