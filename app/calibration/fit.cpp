#include "app/calibration/fit.h"

#include "engine/error.h"
#include "engine/items.h"
#include "engine/measure/statistics.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace warploom::app {

using namespace simulated;

namespace {

const CardField& field(const std::string& key) {
    if (const CardField* const found = find_item(card_fields(), &CardField::key, key)) return *found;
    throw Error("fit.figure", sentence("Cards have no parameter named '{key}'.", {{"key", key}}));
}

double median_of(std::vector<double> values) { return values.empty() ? 0 : measure::median(std::move(values)); }

/// Returns the initial value of a parameter for the search, which is the same for all cards.
double start_of(const std::string& key) {
    if (key == "dram_efficiency") return 0.7;
    if (key == "launch_us") return 5;
    if (key == "transfer_latency_us") return 50;
    if (key == "dram_latency_ns") return 500;
    return 1;
}

bool agrees(PaperComparison::Expected expected, double ratio) {
    switch (expected) {
    case PaperComparison::Expected::left_less: return ratio < 1;
    case PaperComparison::Expected::left_more: return ratio > 1;
    case PaperComparison::Expected::alike: return std::abs(ratio - 1) <= alike;
    }
    return false;
}

class Search {
public:
    Search(const Study& study, const std::vector<TracedCase>& cases) : study_(study) {
        // During the search, only the cases that affect the fitted values are modeled.
        needed_.resize(cases.size());
        for (const FitCell& cell : study.cells)
            if (cell.is_fitted)
                for (const std::size_t i : cell.quantity.cases) needed_[i] = cases[i];
    }

    double loss(const Card& card) const {
        const auto ns = model_cases(needed_, card);
        double sum = 0;
        for (const FitCell& cell : study_.cells)
            if (cell.is_fitted) {
                const double log_ratio = std::log(value_of(cell.quantity, needed_, ns) / cell.published);
                sum += log_ratio * log_ratio;
            }
        return sum;
    }

private:
    const Study& study_;
    std::vector<TracedCase> needed_;
};

} // namespace

std::vector<CaseTime> model_cases(const std::vector<TracedCase>& cases, const Card& card) {
    std::vector<CaseTime> times;
    for (const TracedCase& c : cases) {
        ModelOptions options;
        options.transfer_bytes = c.transfer_bytes;
        const ModelledTime time = model_time(c.launches, card, options);
        CaseTime of_case;
        of_case.copies = time.ns;
        of_case.launches = time.ns - time.terms.transfer;
        of_case.kernel = of_case.launches - time.terms.launch;
        times.push_back(of_case);
    }
    return times;
}

double value_of(const Quantity& quantity, const std::vector<TracedCase>& cases, const std::vector<CaseTime>& ns) {
    if (quantity.cases.empty()) return quantity.printed;
    std::vector<double> values;
    for (const std::size_t i : quantity.cases) {
        const double time = ns[i].at(quantity.timed);
        values.push_back(quantity.kind == Quantity::Kind::ms ? time / 1e6
                                                             : 2 * static_cast<double>(cases[i].nonzeros) / time);
    }
    return quantity.kind == Quantity::Kind::least_gflops ? *std::min_element(values.begin(), values.end())
                                                         : *std::max_element(values.begin(), values.end());
}

FitResult evaluate(const Study& study, const Card& card, const std::vector<TracedCase>& cases) {
    FitResult result;
    result.card = card;
    result.ns = model_cases(cases, card);
    std::vector<double> fitted, others;
    for (const FitCell& cell : study.cells) {
        result.modelled.push_back(value_of(cell.quantity, cases, result.ns));
        result.ratio.push_back(result.modelled.back() / cell.published);
        (cell.is_fitted ? fitted : others).push_back(std::abs(result.ratio.back() - 1));
    }
    result.median_fitted = median_of(fitted);
    result.median_others = median_of(others);
    result.worst_others = others.empty() ? 0 : *std::max_element(others.begin(), others.end());
    for (const PaperComparison& c : study.comparisons) {
        const double ratio = value_of(c.left, cases, result.ns) / value_of(c.right, cases, result.ns);
        result.comparison_ratio.push_back(ratio);
        result.is_right.push_back(agrees(c.expected, ratio));
        if (c.is_scatter) continue;
        ++result.counted;
        result.right += result.is_right.back();
    }
    result.card.model_error = result.median_others;
    result.card.model_cells = static_cast<int>(others.size());
    return result;
}

FitResult fit_card(const Study& study, const Card& card, const std::vector<TracedCase>& cases) {
    const Search search(study, cases);
    Card best = card;
    for (const std::string& key : study.figures) best.*field(key).value = start_of(key);
    double least = search.loss(best);
    int rounds = 0;
    for (double step = 2; step > 1.004 && rounds < 200; ++rounds) {
        bool is_better = false;
        for (const std::string& key : study.figures)
            for (const double factor : {step, 1 / step}) {
                Card tried = best;
                double& figure = tried.*field(key).value;
                figure = std::clamp(figure * factor, std::max(field(key).least, 1e-3), field(key).greatest);
                const double loss = search.loss(tried);
                if (loss < least * (1 - 1e-9)) {
                    least = loss;
                    best = tried;
                    is_better = true;
                }
            }
        if (!is_better) step = std::sqrt(step);
    }
    // Round to three digits, the precision of published values.
    for (const std::string& key : study.figures) {
        double& figure = best.*field(key).value;
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.3g", figure);
        figure = std::strtod(digits, nullptr);
    }
    FitResult result = evaluate(study, best, cases);
    result.rounds = rounds;
    return result;
}

void note_fit(Card& card, const Study& study, const FitResult& result) {
    card.fitted = study.figures;
    for (const std::string& key : study.figures) {
        card.*field(key).value = result.card.*field(key).value;
        card.source[key] =
            "fitted to a quarter of the cells of " + study.paper + ": docs/results/model-" + card.id + ".md";
    }
    card.model_error = std::round(result.median_others * 1000) / 1000;
    card.model_cells = result.card.model_cells;
}

} // namespace warploom::app
