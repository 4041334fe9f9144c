#include "engine/experiment/experiment_parts.h"
#include "engine/experiment/result_parts.h"
#include "engine/sentence.h"

#include <algorithm>
#include <set>

namespace warploom::experiment {

namespace {

/// Returns the reason why an operand is missing. The text starts with the title of the operand's series, as in "CR:
/// There is no model of hosts."
std::string because_of(const Experiment& experiment, const std::string& series, const CellValue& missing) {
    return sentence("{series}: {reason}",
                    {{"series", experiment.find_series(series)->title}, {"reason", missing.why_not}});
}

void add_note(CellValue& value, const std::string& note) {
    if (note.empty() || value.note.find(note) != std::string::npos) return;
    value.note += (value.note.empty() ? "" : "; ") + note;
}

void reduce_by(Series::Reduction by, const std::vector<double>& numbers, std::optional<double>& to) {
    switch (by) {
    case Series::Reduction::least: to = *std::min_element(numbers.begin(), numbers.end()); return;
    case Series::Reduction::greatest: to = *std::max_element(numbers.begin(), numbers.end()); return;
    case Series::Reduction::mean: break;
    }
    double sum = 0;
    for (const double number : numbers) sum += number;
    to = sum / static_cast<double>(numbers.size());
}

class Derivation {
public:
    Derivation(const Experiment& experiment, std::vector<Cell>& cells, CellColumn column, bool keep)
        : experiment_(experiment), cells_(cells), column_(column), keep_(keep), index_(cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) of_series_[cells[i].series].push_back(i);
    }

    void all() {
        for (const auto& series : experiment_.series) fill(series);
    }

private:
    /// Computes the operands of a series and then the series. The recursion terminates because files with cycles are
    /// rejected.
    void fill(const Series& series) {
        if (!done_.insert(series.id).second || series.run) return;
        if (series.ratio) {
            fill(*experiment_.find_series(series.ratio->of));
            fill(*experiment_.find_series(series.ratio->over));
        } else {
            fill(*experiment_.find_series(series.reduce->of));
            group(series);
        }
        for (const std::size_t i : of_series_[series.id]) {
            Cell& cell = cells_[i];
            if (keep_ && cell.value(column_).number) continue;
            cell.value(column_) = series.ratio ? ratio(*series.ratio, cell.at) : reduction(series, cell.at);
        }
    }

    const CellValue* part(const std::string& series, const Bindings& at) const {
        const auto found = index_.find(series, only(at, experiment_.find_series(series)->over));
        return found < 0 ? nullptr : &cells_[found].value(column_);
    }

    /// Returns whether the operand has a numeric value. If it does not, stores the reason in `value`.
    bool has_number(const std::string& series, const CellValue* part, CellValue& value) const {
        if (part != nullptr && part->number) return true;
        if (part == nullptr)
            value.why_not =
                sentence("{series}: this cell does not exist.", {{"series", experiment_.find_series(series)->title}});
        else if (!part->why_not.empty()) value.why_not = because_of(experiment_, series, *part);
        return false; // the operand has not been computed yet
    }

    CellValue ratio(const Series::Ratio& ratio, const Bindings& at) const {
        CellValue value;
        const CellValue *of = part(ratio.of, at), *over = part(ratio.over, at);
        if (!has_number(ratio.of, of, value) || !has_number(ratio.over, over, value)) return value;
        add_note(value, of->note);
        add_note(value, over->note);
        value.is_fitted = of->is_fitted || over->is_fitted;
        if (*over->number == 0) {
            value.why_not = sentence("{series} is 0.", {{"series", experiment_.find_series(ratio.over)->title}});
            return value;
        }
        value.number = ratio.times * *of->number / *over->number;
        if ((of->low && of->high) || (over->low && over->high)) {
            const double least = over->low.value_or(*over->number), most = over->high.value_or(*over->number);
            if (least > 0 && ratio.times > 0) {
                value.low = ratio.times * of->low.value_or(*of->number) / most;
                value.high = ratio.times * of->high.value_or(*of->number) / least;
            }
        }
        return value;
    }

    /// Groups the cells of a reduction's operand by the values of the variables that the result keeps.
    void group(const Series& series) {
        groups_.clear();
        for (const std::size_t i : of_series_[series.reduce->of])
            groups_[key_of(only(cells_[i].at, series.over))].push_back(i);
    }

    CellValue reduction(const Series& series, const Bindings& at) const {
        CellValue value;
        const auto group = groups_.find(key_of(at));
        if (group == groups_.end()) {
            has_number(series.reduce->of, nullptr, value);
            return value;
        }
        std::vector<double> numbers, lows, highs;
        for (const std::size_t i : group->second) {
            const CellValue& one = cells_[i].value(column_);
            if (!has_number(series.reduce->of, &one, value)) return value;
            numbers.push_back(*one.number);
            if (one.low && one.high) {
                lows.push_back(*one.low);
                highs.push_back(*one.high);
            }
            add_note(value, one.note);
            value.is_fitted = value.is_fitted || one.is_fitted;
        }
        reduce_by(series.reduce->by, numbers, value.number);
        if (lows.size() == numbers.size()) {
            reduce_by(series.reduce->by, lows, value.low);
            reduce_by(series.reduce->by, highs, value.high);
        }
        std::size_t whole = 1;
        for (const auto& name : experiment_.find_series(series.reduce->of)->over)
            if (!contains(series.over, name)) whole *= experiment_.find_variable(name)->values.size();
        if (numbers.size() < whole)
            add_note(value, sentence("from {count} of {all} values", {{"count", numbers.size()}, {"all", whole}}));
        return value;
    }

    const Experiment& experiment_;
    std::vector<Cell>& cells_;
    CellColumn column_;
    bool keep_;
    CellIndex index_;
    std::map<std::string, std::vector<std::size_t>> of_series_, groups_;
    std::set<std::string> done_;
};

} // namespace

CellIndex::CellIndex(const std::vector<Cell>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) numbers_.emplace(cells[i].series + "\n" + key_of(cells[i].at), i);
}

std::ptrdiff_t CellIndex::find(const std::string& series, const Bindings& at) const {
    const auto found = numbers_.find(series + "\n" + key_of(at));
    return found == numbers_.end() ? -1 : static_cast<std::ptrdiff_t>(found->second);
}

Bindings only(const Bindings& at, const std::vector<std::string>& over) {
    Bindings some;
    for (const auto& one : at)
        if (contains(over, one.first)) some.push_back(one);
    return some;
}

std::string key_of(const Bindings& at) {
    Bindings sorted = at; // sort them, because other programs may write the variables in a different order
    std::sort(sorted.begin(), sorted.end());
    std::string key;
    for (const auto& [name, value] : sorted) key += name + "\t" + value + "\n";
    return key;
}

void derive_column(const Experiment& experiment, std::vector<Cell>& cells, CellColumn column, bool keep) {
    Derivation(experiment, cells, column, keep).all();
}

void derive(const Experiment& experiment, std::vector<Cell>& cells) {
    for (const CellColumn column : {CellColumn::modelled, CellColumn::measured})
        derive_column(experiment, cells, column, false);
}

} // namespace warploom::experiment
