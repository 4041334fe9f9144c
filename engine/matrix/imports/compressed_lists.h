#pragma once

#include "engine/matrix/imports/import_source.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace warploom::imports {

/// The lists of a matrix in compressed form. A major index is a column in CSC and a row in CSR.
struct CompressedLists {
    const std::string& name;   ///< name of the matrix in messages
    std::int64_t majors = 0;   ///< number of columns in CSC
    std::int64_t minors = 0;   ///< number of rows in CSC
    std::int64_t pointers = 0; ///< length of the list of pointers
    std::int64_t entries = 0;  ///< length of the shorter one of the lists of indices and values
};

/// Calls `add(major, minor, k)` for each entry k. `pointer(major)` and `index(k)` return the elements of the lists, or
/// -1 for an element that is not a valid index. Throws Error("file.malformed") if a list is too short, the pointers do
/// not start at 0 or decrease, or an index is out of range.
template <class Pointer, class Index, class Add>
void for_each_entry(const ImportSource& source, const CompressedLists& lists, const Pointer& pointer,
                    const Index& index, const Add& add) {
    if (lists.pointers < lists.majors + 1)
        refuse_file(source, sentence("The list of pointers of `{name}` is too short.", {{"name", lists.name}}));
    if (pointer(0) != 0)
        refuse_file(source, sentence("The pointers of `{name}` do not start at 0.", {{"name", lists.name}}));
    for (std::int64_t major = 0; major < lists.majors; ++major) {
        const std::int64_t begin = pointer(major), end = pointer(major + 1);
        if (end < begin || end > lists.entries)
            refuse_file(source, sentence("The pointers of `{name}` decrease or exceed the number of entries.",
                                         {{"name", lists.name}}));
        for (std::int64_t k = begin; k < end; ++k) {
            const std::int64_t minor = index(k);
            if (minor < 0 || minor >= lists.minors)
                refuse_file(source, sentence("The index {index} of `{name}` is not between 0 and {last}.",
                                             {{"index", minor}, {"name", lists.name}, {"last", lists.minors - 1}}));
            add(major, minor, k);
        }
    }
}

} // namespace warploom::imports
