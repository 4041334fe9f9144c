#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <deque>
#include <memory>
#include <string>

namespace warploom::app {

/// The last two matrices by name, so that a page that asks for the same one again does not load it again. A file that
/// was written to since is read anew. One thread at a time.
class MatrixCache {
public:
    /// Errors: those of load_matrix.
    std::shared_ptr<const Matrix> load(const std::string& name, const Progress& progress);

private:
    struct Entry {
        std::string name;
        std::string stamp; ///< time and size of the file; empty for a generator
        std::shared_ptr<const Matrix> matrix;
    };
    static constexpr std::size_t capacity = 2;
    std::deque<Entry> entries_; ///< newest first
};

} // namespace warploom::app
