#pragma once

#include <string>
#include <vector>

namespace warploom::app {

/// A listed matrix and its family.
struct ListedMatrix {
    std::string name, family;
    bool is_held_out = false; ///< whether the matrix's family is excluded from training
};

/// Reads a list with one matrix, a generator or a file, per line. A line `[FAMILY]` or `[FAMILY, held out]` starts a
/// family; matrices before the first heading belong to the family of their generator. Lines starting with # are
/// ignored. Errors: "file.missing"; "advice.list" with the line of a malformed heading, or if there are no matrices.
std::vector<ListedMatrix> read_matrix_list(const std::string& file);

/// Interleaves the matrices of the families, so that any prefix of the list covers all of them.
std::vector<ListedMatrix> in_turns(const std::vector<ListedMatrix>& list);

} // namespace warploom::app
