#pragma once

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/write_page.h"

#include <Qsci/qscidocument.h>

#include <optional>
#include <utility>
#include <vector>

namespace warploom::ui {

/// The state of a kernel source on the Write page: its document with the undo history, and the checked versions.
struct WritePage::Writing {
    QsciDocument document;
    bool is_filled = false;
    std::pair<int, int> cursor{0, 0}; ///< line and column of the cursor, which start at 0
    QList<CodeEditor::Breakpoint> breakpoints;
    std::vector<Version> versions; ///< checked versions; the last one is the current version
    std::optional<protocol::CheckCosts> before;

    /// Adds a checked version. The cost of an edit is relative to the last correct version with different costs on the
    /// same input and card.
    void add(const QString& text, const CheckHandle& check);
};

} // namespace warploom::ui
