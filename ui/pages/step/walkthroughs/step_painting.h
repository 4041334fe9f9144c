#pragma once

#include "engine/walkthrough/tridiagonal_steps.h"
#include "ui/charts/painted_chart.h"

#include <QPainter>
#include <QString>
#include <QStringList>

#include <optional>

namespace warploom::ui {

/// A coefficient as text: a letter with the row as a subscript and the number of updates as a superscript, such as
/// a_3^(1).
struct IndexedSymbol {
    QString letter, below, above;
    QString html() const;
    QString plain() const; ///< Returns the coefficient as plain text for tables, such as "a3(1)".
};
/// Returns the symbol for a coefficient. Row numbers start at 1, as in the figures of the paper.
IndexedSymbol symbolOf(const char* letter, int row, const walkthrough::Coefficient& coefficient);

/// Formats a number with at most `digits` significant digits and a true minus sign.
QString stepNumber(double value, int digits = 4);

/// Returns `font` in the largest size at which each of the texts fits in `room`. The size is from `least` to `most`
/// pixels at a scale of 100 %. Returns std::nullopt if no size fits.
std::optional<QFont> fittingFont(const QFont& font, const QStringList& texts, const QSizeF& room, double most,
                                 double unit, double least = 11);

double symbolWidth(const QFont& font, const IndexedSymbol& symbol);
void paintSymbol(QPainter& painter, const QRectF& room, const QFont& font, const IndexedSymbol& symbol);

void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, const QPen& pen, double head);

} // namespace warploom::ui
