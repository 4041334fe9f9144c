#pragma once

#include "app/operations/operation.h"
#include "engine/declared/declared_problem.h"
#include "engine/simt/program.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Extrapolates the arguments of `run` from three small inputs, so that inputs of any size can be tested without
// generating them.

namespace warploom::app {

/// A series of inputs that differ in only one size.
struct SizeSeries {
    std::string begin;  ///< part of the input's name before the number
    const char* end;    ///< part of the input's name after the number
    std::int64_t most;  ///< largest size among the existing test inputs
    const char* launch; ///< message pattern for a failed launch
    const char* memory; ///< message pattern for oversized scratch arrays
    /// Message pattern for a kernel that fails on large inputs only.
    const char* failure;
    std::int64_t factor = 1; ///< ratio of the number in the input's name to the size
    std::string again = {};  ///< another generator parameter that has the same value as the size; may be empty
    /// For declared problems, the names of the numbers that are equal to the size, which messages mention, and the
    /// domains of these numbers.
    std::string numbers = {};
    std::vector<declared::Domain> domains = {};

    /// Returns the largest size that is at most `size` and in all domains, if there is one.
    std::optional<std::int64_t> allowed(std::int64_t size) const;
};
/// Returns the series of an operation. For declared problems, there is one for each number with a large range, and one
/// for each two-dimensional array, whose numbers grow together. The source `kernel` must have been read.
std::vector<SizeSeries> series_of(Operation operation, const std::string& format, const std::string& kernel);
/// Returns the name of the input that has the given size.
std::string name_in(const SizeSeries& series, std::int64_t size);

/// The arguments of `run` for inputs of arbitrary size in a series.
class Extrapolation {
public:
    /// Difference between the sizes of the generated inputs: a multiple of most block and slice sizes.
    static constexpr std::int64_t step = 192;
    static constexpr std::size_t known = 3; ///< number of the generated inputs
    /// Maximum number of levels in a level set.
    static constexpr std::int64_t most_levels = 1 << 17;

    /// The contents of an integer array whose element i is first + step * i. The row pointers of a diagonal matrix are
    /// an example.
    struct Progression {
        std::int64_t first = 0, step = 0;
        bool operator==(const Progression&) const = default;
    };

    /// Generates the inputs. Errors: any error from judged_input() or given_to_text().
    Extrapolation(Operation operation, const SizeSeries& series, const TraceSettings& settings);

    /// Returns the arguments for an input of the given size. Arrays have no elements, except for the level sets,
    /// because `run` reads them. The level sets have equal sizes and are stored in `first`, which must outlive the call
    /// to `run`. Returns std::nullopt if there are more than `most_levels` levels.
    std::optional<simt::Given> at(std::int64_t size, std::vector<int>& first) const;
    /// Returns the contents of an array of `run`, if they are a progression that does not depend on the size.
    std::optional<Progression> contents_of(std::size_t array) const { return contents_[array]; }

private:
    std::array<simt::Given, known> given_;
    std::vector<std::optional<Progression>> contents_;
};

} // namespace warploom::app
