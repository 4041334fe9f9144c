#pragma once

#include <string>
#include <vector>

namespace warploom::app {

struct ListedMatrix {
    std::string name, family;
    bool is_held_out = false; ///< whether the matrix's family is excluded from training
};

/// Reads a list of matrices, with one generator or file name per line. A line `[FAMILY]` or `[FAMILY, held out]` starts
/// a family. A matrix before the first such line belongs to the family of its generator. Lines that start with # are
/// ignored. Errors: "file.missing"; "advice.list" with the line number of a malformed heading, or if the list is empty.
std::vector<ListedMatrix> read_matrix_list(const std::string& file);

/// Reorders a list of matrices so that the families alternate. Any prefix of the list then covers all families.
std::vector<ListedMatrix> in_turns(const std::vector<ListedMatrix>& list);

} // namespace warploom::app
