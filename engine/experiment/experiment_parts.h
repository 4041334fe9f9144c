#pragma once

#include "engine/did_you_mean.h"
#include "engine/experiment/experiment.h"
#include "engine/protocol/serialization/keys.h"
#include "engine/sentence.h"

#include <string>
#include <vector>

// The parts of an experiment file, for use within engine/experiment. Each part is validated as it is read, so that
// errors include the line number. Parts are listed in reading order: a part may refer only to parts that precede it.

namespace warploom::experiment {

using protocol::Keys;
using protocol::Reader;

std::vector<Variable> read_variables(const Keys& file);
/// Reads a part that refers to variables. The variables must have been read.
std::vector<Series> read_series(const Keys& file, const Experiment& experiment);
/// Reads a part that refers to variables and series, which must have been read.
void check_circles(const Keys& file, const Experiment& experiment);
void check_published(const Keys& file, const Experiment& experiment);
std::vector<Claim> read_claims(const Keys& file, const Experiment& experiment);
std::vector<ChartWish> read_charts(const Keys& file, const Experiment& experiment);
/// Parses the fit rule of a series, such as "every 4th from the 3rd".
FitShare read_fit_share(const Keys& series);
std::optional<Fit> read_fit(const Keys& file, const Experiment& experiment);
/// Throws if a word is not in `known`, and suggests a known word. The error message is `sentence`, or by default
/// "\"part\" is \"al\", which is unknown".
void require_known(const Keys& fields, const std::string& key, const std::string& word,
                   const std::vector<std::string>& known, const std::string& problem);
inline void require_word(const Keys& fields, const std::string& key, const std::string& word,
                         const std::vector<std::string>& known) {
    require_known(fields, key, word, known,
                  sentence("\"{word}\" is not a valid value of \"{key}\".", {{"word", word}, {"key", key}}));
}
/// Parses a word as an enumeration value. If the word is unknown, throws an error that lists the valid words.
template <HasWords E> E choice(const Keys& fields, const std::string& key, const std::string& word) {
    constexpr auto words = words_of(E());
    require_word(fields, key, word, {words.begin(), words.end()});
    return *named<E>(word);
}
void require_published(const Keys& fields, const std::string& file);
/// reads "figure"; default: time
std::vector<std::string> read_inputs(const Keys& fields);
Figure read_figure_name(const Keys& series); ///< reads "figure", which defaults to time
/// Returns the valid words for the option, or an empty list if any word is valid. Throws if the metric does not have
/// this option.
std::vector<std::string> read_option(const Keys& series, const std::string& what, Figure figure,
                                     const std::string& option);
std::vector<Profile> read_profiles(const Keys& file);

std::vector<std::string> series_ids(const Experiment& experiment);
std::vector<std::string> value_names(const Variable& variable);
bool contains(const std::vector<std::string>& list, const std::string& word);
/// Returns the variable. Throws if the variable or the value does not exist. `what` starts the error message, for
/// example, "\"where\" of the claim".
const Variable& known_variable(const Keys& fields, const std::string& key, const std::string& name,
                               const Experiment& experiment);
void check_value(const Keys& fields, const std::string& key, const Variable& variable, const std::string& value);

/// Returns all combinations of the values of `over`, or of its quick values in the quick version. The last variable
/// varies fastest.
std::vector<Bindings> combinations(const Experiment& experiment, const std::vector<std::string>& over, bool quick);

} // namespace warploom::experiment
