#pragma once

#include "ui/pages/warp/comparison/beside_view.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

/// A question about two traces that is asked before they are shown: which of them costs less on the card for the same
/// work, and by what factor? The correct answers are computed from the traces.
struct PairQuestion {
    QString text;
    QStringList choices; ///< possible answers: left, right, equal
    QString answer;
    QString because;   ///< explanation of the answer, which includes the counts
    QString how_much;  ///< second question, which asks for the factor; empty if the smaller count is 0
    double factor = 1; ///< correct factor: the larger count divided by the smaller one

    static constexpr double within = 0.25; ///< relative error up to which a guess is accepted
    /// Parses a user's guess such as "3", "3.5" or "3,5". Returns whether the guess is close enough to the factor.
    bool isRightFactor(const QString& said) const;
};
/// Returns the question about the two sides of a nonempty view. If both sides use the same card, compares their
/// transactions. If the cards differ, compares the bytes, because transactions of different cards can have different
/// sizes.
PairQuestion pairQuestion(const BesideView& view);

} // namespace warploom::ui
