#include "app/debug/expected_sums.h"

#include "engine/measure/rounding.h"
#include "engine/portable.h"
#include "engine/sentence.h"
#include "engine/simt/recording/variables.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

// Recomputes the sums of a product from the terms that the kernel added. Each execution of a statement that uses an
// element of x counts as a term. The statement usually also uses a value of the matrix.

namespace warploom::app {

namespace {

using simt::Kind;
using simt::ValueRef;

bool is_real(Kind kind) { return kind == Kind::float32 || kind == Kind::float64; }

std::optional<long double> value_of(Kind kind, std::uint64_t number) {
    const auto low = static_cast<std::uint32_t>(number);
    switch (kind) {
    case Kind::float32: return portable::bit_cast<float>(low);
    case Kind::float64: return portable::bit_cast<double>(number);
    case Kind::int32: return static_cast<std::int32_t>(low);
    case Kind::uint32: return low;
    case Kind::int64: return static_cast<long double>(static_cast<std::int64_t>(number));
    case Kind::uint64: return static_cast<long double>(number);
    default: return std::nullopt;
    }
}

/// A value on which a sum depends: an element of x, a factor, or another sum of terms.
struct Part {
    enum class Form {
        other,
        element,
        factor, ///< a real number that does not depend on x, such as a value of the matrix
        sum
    };
    Form form = Form::other;
    std::int64_t column = 0;
    long double number = 0;
    long double expected = 0, magnitude = 0; ///< expected value of the sum, and sum of the absolute values of its terms
    std::int64_t terms = 0;
};

struct Term {
    std::int64_t column = 0;
    std::size_t node = 0;
    std::optional<long double> factor; ///< factor by which x was multiplied; empty if it is unknown
};

class RowComparison {
public:
    RowComparison(const simt::BlockRecording& recording, const simt::DataFlow& flow, const ExpectedRow& expected,
                  const std::function<std::pair<std::string, int>(const simt::SourceLocation&)>& line_of)
        : recording_(recording), flow_(flow), expected_(expected), line_of_(line_of) {}

    std::optional<protocol::DebugDifference> first_difference() {
        const auto is_x = [&](const std::string& name) {
            return is_gram() ? name == "A" || name == "A_by_columns" : name == "x";
        };
        while (x_ < recording_.objects().size() && !is_x(recording_.objects()[x_].name)) ++x_;
        is_written_.resize(recording_.objects().size());
        for (const simt::RecordedAccess& access : recording_.accesses())
            if (access.writes()) is_written_[access.object] = true;
        if (!flow_.is_complete || x_ == recording_.objects().size() || !find_terms()) return std::nullopt;
        count_paths();
        auto found = different_entry();
        if (!found) found = additional_term();
        return found || is_solve() ? found : different_sum();
    }

private:
    using Form = Part::Form;
    using Of = ExpectedRow::Of;
    bool is_gram() const { return expected_.of == Of::gram; }
    bool is_solve() const { return expected_.of == Of::solve; }

    /// Returns the index of an array element in x. For C = AᵀA, returns the row of an element in one of the two columns
    /// of A. Returns std::nullopt for elements of other columns.
    std::optional<std::int64_t> place_in_x(std::int64_t element) const {
        if (!is_gram()) return element;
        const bool by_columns = recording_.objects()[x_].name != "A";
        const std::int64_t n = by_columns ? expected_.dense_rows : expected_.dense_columns;
        const std::int64_t row = by_columns ? element % n : element / n,
                           column = by_columns ? element / n : element % n;
        if (column != expected_.gram_column) return std::nullopt;
        return row;
    }

    /// Returns the index of the row's entry in this column, or -1 if there is none.
    std::int64_t entry_in(std::int64_t column) const {
        const auto begin = expected_.a.column.begin() + expected_.begin();
        const auto end = expected_.a.column.begin() + expected_.end();
        const auto found = std::lower_bound(begin, end, column);
        return found == end || *found != column ? -1 : found - expected_.a.column.begin();
    }
    /// Returns whether a term is the product of the given entry and its element of x.
    bool is_of(const Term& term, std::int64_t entry) const {
        return term.column == expected_.a.column[static_cast<std::size_t>(entry)] &&
               (!term.factor || *term.factor == entry_value(entry));
    }
    long double entry_value(std::int64_t entry) const {
        return measure::in_precision(expected_.a.value[static_cast<std::size_t>(entry)], expected_.single);
    }

