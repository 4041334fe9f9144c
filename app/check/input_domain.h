#pragma once

#include "app/check/test_inputs.h"
#include "engine/declared/declared_problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The inputs for which a kernel is declared to be correct, for all operations except `free`. A source declares them in
/// the comments at the top:
///
///     // sizes: multiples of 32
///     // unknowns: a power of two, at most 1024
///     // only: laplace2d, banded:lower=1,upper=1
///
/// `sizes` restricts the rows and the columns of a matrix, and `unknowns` the unknowns of a system or the rows of a
/// triangular matrix or a factorization.
class InputDomain {
public:
    /// Parses the declaration in a source. Errors: "kernel.domain", with the line in the message.
    InputDomain(Operation operation, const std::string& kernel, const std::string& text);

    /// Returns whether the source declares a domain.
    bool is_restricted() const { return size_ || !only_.empty(); }
    /// Describes the domain, as in "rows and columns a multiple of 32". Empty if there is no restriction.
    std::string words() const;

    /// Returns whether the domain contains the matrix or system that a generator string names.
    bool contains(const std::string& name) const;
    /// Returns whether the domain contains a matrix of this size. Does not check the generator.
    bool contains_sizes(std::int64_t rows, std::int64_t columns) const;
    /// Returns whether the domain is limited to certain generators.
    bool is_limited_to_generators() const { return !only_.empty(); }
    /// Returns whether the domain contains any size that is greater than or equal to `size`.
    bool reaches(std::int64_t size) const { return !size_ || size_->greatest >= size; }
    /// Returns the largest size in the domain that is at most `size`, if there is one.
    std::optional<std::int64_t> at_most(std::int64_t size) const;
    /// Returns the smallest size in the domain that is at least `size`, if there is one.
    std::optional<std::int64_t> at_least(std::int64_t size) const;

    /// Replaces test inputs by similar ones in the domain. Sizes are rounded down and up. If the domain is limited to
    /// certain generators, the block sizes, the precisions and x are kept. Inputs that have no counterpart are dropped.
    /// Also adds inputs with the smallest and the largest sizes.
    std::vector<TestInput> adapted(const std::vector<TestInput>& inputs) const;
    /// Returns the first input in the domain that is similar to the given input, if there is one.
    std::optional<TestInput> adapted(const TestInput& input) const;

private:
    std::vector<TestInput> counterparts(const TestInput& given) const;
    std::vector<std::string> names_of_generators() const;
    std::vector<std::string> names_at_ends() const;
    bool is_of_generators(const std::string& name) const;

    Operation operation_;
    std::optional<declared::Domain> size_;
    std::vector<std::string> only_; ///< the permitted generators, as generator strings without a size
};

/// Returns the domain of a kernel file. The source must have been read. Errors: see InputDomain.
InputDomain domain_of_kernel(Operation operation, const std::string& kernel);

} // namespace warploom::app
