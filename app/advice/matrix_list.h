#pragma once

#include <string>
#include <vector>

namespace warploom::app {

/// A matrix of a list and its family.
struct ListedMatrix {
    std::string name, family;
    bool is_held_out = false; ///< its family is excluded from training
};

/// Reads a list with one matrix per line: a generator or a file. The line `[FAMILY]` or `[FAMILY, held out]` precedes
/// the matrices of a family; matrices before the first heading belong to the family of their generator. Lines that
/// begin with # are ignored. Errors: "file.missing"; "advice.list" with the line of an incomplete heading, or if there
/// are no matrices.
std::vector<ListedMatrix> read_matrix_list(const std::string& file);

/// Interleaves the matrices of the families, so that any prefix of the list covers all of them.
std::vector<ListedMatrix> in_turns(const std::vector<ListedMatrix>& list);

} // namespace warploom::app
