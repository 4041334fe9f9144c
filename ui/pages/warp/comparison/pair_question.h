#pragma once

#include "ui/pages/warp/comparison/beside_view.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

/// A question about two traces before their steps and costs are shown: which of them costs less on the card for the
/// same work, and then by what factor. The answers are computed from the two traces.
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
/// Returns the question for a view that is not empty. Compares two kernels on one card by transactions, and two cards by
/// bytes, because their transaction sizes differ.
PairQuestion pairQuestion(const BesideView& view);

} // namespace warploom::ui
