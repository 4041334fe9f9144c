#pragma once

#include "ui/pages/write/write_page.h"

#include <Qsci/qscidocument.h>

#include <optional>
#include <utility>
#include <vector>

namespace warploom::ui {

/// One text on the page Write: its document, with what can be undone, and the versions that were checked.
struct WritePage::Writing {
    QsciDocument document;
    bool is_filled = false;
    std::pair<int, int> cursor{0, 0}; ///< line and column, from 0
    std::vector<Version> versions;    ///< the last is that of now
    std::optional<protocol::CheckCosts> before;

    /// Adds a check. The effect of an edit is shown relative to the last right version with different costs, on the
    /// same input and card.
    void add(const QString& text, const CheckHandle& check);
};

} // namespace warploom::ui
