#pragma once

#include "ui/pages/warp/comparison/beside_view.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

/// A question about two traces that is asked before they are shown: which one costs less on the card for the same work,
/// and by what factor. The answers are computed from the traces.
struct PairQuestion {
    QString text;
    QStringList choices; ///< left, right, equal
    QString answer;      ///< the correct choice
    QString because;     ///< an explanation with the numbers
    QString how_much;    ///< the second question; empty if the smaller count is 0
    double factor = 1;   ///< the correct factor, which is the larger count / the smaller count

    static constexpr double within = 0.25; ///< the accepted relative error of a guess
    /// Parses text such as "3", "3.5" or "3,5". Returns whether the factor is close enough.
    bool isRightFactor(const QString& said) const;
};
/// Returns the question for a view that is not empty. Kernels on one card are compared by transactions. Cards are
/// compared by bytes, because the sizes of their transactions differ.
PairQuestion pairQuestion(const BesideView& view);

} // namespace warploom::ui
