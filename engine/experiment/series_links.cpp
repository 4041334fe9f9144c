// What series have to do with each other and with the published tables; they are all read by now.

#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/nearest.h"

#include <algorithm>
#include <set>

namespace warploom::experiment {

namespace {

std::vector<std::string> parts_of(const Series& series) {
    if (series.ratio) return {series.ratio->of, series.ratio->over};
    if (series.reduce) return {series.reduce->of};
    return {};
}

/// The way from `id` back to itself; empty where there is none.
bool leads_back(const Experiment& experiment, const std::string& id, const std::string& to, std::set<std::string>& seen,
                std::string& way) {
    for (const auto& part : parts_of(*experiment.find_series(id))) {
        const std::string before = way;
        way += ", " + part;
        if (part == to) return true;
        if (seen.insert(part).second && leads_back(experiment, part, to, seen, way)) return true;
        way = before;
    }
    return false;
}

/// The first of `all` that is not among `known`.
const std::string* first_not_in(const std::vector<std::string>& all, const std::vector<std::string>& known) {
    const auto missing = std::find_if(all.begin(), all.end(), [&](const auto& one) { return !contains(known, one); });
    return missing == all.end() ? nullptr : &*missing;
}

void check_variables(const Keys& fields, const Experiment& experiment, const Series& series) {
    const char* key = series.ratio ? "ratio" : "reduce";
    for (const auto& id : parts_of(series)) {
        const Series& part = *experiment.find_series(id);
        const auto& few = series.ratio ? part.over : series.over;
        const auto& many = series.ratio ? series.over : part.over;
        if (const std::string* missing = first_not_in(few, many))
            fields.refuse(key, series.ratio ? "the ratio \"" + series.id + "\" does not run over \"" + *missing +
                                                  "\", and \"" + id + "\" does: which of its values is meant?"
                                            : "the series \"" + series.id + "\" runs over \"" + *missing +
                                                  "\", and \"" + id + "\", which it reduces, does not");
        if (series.reduce && few.size() == many.size())
            fields.refuse(key, "the series \"" + series.id + "\" runs over all that \"" + id +
                                   "\" runs over, so there is nothing to reduce");
    }
}

} // namespace

void check_circles(const Keys& file, const Experiment& experiment) {
    std::size_t next = 0;
    file.each("series", [&](const Reader& json) {
        const Series& series = experiment.series[next++];
        for (const auto& part : parts_of(series))
            if (experiment.find_series(part) == nullptr)
                json.member(series.ratio ? "ratio" : "reduce")
                    .refuse_saying("the series \"" + series.id + "\" is made of \"" + part + "\", which does not exist",
                                   nearest(part, series_ids(experiment)));
    });
    next = 0;
    file.each("series", [&](const Reader& json) {
        const Series& series = experiment.series[next++];
        const Keys fields(json, "a series");
        std::set<std::string> seen;
        std::string way = series.id;
        if (leads_back(experiment, series.id, series.id, seen, way))
            fields.refuse(series.ratio ? "ratio" : "reduce",
                          "the series \"" + series.id + "\" is made of itself: " + way);
        check_variables(fields, experiment, series);
    });
}

void check_published(const Keys& file, const Experiment& experiment) {
    std::size_t next = 0;
    file.each("series", [&](const Reader& json) {
        const Series& series = experiment.series[next++];
        if (!series.has_published()) return;
        for (const auto& at : bindings_of(experiment, series, false)) try {
                published_cell(experiment, series, at);
            } catch (const Error& error) {
                std::string what = error.what();
                what.pop_back(); // the full stop: a refusal sets its own
                json.member("where").refuse_saying(what, error.hint());
            }
    });
}

} // namespace warploom::experiment
