#include "app/experiment/fidelity/fidelity.h"

#include "engine/experiment/claims.h"
#include "engine/format_number.h"
#include "engine/items.h"
#include "engine/join.h"
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

/// Whether a card meets the targets. Directions are the comparisons of the study; claims come from the experiments.
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
        if (!card.fit.is_right[i])
            wrong += "- wrong: " + c.family + ", " + c.what + ": " +
                     (c.published_ratio > 0 ? "printed " + format_number(c.published_ratio, "%.3f") + ", " : "") +
                     "modelled " + format_number(card.fit.comparison_ratio[i], "%.3f") + "\n";
    }
    if (families.empty()) return "";
    std::string text = "**Directions** of the figures that the source sets side by side (all of them: "
                       "[the fit's report](model-" +
                       card.card + ".md)):\n\n| what | right |\n| --- | --: |\n";
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

/// Returns a table of all published cells that were modeled, and the number of other cells by reason.
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
        text += "- " + number(count) + (count == 1 ? " printed cell has" : " printed cells have") +
                " no modelled figure: " + reason + "\n";
    return text + (why_not.empty() ? "" : "\n");
}

/// Returns the files that replace unavailable ones, in the form of the cells' notes: "A stands in for B (why)".
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
    return "These files were not there, and a generated matrix of the same size stands in for each: " + join(files) +
           ".\n\n";
}

std::string experiment_part(const Result& result, const FidelityNotes& notes) {
    const ModelErrors errors = errors_of({result});
    const ModelClaims claims = claims_of({result});
    std::string text = "### " + result.experiment.id + ": " + result.experiment.title + "\n\n";
    if (errors.others + errors.fitted > 0)
        text += number(errors.fitted + errors.others) + " printed figures, " + number(errors.fitted) +
                " of them fitted. Median error of the others " + tenth_percent(errors.median) +
                (errors.others > 0 ? ", worst " + tenth_percent(errors.worst) + " (" + errors.worst_cell + ")" : "") +
                ". ";
    text += "Claims in the model: " + number(claims.right) + " right, " + number(claims.wrong) + " wrong, " +
            number(claims.open) + " that it cannot tell, " + number(claims.outside) +
            " that no model of a card can tell; " + number(claims.ours) + " more are ours and count nowhere.\n\n";
    text += stand_ins(result);
    text += note_of(notes, result.experiment.id); // added even if no target is missed, because the notes list misprints
    return text + claims_table(result) + cells_table(result);
}

std::string card_part(const CardFidelity& card, const FidelityNotes& notes) {
    const CardSummary s = summary_of(card);
    std::string text = "## " + card.title + "\n\n" + card.study.rule + "\n\n";
    if (!s.all_met()) {
        const std::string note = note_of(notes, card.card);
        text += "**Why a target is missed.** " + (note.empty() ? "No reason is written down yet.\n\n" : note);
    }
    text += families(card);
    for (const Result& result : card.results) text += experiment_part(result, notes);
    return text;
}

std::string measured_part(const MeasuredKernels& measured, const FidelityNotes& notes) {
    if (measured.kernels.empty())
        return "## Measured against modelled: " + measured.card +
               "\n\nNothing was measured yet: `tools/measure-fidelity ENGINE FOLDER` does it on a machine with a "
               "GPU.\n\n";
    std::string text = "## Measured against modelled: " + measured.title + "\n\n";
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
        "Every kernel of y = A x on " + number(static_cast<int>(matrices.size())) +
        " matrices, in double precision, with blocks of 128 threads and cold "
        "caches. Measured on " +
        lookup_or_default(measured.facts, "machine") + ", " + lookup_or_default(measured.facts, "date") + ", commit " +
        lookup_or_default(measured.facts, "commit") + ", by `tools/measure-fidelity`; modelled for " + measured.title +
        ", of which nothing was fitted. The two stand in different columns and are never averaged together.\n\n" +
        number(both) + " pairs; the median of |modelled / measured - 1| is " + tenth_percent(median_error(measured)) +
        "; the target is " + format_number(largest_measured_median * 100, "%.0f %%") +
        (median_error(measured) <= largest_measured_median ? ", which is met.\n\n" : ", which is **missed**.\n\n");
    if (!far_off.empty())
        text +=
            "Further off than a factor of " + format_number(largest_measured_factor, "%.1f") + ": " + far_off + ".\n\n";
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
        "# Fidelity: the model against what was printed, and against what was measured\n\n"
        "Made by `warploom-engine fidelity --out docs/results/fidelity.md` on " +
        date.substr(0, 10) +
        "; do not edit by hand. Anyone can make it again, on any machine: modelled figures come from counts and "
        "are the same wherever the same matrices are. Networks whose files do not ship with the program are named "
        "below; the page is made without them. What the model is: [the simulated GPU](../simulated-gpu.md).\n\n"
        "*Error* is modelled / published - 1; median and worst are of its size, over the cells that were not fitted. "
        "Only times and "
        "rates count: a percentage would count its two times twice, and how many iterations a solver takes is nothing "
        "that a card "
        "decides. *Directions* are the figures that a source sets side by side and that differ by more than 3 % there. "
        "*Claims* are what "
        "the sources conclude ([experiments](../experiments.md)); those that need a host or a vendor's library cannot "
        "be told, as neither is "
        "modelled. Targets: a median of at most " +
        format_number(largest_median_error * 100, "%.0f %%") + ", and " +
        format_number(least_share_right * 100, "%.0f %%") + " of directions and claims right.\n\n" + glance(cards) +
        "\n";
    for (const CardFidelity& card : cards) text += card_part(card, notes);
    for (const MeasuredKernels& one : measured) text += measured_part(one, notes);
    text.pop_back(); // the page must end with a single newline
    return text;
}

} // namespace warploom::app