    /// Classifies all values. Returns false if the sum depends on values whose terms are unknown, such as a sum from
    /// another block.
    bool find_terms() {
        for (std::size_t n = 0; n < flow_.nodes.size(); ++n) {
            const simt::FlowNode& node = flow_.nodes[n];
            Part& part = parts_.emplace_back();
            const auto number = value_of(node.value.kind, node.number);
            if (node.inputs.empty()) {
                if (!number || !is_real(node.value.kind)) continue;
                const bool is_element = node.value.form == ValueRef::Form::element;
                const bool is_read = is_element && node.position < 0;
                if (node.form == simt::Origin::Form::unset || node.form == simt::Origin::Form::unwritten) return false;
                if (is_read && node.value.object == x_) {
                    const auto place = place_in_x(node.value.offset / (expected_.single ? 4 : 8));
                    part.form = place ? Form::element : Form::factor;
                    part.column = place.value_or(0);
                    part.number = *number;
                    continue;
                }
                const bool is_written = !is_read || !is_input(node.value.object);
                if (is_written && *number == 0) { // the initial value of a sum is 0
                    part.form = Form::sum;
                    continue;
                }
                if (is_read && is_written) return false;
                part.form = Form::factor;
                part.number = *number;
                continue;
            }
            combine(n, part, number);
        }
        return is_complete_ && parts_[flow_.result].form == Form::sum;
    }
    /// Returns whether the block never writes to an array. The elements of such an array are not sums.
    bool is_input(std::size_t object) const { return !is_written_[object] && recording_.objects()[object].name != "y"; }

    void combine(std::size_t n, Part& part, const std::optional<long double>& number) {
        const simt::FlowNode& node = flow_.nodes[n];
        std::vector<const Part*> elements, factors;
        for (const std::size_t input : node.inputs) {
            const Part& of = parts_[input];
            // In the square of an element, both factors are copies of the same element. Count the element only once.
            const bool is_square = is_gram() && expected_.gram_row == expected_.gram_column && !elements.empty() &&
                                   of.form == Form::element && elements.back()->column == of.column;
            if (of.form == Form::element && !is_square) elements.push_back(&of);
            if (of.form == Form::factor) factors.push_back(&of);
            if (of.form != Form::sum) continue;
            part.form = Form::sum;
            part.expected += of.expected;
            part.magnitude += of.magnitude;
            part.terms += of.terms;
        }
        if (elements.empty()) {
            // A number that was added to a sum may itself be a sum computed by another launch.
            if (part.form == Form::sum && !factors.empty() && !is_solve()) is_complete_ = false;
            if (part.form == Form::sum || !number || factors.empty()) return;
            part.form = Form::factor;
            part.number = *number;
            return;
        }
        const bool is_copy = elements.size() == 1 && factors.empty() && part.form != Form::sum && number &&
                             *number == elements[0]->number;
        if (is_copy) {
            part = *elements[0];
            return;
        }
        part.form = Form::sum;
        for (std::size_t e = 0; e < elements.size(); ++e) {
            Term term;
            term.column = elements[e]->column;
            term.node = n;
            if (factors.size() == elements.size()) term.factor = factors[e]->number;
            if (is_gram() && expected_.gram_row == expected_.gram_column) term.factor = elements[e]->number;
            const std::int64_t entry = entry_in(term.column);
            const bool is_padding = term.factor && *term.factor == 0 && std::isfinite(elements[e]->number);
            if (is_padding && (entry < 0 || entry_value(entry) != 0)) continue;
            terms_.push_back(term);
            ++part.terms;
            if (entry < 0 || is_solve()) continue;
            const long double product = entry_value(entry) * element_of_x(term.column);
            part.expected += product;
            part.magnitude += std::fabs(product);
        }
    }
    long double element_of_x(std::int64_t column) const {
        return measure::in_precision(expected_.x[static_cast<std::size_t>(column)], expected_.single);
    }

    /// Counts how many times each value contributes to the result.
    void count_paths() {
        constexpr std::uint64_t most = 1'000'000;
        times_.assign(flow_.nodes.size(), 0);
        times_[flow_.result] = 1;
        for (std::size_t n = flow_.nodes.size(); n-- > 0;)
            for (const std::size_t input : flow_.nodes[n].inputs)
                times_[input] = std::min(most, times_[input] + times_[n]);
    }

