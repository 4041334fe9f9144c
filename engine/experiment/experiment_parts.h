#pragma once

#include "engine/did_you_mean.h"
#include "engine/experiment/experiment.h"
#include "engine/protocol/serialization/keys.h"
#include "engine/sentence.h"

#include <string>
#include <vector>

// Internal functions that read the parts of an experiment file. Each part is validated as soon as it is read, so that
// errors include the line number. The functions are declared in the order in which the parts are read: a part may refer
// only to parts that precede it.

namespace warploom::experiment {

using protocol::Keys;
using protocol::Reader;

std::vector<Variable> read_variables(const Keys& file);
/// Reads the series of an experiment file. The variables must have been stored in `experiment` before.
std::vector<Series> read_series(const Keys& file, const Experiment& experiment);
/// Throws if a series is computed from itself or from a series that does not exist. This function and the following
/// ones must be called after reading the variables and the series.
void check_circles(const Keys& file, const Experiment& experiment);
void check_published(const Keys& file, const Experiment& experiment);
std::vector<Claim> read_claims(const Keys& file, const Experiment& experiment);
std::vector<ChartWish> read_charts(const Keys& file, const Experiment& experiment);
/// Parses the rule that selects the cells of a series for fitting, such as "every 4th from the 3rd".
FitShare read_fit_share(const Keys& series);
std::optional<Fit> read_fit(const Keys& file, const Experiment& experiment);
void require_known(const Keys& fields, const std::string& key, const std::string& word,
                   const std::vector<std::string>& known, const std::string& problem);
inline void require_word(const Keys& fields, const std::string& key, const std::string& word,
                         const std::vector<std::string>& known) {
    require_known(fields, key, word, known,
                  sentence("\"{word}\" is not a valid value of \"{key}\".", {{"word", word}, {"key", key}}));
}
/// Converts a string to an enumeration value. If there is no such value, throws an error that lists the valid strings.
template <HasWords E> E choice(const Keys& fields, const std::string& key, const std::string& word) {
    constexpr auto words = words_of(E());
    require_word(fields, key, word, {words.begin(), words.end()});
    return *named<E>(word);
}
void require_published(const Keys& fields, const std::string& file);
/// Reads the value of the key "input", which is a string or a nonempty list of strings.
std::vector<std::string> read_inputs(const Keys& fields);
/// Reads the metric of a series (key "figure"); the default is Figure::time.
Figure read_figure_name(const Keys& series);
/// Throws if the metric does not have this option. Otherwise, returns the list of valid values of the option, or an
/// empty list if any value is valid.
std::vector<std::string> read_option(const Keys& series, const std::string& what, Figure figure,
                                     const std::string& option);
std::vector<Profile> read_profiles(const Keys& file);

std::vector<std::string> series_ids(const Experiment& experiment);
std::vector<std::string> value_names(const Variable& variable);
bool contains(const std::vector<std::string>& list, const std::string& word);
/// Returns the variable called `name`. If there is none, throws an error at the given key of the experiment file.
const Variable& known_variable(const Keys& fields, const std::string& key, const std::string& name,
                               const Experiment& experiment);
void check_value(const Keys& fields, const std::string& key, const Variable& variable, const std::string& value);

/// Returns all combinations of the values of the variables in `over`. The last variable varies fastest. The quick
/// version uses fewer values.
std::vector<Bindings> combinations(const Experiment& experiment, const std::vector<std::string>& over, bool quick);

} // namespace warploom::experiment
