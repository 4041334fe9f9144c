#pragma once

#include "ui/pages/warp/beside/beside_view.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

/// What can be asked of two sides before their steps and their score are shown: which of them will ask less of the card for the same
/// work. The answer is counted in the two traces.
struct PairQuestion {
    QString text;
    QStringList choices; ///< left, right, as much
    QString answer;      ///< one of them
    QString because;     ///< the figures
};
/// Of a view that is not empty. Two kernels on one card are compared by transactions; two cards, which differ in what they move at a
/// time, by bytes.
PairQuestion pairQuestion(const BesideView& view);

} // namespace warploom::ui
