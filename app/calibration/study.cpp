#include "app/calibration/study.h"

#include "app/trace/trace.h"
#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

using experiment::Bindings;
using experiment::Claim;
using experiment::Experiment;
using experiment::FitComparison;
using experiment::Place;
using experiment::Series;
using Expected = PaperComparison::Expected;

namespace {

/// Returns a description such as ", order 4096, precision float", without the parameter `except`.
std::string text_of(const Bindings& at, const std::string& except = {}) {
    std::string text;
    for (const auto& [name, value] : at)
        if (name != except) text += ", " + name + " " + value;
    return text;
}

Bindings with_value(Bindings at, const std::string& variable, const std::string& value) {
    for (auto& [name, its] : at)
        if (name == variable) its = value;
    return at;
}

/// Returns the location of a published value in the paper: its table if known, otherwise the origin of the experiment.
std::string where_of(const Experiment& experiment, const Series& series, const Bindings& at) {
    for (const auto& [column, text] : series.where)
        if (column == "table") return "table " + experiment::fill_in(text, experiment, at);
    if (const auto printed = experiment::published_cell(experiment, series, at)) {
        const Table& table = experiment::published_table(printed->file);
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (table.columns[c].name == "where") return table.text(printed->row, c);
    }
    return experiment.place;
}

class StudyOf {
public:
    explicit StudyOf(const std::string& card) {
        study_.card = card;
        for (const Experiment& one : experiment::own_experiments())
            if (one.card == card && one.fit) experiments_.push_back(&one);
        for (const Experiment* one : experiments_) cells_.push_back(experiment::expand(*one, false));
    }

    Study build() {
        for (std::size_t e = 0; e < experiments_.size(); ++e) {
            const experiment::Fit& fit = *experiments_[e]->fit;
            if (study_.paper.empty()) study_.paper = fit.paper;
            if (study_.rule.empty()) study_.rule = fit.rule;
            for (const auto& line : fit.assumptions) study_.assumptions += "- " + line + "\n";
            if (study_.figures.empty()) study_.figures = fit.figures;
            for (const Series& series : experiments_[e]->series)
                if (series.fit) add_cells(e, series);
        }
        for (std::size_t e = 0; e < experiments_.size(); ++e)
            for (const FitComparison& comparison : experiments_[e]->fit->comparisons) compare(e, comparison);
        return std::move(study_);
    }

private:
    /// One side of a comparison: a published value and the quantity that models it.
    struct Side {
        Quantity quantity;
        std::optional<double> published;
    };

    std::vector<const experiment::Cell*> cells_of(std::size_t e, const Series& series) const {
        std::vector<const experiment::Cell*> cells;
        for (const auto& cell : cells_[e])
            if (cell.series == series.id) cells.push_back(&cell);
        return cells;
    }

    /// Returns the index of the case for a run. Adds a new case to the study if necessary.
    std::size_t case_of(std::size_t e, const CellRun& run) {
        const std::int64_t blocks = experiments_[e]->fit->sample_blocks;
        CellRun wanted;
        wanted.operation = run.operation;
        wanted.inputs = {run.inputs.front()};
        wanted.kernel = wanted.modelled_kernel = run.modelled_kernel;
        wanted.precision = run.precision;
        wanted.block = run.block;
        wanted.cache = CacheState::cold;
        wanted.sample = blocks == 0 ? TraceSettings::all_blocks : blocks;
        const auto at = std::find_if(study_.cases.begin(), study_.cases.end(), [&](const CellRun& known) {
            return is_same_case(known, wanted) && known.sample == wanted.sample;
        });
        const auto number = static_cast<std::size_t>(at - study_.cases.begin());
        if (at == study_.cases.end()) study_.cases.push_back(std::move(wanted));
        return number;
    }

    Side side_of(std::size_t e, const Series& series, const experiment::Cell& cell) {
        Side side;
        side.published = cell.published.number;
        const Series* its = &series;
        if (series.reduce) {
            its = experiments_[e]->find_series(series.reduce->of);
            side.quantity.kind = series.reduce->by == Series::Reduction::least ? Quantity::Kind::least_gflops
                                                                               : Quantity::Kind::most_gflops;
            for (const experiment::Cell* part : cells_of(e, *its))
                side.quantity.cases.push_back(case_of(e, cell_run(*experiments_[e], *its, *part)));
            return side;
        }
        const CellRun run = cell_run(*experiments_[e], series, cell);
        if (run.place == Place::cpu) { // CPUs are not modeled, so use the published time for a CPU.
            side.quantity.printed = side.published.value_or(0);
            return side;
        }
        if (run.figure == experiment::Figure::gflops) side.quantity.kind = Quantity::Kind::most_gflops;
        // Published SpMV times cover only the kernel. Those of all other operations include launch overhead.
        if (run.figure == experiment::Figure::time_with_copies) side.quantity.timed = Quantity::Timed::copies;
        else if (run.operation != Operation::spmv) side.quantity.timed = Quantity::Timed::launches;
        side.quantity.cases = {case_of(e, run)};
        return side;
    }

