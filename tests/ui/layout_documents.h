#pragma once

#include "engine/protocol/messages/layout.h"
#include "ui/components/spy/spy_painting.h"

#include <algorithm>

/// Answers to `layout`, created from the matrix itself.
namespace layout_documents {

using namespace warploom;

/// Returns CSR and ELL of the window, created from the matrix as a worker would do.
inline protocol::Layout laidOut(const CsrMatrix& matrix, const MatrixWindow& window) {
    protocol::Layout document;
    document.rows = window.row_end - window.row_begin;
    document.cols = window.col_end - window.col_begin;
    document.owner.kernel = "csr-scalar";
    protocol::LayoutArray column{"column", "int", {}, {}, 0}, value{"value", "double", {}, {}, 0};
    for (std::int64_t row = window.row_begin; row < window.row_end; ++row)
        for (std::int64_t col = window.col_begin; col < window.col_end; ++col)
            if (const auto stored = ui::storedValue(matrix, row, col)) {
                const int index = static_cast<int>(document.nonzeros.size());
                document.nonzeros.push_back({row - window.row_begin, col - window.col_begin, *stored});
                const int thread = static_cast<int>(row - window.row_begin);
                document.owner.threads.push_back({index, 0, thread, thread / 32, thread % 32});
                column.values.emplace_back(static_cast<double>(col - window.col_begin));
                value.values.emplace_back(*stored);
                column.nonzero.push_back(index);
                value.nonzero.push_back(index);
            }
    document.formats.push_back(
        {"csr", {}, protocol::Wide{100}, static_cast<std::int64_t>(value.values.size()), 0, {column, value}});
    // In reverse order and after a slot of padding, so that equal positions cannot occur by chance.
    std::reverse(value.values.begin(), value.values.end());
    std::reverse(value.nonzero.begin(), value.nonzero.end());
    value.values.insert(value.values.begin(), std::nullopt);
    value.nonzero.insert(value.nonzero.begin(), -1);
    document.formats.push_back(
        {"odd", {}, protocol::Wide{120}, static_cast<std::int64_t>(value.values.size()), 1, {value}});
    return document;
}

} // namespace layout_documents
