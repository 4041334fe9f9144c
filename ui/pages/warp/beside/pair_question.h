#pragma once

#include "ui/pages/warp/beside/beside_view.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

/// What can be asked of two sides before their steps and their score are shown: which of them will ask less of the card for the same
/// work, and then by how much. The answers are counted in the two traces.
struct PairQuestion {
    QString text;
    QStringList choices; ///< left, right, as much
    QString answer;      ///< one of them
    QString because;     ///< the figures
    QString how_much;    ///< the second question; empty where the smaller count is 0
    double factor = 1;   ///< its answer: the larger count / the smaller one

    static constexpr double within = 0.25; ///< share of the factor by which a guess may be away
    /// Reads "3", "3.5" or "3,5".
    bool isRightFactor(const QString& said) const;
};
/// Of a view that is not empty. Two kernels on one card are compared by transactions; two cards, which differ in what they move at a
/// time, by bytes.
PairQuestion pairQuestion(const BesideView& view);

} // namespace warploom::ui