    std::int64_t thread_of(std::size_t node) const {
        return std::int64_t{flow_.nodes[node].warp} * simt::lanes_of_a_warp + flow_.nodes[node].lane;
    }
    int line_of(std::size_t node) const { return line_of_(flow_.nodes[node].where.place).second; }

    protocol::DebugDifference difference_at(std::size_t node, const std::string& text) const {
        const simt::FlowNode& at = flow_.nodes[node];
        protocol::DebugDifference made;
        made.sentence = text;
        made.name = at.value.name;
        made.text = simt::text_of(recording_, at.value.kind, at.number, at.value.element_bytes);
        made.position = at.position;
        made.warp = at.warp;
        made.lane = at.lane;
        std::tie(made.file, made.line) = line_of_(at.where.place);
        return made;
    }
    /// Adds a prefix to a message. The prefix states that all entries before this one are correct.
    std::string after_right_entries(std::int64_t entry, const std::string& text) const {
        if (entry == expected_.begin()) return text;
        const std::int64_t before = expected_.a.column[static_cast<std::size_t>(entry) - 1];
        const std::string start = is_gram() ? sentence("The sum is right up to row {row} of A.", {{"row", before}})
                                            : sentence("Row {row} is right up to column {column}.",
                                                       {{"row", expected_.row}, {"column", before}});
        return start + " " + text;
    }

    /// Finds the first entry that was not added exactly once.
    std::optional<protocol::DebugDifference> different_entry() const {
        for (std::int64_t entry = expected_.begin(); entry < expected_.end(); ++entry) {
            if (entry_value(entry) == 0) continue;
            std::vector<std::size_t> nodes;
            std::uint64_t times = 0;
            for (const Term& term : terms_)
                if (is_of(term, entry) && times_[term.node] > 0) {
                    nodes.push_back(term.node);
                    times += times_[term.node];
                }
            if (times > 1) return added_again(entry, nodes, times);
            if (times == 1) continue;
            if (expected_.is_shared) continue;
            return missing(entry);
        }
        return std::nullopt;
    }
    protocol::DebugDifference added_again(std::int64_t entry, const std::vector<std::size_t>& nodes,
                                          std::uint64_t times) const {
        constexpr std::size_t most_threads = 8;
        std::set<std::int64_t> threads;
        for (const std::size_t node : nodes) threads.insert(thread_of(node));
        std::string names;
        std::size_t count = 0;
        for (const std::int64_t thread : threads)
            if (count++ < most_threads) names += (names.empty() ? "" : ", ") + std::to_string(thread);
        if (count > most_threads) names += ", ...";
        const std::int64_t column = expected_.a.column[static_cast<std::size_t>(entry)];
        const std::initializer_list<SentenceArgument> arguments{{"column", column},
                                                                {"times", static_cast<std::int64_t>(times)},
                                                                {"line", line_of(nodes.back())},
                                                                {"n", static_cast<std::int64_t>(threads.size())},
                                                                {"threads", names}};
        const std::string text =
            is_gram() ? sentence("The product in row {column} was added {times} times, in line {line}, by "
                                 "{n:thread|threads} {threads}.",
                                 arguments)
                      : sentence("The entry in column {column} was added {times} times, in line {line}, by "
                                 "{n:thread|threads} {threads}.",
                                 arguments);
        return difference_at(nodes.back(), after_right_entries(entry, text));
    }
    protocol::DebugDifference missing(std::int64_t entry) const {
        const std::int64_t column = expected_.a.column[static_cast<std::size_t>(entry)];
        // Find out whether the kernel used a different element of x instead.
        for (const Term& term : terms_) {
            const std::int64_t used = entry_in(term.column);
            if ((used >= 0 && is_of(term, used)) || times_[term.node] == 0 || !term.factor ||
                *term.factor != entry_value(entry))
                continue;
            const std::initializer_list<SentenceArgument> arguments{{"thread", thread_of(term.node)},
                                                                    {"column", column},
                                                                    {"other", term.column},
                                                                    {"line", line_of(term.node)}};
            const std::string text =
                is_gram()
                    ? sentence("Thread {thread} multiplied an element in row {column} by one in row {other}, in line "
                               "{line}.",
                               arguments)
                    : sentence("Thread {thread} multiplied the entry in column {column} by `x[{other}]`, in line "
                               "{line}.",
                               arguments);
            return difference_at(term.node, after_right_entries(entry, text));
        }
        protocol::DebugDifference made;
        const std::string text = is_gram()
                                     ? sentence("The product in row {column} was not added.", {{"column", column}})
                                     : sentence("The entry in column {column} was not added.", {{"column", column}});
        made.sentence = after_right_entries(entry, text);
        made.name = is_gram() ? recording_.objects()[x_].name : "x[" + std::to_string(column) + "]";
        return made;
    }

