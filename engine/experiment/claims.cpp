#include "engine/experiment/claims.h"

#include "engine/experiment/experiment_parts.h"
#include "engine/experiment/result_parts.h"
#include "engine/join.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>

namespace warploom::experiment {

namespace {

/// Two published values that differ by less than this fraction are considered too close to rank.
constexpr double scatter = 0.03;

enum class Outcome { right, wrong, unknown };

/// The operands of a comparison. `right` is null if a cell is compared with a constant.
struct Sides {
    const Cell *left = nullptr, *right = nullptr;
};

struct Span {
    double number, low, high;
    bool has_width() const { return low < high; }
};
std::optional<Span> span_of(const CellValue& value) {
    if (!value.number) return std::nullopt;
    return Span{*value.number, value.low.value_or(*value.number), value.high.value_or(*value.number)};
}

bool is_at(const Cell& cell, const std::vector<std::pair<std::string, std::string>>& where) {
    for (const auto& [name, value] : where)
        for (const auto& [variable, bound] : cell.at)
            if (variable == name && bound != value) return false;
    return true;
}

std::vector<Sides> sides_between(const Claim& claim, const std::vector<Cell>& cells, const CellIndex& index) {
    std::vector<Sides> all;
    for (const auto& cell : cells) {
        if (cell.series != claim.left || !is_at(cell, claim.where)) continue;
        Bindings other = cell.at;
        bool is_left = false;
        for (auto& [name, value] : other)
            if (name == *claim.between && value == claim.left_value) {
                is_left = true;
                value = claim.right_value;
            }
        const auto right = is_left ? index.find(cell.series, other) : -1;
        if (right >= 0) all.push_back({&cell, &cells[right]});
    }
    return all;
}

/// Returns the pairs of cells that a claim compares. Two cells form a pair if all variables that both series have in
/// common have the same values.
std::vector<Sides> sides_of(const Experiment& experiment, const Claim& claim, const std::vector<Cell>& cells,
                            const CellIndex& index) {
    if (claim.between) return sides_between(claim, cells, index);
    std::vector<std::string> shared;
    std::map<std::string, std::vector<const Cell*>> rights;
    if (!claim.than) {
        const auto &left = *experiment.find_series(claim.left), &right = *experiment.find_series(claim.right);
        for (const auto& name : left.over)
            if (contains(right.over, name)) shared.push_back(name);
        for (const auto& cell : cells)
            if (cell.series == claim.right && is_at(cell, claim.where))
                rights[key_of(only(cell.at, shared))].push_back(&cell);
    }
    std::vector<Sides> all;
    for (const auto& cell : cells) {
        if (cell.series != claim.left || !is_at(cell, claim.where)) continue;
        if (claim.than) all.push_back({&cell, nullptr});
        else
            for (const Cell* right : rights[key_of(only(cell.at, shared))]) all.push_back({&cell, right});
    }
    return all;
}

/// Returns whether the interval `less` is below the interval `more`. The outcome is unknown if the intervals overlap.
Outcome is_less(const Span& less, const Span& more) {
    if (less.has_width() || more.has_width()) {
        if (less.high < more.low) return Outcome::right;
        return less.low > more.high ? Outcome::wrong : Outcome::unknown;
    }
    return less.number < more.number ? Outcome::right : Outcome::wrong;
}

bool is_within(double a, double b, double part) {
    return std::abs(a - b) < part * std::min(std::abs(a), std::abs(b)) || a == b;
}

Span times(const Span& span, double factor) { return {span.number * factor, span.low * factor, span.high * factor}; }

Outcome compare_one(const Claim& claim, CellColumn column, const Span& left, const Span& right, bool is_threshold) {
    if (claim.is == Claim::Is::alike) {
        if (std::abs(left.number - right.number) <= claim.within * std::abs(right.number)) return Outcome::right;
        const bool overlap = left.low <= right.high && right.low <= left.high;
        return overlap && (left.has_width() || right.has_width()) ? Outcome::unknown : Outcome::wrong;
    }
    const Span less = claim.is == Claim::Is::less ? times(left, claim.factor) : times(right, claim.factor);
    const Span& more = claim.is == Claim::Is::less ? right : left;
    if (column == CellColumn::published && !is_threshold && is_within(less.number, more.number, scatter))
        return Outcome::unknown;
    return is_less(less, more);
}

/// Returns the margin by which a comparison satisfies the claim. The margin is negative if the comparison violates the
/// claim.
double margin(const Claim& claim, double left, double right) {
    if (claim.is == Claim::Is::alike) return claim.within - std::abs(left / right - 1);
    const double distance = claim.is == Claim::Is::less ? right / (left * claim.factor) : left / (claim.factor * right);
    return distance > 0 ? std::log(distance) : -1e30;
}

Verdict verdict_of(const std::string& part, const ClaimJudgment& judgement) {
    const int all = judgement.right + judgement.wrong + judgement.unknown;
    if (all == 0) return Verdict::cannot_tell;
    if (part == "most") {
        if (2 * judgement.right > all) return Verdict::holds;
        return 2 * judgement.wrong >= all ? Verdict::fails : Verdict::cannot_tell;
    }
    if (part == "some") {
        if (judgement.right > 0) return Verdict::holds;
        return judgement.wrong == all ? Verdict::fails : Verdict::cannot_tell;
    }
    if (judgement.wrong > 0) return Verdict::fails;
    return judgement.right == all ? Verdict::holds : Verdict::cannot_tell;
}

std::string sentence_of(const ClaimJudgment& judgement, const std::string& closest) {
    const int all = judgement.right + judgement.wrong + judgement.unknown;
    if (all == 0) return sentence("There is nothing to compare.");
    if (judgement.unknown == all)
        return all == 1 ? sentence("The comparison cannot be decided.")
                        : sentence("None of the comparisons can be "
                                   "decided.");
    std::string text =
        judgement.unknown > 0
            ? sentence("{right} of {all} {all:comparison holds|comparisons hold}, {unknown} cannot be decided.",
                       {{"right", judgement.right}, {"all", all}, {"unknown", judgement.unknown}})
            : sentence("{right} of {all} {all:comparison holds|comparisons hold}.",
                       {{"right", judgement.right}, {"all", all}});
    if (all == 1) return text + " " + sentence("Result: {closest}.", {{"closest", closest}});
    return text + " " +
           (judgement.wrong > 0 ? sentence("Farthest from the claim: {closest}.", {{"closest", closest}})
                                : sentence("Closest to the threshold: {closest}.", {{"closest", closest}}));
}

/// Returns the reason why a series can never have values in a column, or an empty string if it can.
std::string never_in(const Experiment& experiment, const std::string& id, CellColumn column) {
    const Series& series = *experiment.find_series(id);
    if (series.ratio) {
        const std::string of = never_in(experiment, series.ratio->of, column);
        return of.empty() ? never_in(experiment, series.ratio->over, column) : of;
    }
    if (series.reduce) return never_in(experiment, series.reduce->of, column);
    if (column == CellColumn::measured) {
        if (is_count(series.figure)) return sentence("Counts come from the simulated card and cannot be measured.");
        return series.options.contains("launch") ? sentence("Launches are not timed individually.") : "";
    }
    if (experiment.card.empty()) return sentence("The experiment does not specify a card, so nothing is modeled.");
    if (!series.run) return {};
    if (series.run->place == Place::cpu) return sentence("CPUs are not modeled.");
    const std::string& kernel = series.run->modelled_kernel.empty() ? series.run->kernel : series.run->modelled_kernel;
    const bool is_vendor = kernel.starts_with("cublas") || kernel.starts_with("cusparse");
    return is_vendor ? sentence("Library kernels cannot be traced.") : "";
}

/// Returns whether the paper published values for a series or for all of its operands.
bool has_print(const Experiment& experiment, const std::string& id) {
    const Series& series = *experiment.find_series(id);
    if (series.has_published()) return true;
    if (series.ratio) return has_print(experiment, series.ratio->of) && has_print(experiment, series.ratio->over);
    return series.reduce && has_print(experiment, series.reduce->of);
}

/// Adds the titles of series that use the paper's kernel in the model, but a Warploom kernel for measurements.
void add_other_kernels(const Experiment& experiment, const std::string& id, std::vector<std::string>& titles) {
    const Series& series = *experiment.find_series(id);
    if (series.ratio) {
        add_other_kernels(experiment, series.ratio->of, titles);
        add_other_kernels(experiment, series.ratio->over, titles);
    } else if (series.reduce) add_other_kernels(experiment, series.reduce->of, titles);
    else if (series.run && series.run->modelled_kernel.find("paper:") != std::string::npos &&
             !contains(titles, series.title))
        titles.push_back(series.title);
}

/// Returns a sentence that lists the series measured with Warploom kernels instead of the paper's kernels, or an empty
/// string if there are none.
std::string measured_kernels(const Experiment& experiment, const Claim& claim) {
    std::vector<std::string> titles;
    add_other_kernels(experiment, claim.left, titles);
    if (!claim.than) add_other_kernels(experiment, claim.right, titles);
    return titles.empty() ? std::string()
                          : " " + sentence("Measured with Warploom's kernels instead of those of the source: "
                                           "{kernels}.",
                                           {{"kernels", join(titles)}});
}

ClaimJudgment judge_one(const Experiment& experiment, const Claim& claim, const std::vector<Sides>& all,
                        CellColumn column) {
    ClaimJudgment judgement;
    double least = INFINITY;
    std::string closest;
    for (const auto& sides : all) {
        const auto left = span_of(sides.left->value(column));
        const auto right = claim.than ? std::optional(Span{*claim.than, *claim.than, *claim.than})
                                      : span_of(sides.right->value(column));
        const Outcome outcome =
            left && right ? compare_one(claim, column, *left, *right, claim.than.has_value()) : Outcome::unknown;
        if (outcome == Outcome::unknown) {
            ++judgement.unknown;
            continue;
        }
        ++(outcome == Outcome::right ? judgement.right : judgement.wrong);
        const double distance = margin(claim, left->number, right->number);
        if (distance < least || closest.empty()) {
            least = distance;
            closest = name_of(experiment, *sides.left) + ": " +
                      short_number(claim.than ? left->number : left->number / right->number);
        }
    }
    judgement.verdict = verdict_of(claim.part, judgement);
    judgement.sentence = sentence_of(judgement, closest);
    if (column == CellColumn::measured && judgement.verdict != Verdict::cannot_tell)
        judgement.sentence += measured_kernels(experiment, claim);
    return judgement;
}

/// Returns the cells without their samples. Published ratios and reductions are computed from their operands, so that
/// the published values can support a claim even if the paper does not state the ratio.
std::vector<Cell> figures_only(const Experiment& experiment, const std::vector<Cell>& cells) {
    std::vector<Cell> some;
    some.reserve(cells.size());
    for (const auto& cell : cells) {
        Cell one{cell.series, cell.at, {}, {}, {}};
        for (const CellColumn column : columns) {
            one.value(column).number = cell.value(column).number;
            one.value(column).low = cell.value(column).low;
            one.value(column).high = cell.value(column).high;
        }
        some.push_back(std::move(one));
    }
    derive_column(experiment, some, CellColumn::published, true);
    return some;
}

} // namespace

std::string outside_of(const Experiment& experiment, const Claim& claim, CellColumn column) {
    for (const auto& [name, reason] : claim.outside)
        if (name == to_string(column)) return reason;
    if (column == CellColumn::published) {
        const bool is_printed = !claim.said.empty() || (has_print(experiment, claim.left) &&
                                                        (claim.than || has_print(experiment, claim.right)));
        return claim.threshold == "ours" && !is_printed
                   ? sentence("The source publishes no values for this claim, which Warploom added.")
                   : "";
    }
    if (const std::string reason = never_in(experiment, claim.left, column); !reason.empty()) return reason;
    return claim.than ? std::string() : never_in(experiment, claim.right, column);
}

std::string threshold_text(const Claim& claim) {
    if (claim.threshold.empty()) return {};
    // A claim without a number states only which of two values is larger.
    const bool has_number = claim.than || claim.factor != 1 || claim.is == Claim::Is::alike;
    if (claim.threshold == "source")
        return has_number ? sentence("Threshold from the source: {reason}", {{"reason", claim.because}})
                          : sentence("Comparison from the source: {reason}", {{"reason", claim.because}});
    return has_number ? sentence("Threshold chosen by Warploom: {reason}", {{"reason", claim.because}})
                      : sentence("Comparison chosen by Warploom: {reason}", {{"reason", claim.because}});
}

std::vector<ClaimResult> verdicts_of(const Experiment& experiment, const std::vector<Cell>& cells) {
    const std::vector<Cell> figures = figures_only(experiment, cells);
    const CellIndex index(figures);
    std::vector<ClaimResult> results;
    for (const auto& claim : experiment.claims) {
        const auto sides = sides_of(experiment, claim, figures, index);
        ClaimResult result;
        for (const CellColumn column : columns)
            if (const std::string reason = outside_of(experiment, claim, column); reason.empty())
                result.in[static_cast<std::size_t>(column)] = judge_one(experiment, claim, sides, column);
            else result.in[static_cast<std::size_t>(column)] = {Verdict::outside, 0, 0, 0, reason};
        ClaimJudgment& published = result.in[static_cast<std::size_t>(CellColumn::published)];
        if (published.verdict == Verdict::cannot_tell && !claim.said.empty()) {
            // If the published values are sufficient to decide the claim, they take precedence over the text of the
            // paper. Missing values do not contradict the text.
            published.verdict = Verdict::holds;
            published.sentence =
                sentence("The source states this without giving numbers: {statement}.", {{"statement", claim.said}});
        }
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace warploom::experiment