    void add_cells(std::size_t e, const Series& series) {
        std::size_t number = 0;
        for (const experiment::Cell* cell : cells_of(e, series)) {
            const Side side = side_of(e, series, *cell);
            FitCell added;
            added.where = where_of(*experiments_[e], series, cell->at);
            added.what =
                (series.run && !cell->at.empty() ? study_.cases[side.quantity.cases.front()].kernel : series.title) +
                text_of(cell->at) + (side.quantity.timed == Quantity::Timed::copies ? ", with copies" : "");
            added.quantity = side.quantity;
            added.published = side.published.value_or(0);
            added.is_fitted = series.fit->has(number++);
            if (added.published <= 0)
                throw Error("experiment.format",
                            sentence("The cell '{cell}' of the experiment {experiment} has no published value to fit.",
                                     {{"cell", added.what}, {"experiment", experiments_[e]->id}}));
            study_.cells.push_back(std::move(added));
        }
    }

    void add(const FitComparison& said, const std::string& what, const Side& left, const Side& right) {
        PaperComparison c;
        c.family = said.family;
        c.what = what;
        c.left = left.quantity;
        c.right = right.quantity;
        if (left.published && right.published) {
            c.published_ratio = *left.published / *right.published;
            c.is_scatter = std::abs(c.published_ratio - 1) < scatter;
            c.expected = c.published_ratio < 1 ? Expected::left_less : Expected::left_more;
        } else {
            c.expected = said.is == Claim::Is::less   ? Expected::left_less
                         : said.is == Claim::Is::more ? Expected::left_more
                                                      : Expected::alike;
        }
        study_.comparisons.push_back(std::move(c));
    }

    void compare(std::size_t e, const FitComparison& said) {
        const Series& left = *experiments_[e]->find_series(said.left);
        if (!said.between.empty()) return compare_values(e, said, left);
        std::size_t other = e;
        if (!said.right_experiment.empty())
            other = static_cast<std::size_t>(
                std::find_if(experiments_.begin(), experiments_.end(),
                             [&](const Experiment* one) { return one->id == said.right_experiment; }) -
                experiments_.begin());
        const Series* right = other < experiments_.size() ? experiments_[other]->find_series(said.right) : nullptr;
        if (right == nullptr)
            throw Error(
                "experiment.format",
                sentence("The fit of the experiment {experiment} refers to the series '{series}', which does not "
                         "exist.",
                         {{"experiment", experiments_[e]->id}, {"series", said.right_experiment + "/" + said.right}}));
        for (const experiment::Cell* cell : cells_of(e, left))
            if (const experiment::Cell* its = experiment::find_cell(cells_[other], right->id, cell->at))
                add(said, left.title + (cell->at.empty() ? " against " + right->title : text_of(cell->at)),
                    side_of(e, left, *cell), side_of(other, *right, *its));
    }

    void compare_values(std::size_t e, const FitComparison& said, const Series& series) {
        const auto& values = experiments_[e]->find_variable(said.between)->values;
        for (const experiment::Cell* cell : cells_of(e, series)) {
            const std::string mine = experiment::value_of(cell->at, said.between);
            if (!said.left_value.empty() && mine != said.left_value) continue;
            auto later =
                std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.name == mine; });
            if (!said.left_value.empty()) later = values.begin();
            else ++later;
            for (; later != values.end(); ++later) {
                if (!said.right_value.empty() && later->name != said.right_value) continue;
                const auto* other =
                    experiment::find_cell(cells_[e], series.id, with_value(cell->at, said.between, later->name));
                add(said,
                    series.title + text_of(cell->at, said.between) + ", " + said.between + " " + mine + " against " +
                        later->name,
                    side_of(e, series, *cell), side_of(e, series, *other));
            }
        }
    }

    Study study_;
    std::vector<const Experiment*> experiments_;
    std::vector<std::vector<experiment::Cell>> cells_;
};

} // namespace

std::vector<std::string> studied_cards() {
    std::vector<std::string> cards;
    for (const simulated::Card& card : simulated::cards()) {
        const auto& all = experiment::own_experiments();
        if (std::any_of(all.begin(), all.end(), [&](const Experiment& one) { return one.fit && one.card == card.id; }))
            cards.push_back(card.id);
    }
    return cards;
}

Study study_of(const std::string& card) {
    Study study = StudyOf(card).build();
    if (!study.cells.empty()) return study;
    std::string list;
    for (const auto& known : studied_cards()) add_item(list, known);
    throw Error("fit.card", sentence("No published times are available for the card '{card}'.", {{"card", card}}),
                sentence("Cards that can be fitted: {cards}.", {{"cards", list}}));
}

} // namespace warploom::app