    /// Finds the first term that does not correspond to an entry of the row, or has a different value.
    std::optional<protocol::DebugDifference> additional_term() const {
        for (const Term& term : terms_) {
            if (times_[term.node] == 0) continue;
            const std::int64_t entry = entry_in(term.column);
            if (entry < 0)
                return difference_at(
                    term.node, sentence("Thread {thread} added a product with `x[{column}]` in line {line}, but row "
                                        "{row} has no entry in column {column}.",
                                        {{"thread", thread_of(term.node)},
                                         {"column", term.column},
                                         {"line", line_of(term.node)},
                                         {"row", expected_.row}}));
            if (!term.factor || *term.factor == entry_value(entry)) continue;
            const std::string factor = portable::shortest_text(static_cast<double>(*term.factor)),
                              value = portable::shortest_text(static_cast<double>(entry_value(entry)));
            const std::initializer_list<SentenceArgument> arguments{
                {"thread", thread_of(term.node)}, {"column", term.column}, {"factor", factor},
                {"line", line_of(term.node)},     {"row", expected_.row},  {"value", value}};
            const std::string text =
                is_gram()
                    ? sentence("Thread {thread} multiplied an element in row {column} by {factor} in line {line}, "
                               "where it should be multiplied by {value}.",
                               arguments)
                    : sentence("Thread {thread} multiplied `x[{column}]` by {factor} in line {line}, but the entry "
                               "of row {row} in column {column} is {value}.",
                               arguments);
            return difference_at(term.node, text);
        }
        return std::nullopt;
    }

    std::optional<protocol::DebugDifference> different_sum() const {
        for (std::size_t n = 0; n < flow_.nodes.size(); ++n) {
            const Part& part = parts_[n];
            const auto number = value_of(flow_.nodes[n].value.kind, flow_.nodes[n].number);
            if (part.form != Form::sum || times_[n] == 0 || !number || !std::isfinite(part.expected)) continue;
            const auto terms = static_cast<double>(part.terms + 1);
            const long double bound = measure::sum_bound(terms, part.magnitude, expected_.single);
            if (std::fabs(*number - part.expected) <= bound) continue;
            return difference_at(
                n, sentence("Every entry was added once, but thread {thread} computed `{name}` = {number} in line "
                            "{line}, where the terms add up to {expected}.",
                            {{"thread", thread_of(n)},
                             {"name", flow_.nodes[n].value.name},
                             {"number", portable::shortest_text(static_cast<double>(*number))},
                             {"line", line_of(n)},
                             {"expected", portable::shortest_text(static_cast<double>(part.expected))}}));
        }
        return std::nullopt;
    }

    const simt::BlockRecording& recording_;
    const simt::DataFlow& flow_;
    const ExpectedRow& expected_;
    const std::function<std::pair<std::string, int>(const simt::SourceLocation&)>& line_of_;
    std::size_t x_ = 0;            ///< index of the array that contains x
    std::vector<bool> is_written_; ///< for each array, whether the recording contains a write to it
    bool is_complete_ = true;
    std::vector<Part> parts_;
    std::vector<Term> terms_;
    std::vector<std::uint64_t> times_;
};

} // namespace

std::optional<protocol::DebugDifference>
first_difference(const simt::BlockRecording& recording, const simt::DataFlow& flow, const ExpectedRow& expected,
                 const std::function<std::pair<std::string, int>(const simt::SourceLocation&)>& line_of) {
    return RowComparison(recording, flow, expected, line_of).first_difference();
}

} // namespace warploom::app
