#pragma once

#include "engine/walkthrough/tridiagonal_steps.h"
#include "ui/charts/painted_chart.h"

#include <QPainter>
#include <QString>
#include <QStringList>

#include <optional>

namespace warploom::ui {

/// A letter with an index below and a number of rewritings above, as on the blackboard: a_3^(1).
struct IndexedSymbol {
    QString letter, below, above;
    QString html() const;
    QString plain() const; ///< "a3(1)", for tables
};
/// Rows and unknowns are counted from 1, as in the figure of the source.
IndexedSymbol symbolOf(const char* letter, int row, const walkthrough::Coefficient& coefficient);

/// At most `digits` significant digits, with a true minus sign.
QString stepNumber(double value, int digits = 4);

/// `font` in the largest size between `least` and `most` pixels (at 100 %) at which every text fits into `room`;
/// nothing when none does.
std::optional<QFont> fittingFont(const QFont& font, const QStringList& texts, const QSizeF& room, double most,
                                 double unit, double least = 11);

double symbolWidth(const QFont& font, const IndexedSymbol& symbol);
void paintSymbol(QPainter& painter, const QRectF& room, const QFont& font, const IndexedSymbol& symbol);

/// A line that ends in a head; it stops `gap` before its end.
void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, const QPen& pen, double head);

} // namespace warploom::ui
