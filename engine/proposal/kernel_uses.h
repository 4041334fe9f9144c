#pragma once

#include "engine/simt/language/tree.h"

#include <array>
#include <set>
#include <string>
#include <vector>

// Determines how a kernel uses its parameters from its syntax tree, without executing it.

namespace warploom::proposal {

/// Describes how a function uses one of its parameters.
struct ParameterUse {
    std::string name;
    std::string type; ///< type as written, without `const` and `*`, such as "float"
    bool is_pointer = false, is_const = false;
    bool is_read = false, is_written = false; ///< whether elements are read or written; atomics both read and write
    bool is_atomic = false;                   ///< whether all writes are atomic
    bool is_row_pointer = false;              ///< whether elements i and i + 1 are both read
    std::set<std::string> indexes;            ///< arrays for which the elements are used as indices
    /// The sizes of the array in one or two dimensions, in terms of the other parameters, such as "n"; empty if
    /// unknown.
    std::vector<std::string> sizes;
    bool is_sized_by_grid = false; ///< whether the block index is used as the array index

    bool is_real() const;
    bool is_number() const { return !is_pointer; }
    bool is_used() const { return is_read || is_written; }
};

/// Describes how a kernel, or a host function that launches kernels, uses its parameters.
struct FunctionUse {
    std::string name;
    std::string type_parameter;         ///< name of the type parameter if the function is a template; otherwise empty
    bool has_number_parameters = false; ///< whether the function has template parameters that are not types
    std::vector<ParameterUse> parameters;
    /// For each dimension, the number of items that the threads process, in terms of the parameters, such as "n"; empty
    /// if unknown.
    std::array<std::string, 3> items;
    std::array<bool, 3> uses_dimension{}; ///< whether thread or block indices of x, y and z are used
    int threads_per_item = 1;
    bool has_block_per_item = false; ///< whether each block processes the item with the index blockIdx.x
    bool has_stride = false;         ///< whether gridDim is used, as in a grid-stride loop
    std::vector<std::string> shared; ///< sizes of the first static array in shared memory; empty if there is none
    std::string dynamic_shared;      ///< element type of an array in dynamic shared memory; empty if there is none

    const ParameterUse* find(const std::string& parameter) const;
    ParameterUse* find(const std::string& parameter);
};

/// Returns how a kernel uses its parameters.
FunctionUse uses_of(const simt::Function& kernel);

/// Returns an expression as source code, with parentheses around nested binary operators.
std::string spelled(const simt::Expression& e);

} // namespace warploom::proposal
