#include "ui/pages/step/walkthroughs/step_painting.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

constexpr double small_letters = 0.72;

QFont smaller(QFont font) {
    if (font.pixelSize() > 0)
        font.setPixelSize(std::max(8, static_cast<int>(std::lround(font.pixelSize() * small_letters))));
    else font.setPointSizeF(font.pointSizeF() * small_letters);
    return font;
}

} // namespace

QString IndexedSymbol::html() const {
    QString text = QStringLiteral("<i>%1</i>").arg(letter);
    if (!below.isEmpty()) text += QStringLiteral("<sub>%1</sub>").arg(below);
    if (!above.isEmpty()) text += QStringLiteral("<sup>(%1)</sup>").arg(above);
    return text;
}

QString IndexedSymbol::plain() const {
    return letter + below + (above.isEmpty() ? QString() : QStringLiteral("(%1)").arg(above));
}

IndexedSymbol symbolOf(const char* letter, int row, const walkthrough::Coefficient& coefficient) {
    if (coefficient.is_zero) return {QStringLiteral("0"), {}, {}};
    if (coefficient.is_one) return {QStringLiteral("1"), {}, {}};
    return {QLatin1String(letter), QString::number(row + 1),
            coefficient.version > 0 ? QString::number(coefficient.version) : QString()};
}

QString stepNumber(double value, int digits) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    if (std::abs(value) < 1e-13) value = 0;
    QString text = QString::number(value, 'g', digits);
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

std::optional<QFont> fittingFont(const QFont& font, const QStringList& texts, const QSizeF& room, double most,
                                 double unit, double least) {
    QFont sized = font;
    if (unit >= 1.5) least *= 0.75; // at a large font scale, use a smaller font instead of omitting the text
    // At a scale of 200 %, half a logical pixel is one physical pixel.
    const double step = unit < 1.5 ? 1 : 0.5;
    for (double pixels = most; pixels >= least; pixels -= step) {
        sized.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * unit))));
        const QFontMetricsF metrics(sized);
        if (metrics.ascent() > room.height()) continue;
        if (std::all_of(texts.begin(), texts.end(),
                        [&](const QString& text) { return metrics.horizontalAdvance(text) <= room.width(); }))
            return sized;
    }
    return std::nullopt;
}

double symbolWidth(const QFont& font, const IndexedSymbol& symbol) {
    const QFontMetricsF tiny(smaller(font));
    const QString above = symbol.above.isEmpty() ? QString() : QStringLiteral("(%1)").arg(symbol.above);
    return QFontMetricsF(font).horizontalAdvance(symbol.letter) +
           std::max(tiny.horizontalAdvance(symbol.below), tiny.horizontalAdvance(above));
}

void paintSymbol(QPainter& painter, const QRectF& room, const QFont& font, const IndexedSymbol& symbol) {
    const QFont tiny = smaller(font);
    const QFontMetricsF metrics(font), small(tiny);
    const double left = room.center().x() - symbolWidth(font, symbol) / 2;
    const double base = room.center().y() + metrics.ascent() / 2 - metrics.descent() / 2;
    painter.setFont(font);
    painter.drawText(QPointF(left, base), symbol.letter);
    const double beside = left + metrics.horizontalAdvance(symbol.letter);
    painter.setFont(tiny);
    if (!symbol.below.isEmpty()) painter.drawText(QPointF(beside, base + small.descent() + 1), symbol.below);
    if (!symbol.above.isEmpty())
        painter.drawText(QPointF(beside, base - metrics.ascent() * 0.5), QStringLiteral("(%1)").arg(symbol.above));
}

void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, const QPen& pen, double head) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintStroke(painter, pen, from, to);
    QPen solid = pen;
    solid.setStyle(Qt::SolidLine);
    painter.setPen(solid);
    const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
    for (const double turn : {2.7, -2.7})
        painter.drawLine(to, to + head * QPointF(std::cos(angle + turn), std::sin(angle + turn)));
    painter.restore();
}

} // namespace warploom::ui
