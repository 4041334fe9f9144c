#include "ui/pages/start/sample_card.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/density.h"
#include "ui/style/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warploom::ui {

namespace {

// Sizes of the card and its spy plot, in pixels at a scale of 100 %.
constexpr double picture_side = 104, card_gap = 8, card_text_height = 60, card_width = 176;

} // namespace

SampleCard::SampleCard(ExampleMatrix sample, QWidget* parent) : QAbstractButton(parent), sample_(std::move(sample)) {
    setText(sample_.title);
    setObjectName(QStringLiteral("sample:") + sample_.name);
    setAccessibleName(sample_.title);
    setAccessibleDescription(sample_.summary);
    setToolTip(sample_.name);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SampleCard::setPicture(const QImage& densities) {
    densities_ = densities;
    update();
}

QSize SampleCard::sizeHint() const {
    return {theme().px(card_width), theme().px(picture_side + card_text_height + 3 * card_gap)};
}

bool SampleCard::event(QEvent* event) {
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave) update();
    return QAbstractButton::event(event);
}

void SampleCard::paintEvent(QPaintEvent*) {
    const Colours& colours = theme().colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool is_marked = underMouse() || hasFocus();
    painter.setPen(QPen(is_marked ? colours.accent : colours.grid, hasFocus() ? 2 : 1));
    painter.setBrush(colours.canvas);
    painter.drawRoundedRect(frame, theme().px(6), theme().px(6));

    const int gap = theme().px(card_gap), side = theme().px(picture_side);
    const QRect picture((width() - side) / 2, gap, side, side);
    if (!densities_.isNull()) {
        QImage coloured(densities_.size(), QImage::Format_ARGB32_Premultiplied);
        coloured.fill(Qt::transparent);
        for (int y = 0; y < densities_.height(); ++y)
            for (int x = 0; x < densities_.width(); ++x)
                if (const int density = qGray(densities_.pixel(x, y)); density > 0)
                    coloured.setPixelColor(x, y,
                                           pale(colours.accent, 0.25F + 0.75F * static_cast<float>(density) / 255));
        painter.drawImage(picture, coloured);
    }
    painter.setPen(colours.grid);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(picture);

    QRect words(gap, picture.bottom() + gap, width() - 2 * gap, height() - picture.bottom() - gap);
    painter.setFont(theme().font(1.0, true));
    painter.setPen(colours.text);
    QRect used;
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sample_.title, &used);
    words.setTop(used.bottom() + theme().px(2));
    painter.setFont(theme().font());
    painter.setPen(colours.muted);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sample_.summary);
}

QImage thumbnailOf(const QString& matrix_name, int side) {
    try {
        const Matrix matrix = load_matrix(matrix_name.toStdString());
        if (matrix.is_oversize()) return {};
        const DensityPyramid pyramid(matrix.csr);
        const DensityGrid grid = pyramid.count({0, matrix.rows(), 0, matrix.cols()}, side, side);
        const std::uint32_t most = std::max(1U, *std::max_element(grid.count.begin(), grid.count.end()));
        QImage image(side, side, QImage::Format_Grayscale8);
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const std::uint32_t count = grid.count[static_cast<std::size_t>(y) * side + x];
                const double density = count == 0 ? 0 : std::max(0.05, count / static_cast<double>(most));
                image.setPixel(x, y, qRgb(1, 1, 1) * static_cast<unsigned>(std::lround(255 * density)));
            }
        return image;
    } catch (const Error&) { return {}; }
}

} // namespace warploom::ui
