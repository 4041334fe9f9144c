#pragma once

#include "ui/pages/warp/comparison/beside_view.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

/// A question about two traces that is asked before the traces are shown: which one costs less on the card for the same
/// work, and by what factor. The answers are computed from the traces.
struct PairQuestion {
    QString text;
    QStringList choices; ///< the choices: left, right, equal
    QString answer;      ///< index of the correct choice
    QString because;     ///< explanation that includes the counts
    QString how_much;    ///< second question; empty if the smaller count is 0
    double factor = 1;   ///< correct factor, which is the larger count divided by the smaller count

    static constexpr double within = 0.25; ///< accepted relative error of a guess
    /// Parses a number such as "3", "3.5" or "3,5". Returns whether the factor is close enough to be correct.
    bool isRightFactor(const QString& said) const;
};
/// Returns the question for a nonempty view. Kernels on one card are compared by transactions. Cards are compared by
/// bytes, because the transactions of different cards differ in size.
PairQuestion pairQuestion(const BesideView& view);

} // namespace warploom::ui
