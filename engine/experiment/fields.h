#pragma once

#include "engine/experiment/lined_json.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::experiment {

/// The keys of one object of a file, read with their kinds checked. `what` is how sentences call the object: "the series
/// \"ell\"".
class Fields {
public:
    Fields(const LinedJson& object, std::string what, const Refusal& refuse);

    /// Refuses keys that are not in the list.
    void expect(const std::vector<std::string>& known) const;

    const LinedJson* find(const std::string& key) const { return object_.find(key); }
    const LinedJson& need(const std::string& key) const;

    std::string text(const std::string& key) const;                              ///< must be there and not be empty
    std::string text_or(const std::string& key, const std::string& other) const; ///< may be empty
    /// A text, or a number in its shortest form.
    std::string word(const std::string& key) const;
    std::string word_or(const std::string& key, const std::string& other) const;
    double number_or(const std::string& key, double other) const;
    bool boolean_or(const std::string& key, bool other) const;
    const std::vector<LinedJson>& list(const std::string& key) const;    ///< must be there; may be empty
    const std::vector<LinedJson>& list_or(const std::string& key) const; ///< empty where it is not there
    std::vector<std::string> words(const std::string& key) const;        ///< a list of words
    /// An object of words, in the order of the file; empty where it is not there.
    std::vector<std::pair<std::string, std::string>> pairs(const std::string& key) const;

    int line() const { return object_.line; }
    const std::string& subject() const { return refuse_.subject; }
    int line(const std::string& key) const; ///< of the value; the object's where it is not there
    [[noreturn]] void refuse(const std::string& key, const std::string& what, const std::string& hint = {}) const;

private:
    const LinedJson& object_;
    std::string what_;
    const Refusal& refuse_;
};

/// A text or a number as a word; refused where it is neither, or an empty text.
std::string word_of(const LinedJson& value, const std::string& what, const Refusal& refuse);

} // namespace warploom::experiment
