#pragma once

#include <string>
#include <vector>

namespace warploom::app {

/// A matrix of a list, and the family that it belongs to.
struct ListedMatrix {
    std::string name, family;
    bool is_held_out = false; ///< its family is excluded from training
};

/// A list has a matrix on each line: a generator or a file. `[FAMILY]` or `[FAMILY, held out]` stands above the
/// matrices of a family; a matrix above the first of such lines belongs to the family of its generator. Lines that
/// begin with # are left out.
/// Errors: "file.missing"; "advice.list" where there is no matrix, and with the line where a heading is not finished.
std::vector<ListedMatrix> read_matrix_list(const std::string& file);

/// The matrices of each family in turn, so that the first of them tell of every family.
std::vector<ListedMatrix> in_turns(const std::vector<ListedMatrix>& list);

} // namespace warploom::app
