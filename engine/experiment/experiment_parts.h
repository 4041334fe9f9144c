#pragma once

#include "engine/experiment/experiment.h"
#include "engine/experiment/fields.h"

#include <string>
#include <vector>

// The parts of an experiment file; inside of engine/experiment only. Each is read and checked as it is read, so that a
// refusal names its line; what comes earlier in this list is there when a later one is read.

namespace warploom::experiment {

std::vector<Variable> read_variables(const Fields& file, const Refusal& refuse);
/// Needs the variables.
std::vector<Series> read_series(const Fields& file, const Experiment& experiment, const Refusal& refuse);
/// Need the variables and the series.
void check_circles(const Fields& file, const Experiment& experiment);
void check_published(const Fields& file, const Experiment& experiment);
std::vector<Claim> read_claims(const Fields& file, const Experiment& experiment, const Refusal& refuse);
std::vector<ChartWish> read_charts(const Fields& file, const Experiment& experiment, const Refusal& refuse);
/// Of one series: "every 4th from the 3rd".
FitShare read_fit_share(const Fields& series);
std::optional<Fit> read_fit(const Fields& file, const Experiment& experiment, const Refusal& refuse);
Claim::Is read_is(const Fields& fields); ///< "is": "less than", "more than" or "alike"
std::vector<Profile> read_profiles(const Fields& file, const Refusal& refuse);

std::vector<std::string> series_ids(const Experiment& experiment);
std::vector<std::string> value_names(const Variable& variable);
bool contains(const std::vector<std::string>& list, const std::string& word);
/// Refuses a variable or a value of one that does not exist; `what` begins the sentence: "\"where\" of the claim".
const Variable& known_variable(const Fields& fields, const std::string& key, const std::string& name,
                               const Experiment& experiment);
void check_value(const Fields& fields, const std::string& key, const Variable& variable, const std::string& value);

/// All combinations of the values of `over` (those of the quick form where asked), the last variable turning fastest.
std::vector<Bindings> combinations(const Experiment& experiment, const std::vector<std::string>& over, bool quick);

} // namespace warploom::experiment
