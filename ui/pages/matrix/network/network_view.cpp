#include "ui/pages/matrix/network/network_view.h"

#include "ui/pages/matrix/network/network_painting.h"
#include "ui/pages/matrix/network/network_tables.h"
#include "ui/session/matrix_names.h"

#include <QPainter>

#include <algorithm>

namespace warploom::ui {

namespace {
// Maximum number of links of a network that is painted on the GUI thread. Smaller networks can be painted on the GUI
// thread without a noticeable delay.
constexpr std::size_t largeFrom = 1500;
} // namespace

NetworkView::NetworkView(QWidget* parent)
    : ZoomedPicture(tr("Map of the water network"), {420, 360}, {160, 140}, parent) {
    setAccessibleDescription(tr("Shows junctions and links. Each junction corresponds to a row of the matrix. Press "
                                "the arrow keys to pan, plus or minus to zoom, Home to show the whole network, Page Up "
                                "or Page Down to move between junctions, and T to list the links in a table."));
}

void NetworkView::themeChanged() {
    ++round_;
    overview_.reset();
    setWholeFrame();
    request();
    PaintedChart::themeChanged();
}

NetworkView::~NetworkView() { pool_.waitForDone(); }

double NetworkView::margin() const { return std::min(theme().px(22) * 1.0, 0.07 * std::min(width(), height())); }

bool NetworkView::isLarge() const { return network_ && network_->links.size() > largeFrom; }

void NetworkView::setNetwork(std::shared_ptr<const NetworkDrawing> network, const MatrixHandle& matrix) {
    // If only the Newton step of the network has changed, keep the visible area.
    const bool same =
        network && network_ && network->bounds == network_->bounds && network->nodes.size() == network_->nodes.size();
    network_ = std::move(network);
    matrix_ = matrix;
    ++round_;
    overview_.reset();
    hovered_ = {};
    spot_ = {};
    selection_ = {};
    hover_text_.clear();
    if (!same) {
        picture_.reset();
        setWholeFrame();
    }
    request();
    update();
}

PlaneFrame NetworkView::wholeFrame() const {
    return network_ ? PlaneFrame(network_->bounds, QSizeF(size()), margin()) : PlaneFrame();
}

void NetworkView::setFrame(const PlaneFrame& frame) {
    changeFrame([&](PlaneFrame& own) {
        if (frame.canvas() == own.canvas()) own = frame;
    });
}

bool NetworkView::isCurrent() const {
    return !isLarge() || frame_.isEmpty() || (picture_ && !painting_ && picture_->frame == frame_);
}

void NetworkView::request() {
    if (!isLarge() || frame_.isEmpty()) return;
    if (painting_) {
        again_ = true;
        return;
    }
    painting_ = true;
    const auto work = [network = network_, frame = frame_, colours = theme().colours(), font = nameFont(),
                       unit = theme().scale(), ratio = devicePixelRatioF()] {
        auto picture = std::make_shared<Picture>();
        picture->frame = frame;
        picture->image = QImage((frame.canvas() * ratio).toSize(), QImage::Format_RGB32);
        picture->image.setDevicePixelRatio(ratio);
        QPainter painter(&picture->image);
        paintNetwork(painter, frame, *network, colours, font, unit);
        painter.end();
        return std::shared_ptr<const Picture>(std::move(picture));
    };
    computeInBackground(pool_, this, work, [this, round = round_](const std::shared_ptr<const Picture>& picture) {
        pictureReady(picture, round);
    });
}

void NetworkView::pictureReady(const std::shared_ptr<const Picture>& picture, int round) {
    painting_ = false;
    if (round == round_) {
        picture_ = picture;
        if (picture->frame.isFit()) overview_ = picture;
        emit imageChanged();
        update();
    }
    if (again_ || round != round_) {
        again_ = false;
        request();
    }
}

/// Draws a previously rendered image of the network, transformed to the current frame.
void NetworkView::drawPicture(QPainter& painter, const Picture& picture) const {
    if (picture.frame == frame_) {
        painter.drawImage(QPointF(0, 0), picture.image);
        return;
    }
    const QSizeF canvas = picture.frame.canvas();
    const QRectF target(frame_.toPixel(picture.frame.toPlane(QPointF(0, 0))),
                        frame_.toPixel(picture.frame.toPlane(QPointF(canvas.width(), canvas.height()))));
    // Draw only the visible part, because painter coordinates overflow at high zoom levels.
    const QRectF seen = target & QRectF(QPointF(0, 0), frame_.canvas());
    if (seen.isEmpty()) return;
    const double sx = picture.image.width() / target.width(), sy = picture.image.height() / target.height();
    painter.drawImage(seen, picture.image,
                      QRectF((seen.left() - target.left()) * sx, (seen.top() - target.top()) * sy, seen.width() * sx,
                             seen.height() * sy));
}

void NetworkView::paintScreen(QPainter& painter) const {
    if (!network_ || frame_.isEmpty()) return;
    const Colours& colours = theme().colours();
    if (isLarge()) {
        const bool covers = picture_ && picture_->frame == frame_;
        if (!covers && overview_) drawPicture(painter, *overview_);
        if (picture_) drawPicture(painter, *picture_);
    } else {
        paintNetwork(painter, frame_, *network_, colours, nameFont(), theme().scale());
    }
    paintNetworkLights(painter, frame_, *network_, hovered_, spot_, selection_, colours, theme().scale());
    if (isTaken()) {
        paintBox(painter, QRectF(first_mouse_, lastMouse()).normalized(), QPen(colours.wasted, theme().px(1.5)),
                 pale(colours.wasted, 0.15F));
    }
}

bool NetworkView::takesPress(QMouseEvent* event) {
    first_mouse_ = event->position();
    if (!(event->modifiers() & Qt::ShiftModifier)) return false;
    setCursor(Qt::CrossCursor);
    return true;
}

void NetworkView::dragged(const QPointF&) { update(); }

void NetworkView::released(const QPointF& pixel) {
    if (isTaken()) selectInside(QRectF(first_mouse_, pixel).normalized());
}

void NetworkView::leaveEvent(QEvent*) { light({}); }

void NetworkView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_PageUp) stepJunction(-1);
    else if (event->key() == Qt::Key_PageDown) stepJunction(1);
    else return ZoomedPicture::keyPressEvent(event);
    event->accept();
}

void NetworkView::stepJunction(int by) {
    if (!network_ || network_->junctions == 0) return;
    const int from = hovered_.isValid() ? static_cast<int>(hovered_.row) : (by > 0 ? -1 : 0);
    light({(from + by + network_->junctions) % network_->junctions, -1});
}

void NetworkView::selectInside(const QRectF& pixels) {
    std::vector<std::int64_t> rows;
    for (int i = 0; i < network_->junctions; ++i)
        if (pixels.contains(frame_.toPixel(network_->nodes[i].place))) rows.push_back(i);
    const auto count = static_cast<int>(rows.size());
    emit brushed(RowSelection::ofRows(std::move(rows), tr("the rows of %n junctions", nullptr, count)));
}

void NetworkView::setSelection(const RowSelection& rows) {
    selection_ = rows;
    update();
}

void NetworkView::setHovered(const HoveredNonzero& hovered) {
    if (hovered == hovered_) return;
    hovered_ = hovered;
    // Another view has set the hovered nonzero, so no item on the map is under the mouse pointer.
    if (network_ && !(nonzeroOf(*network_, spot_) == hovered)) spot_ = {};
    update();
}

void NetworkView::hover(const QPointF& pixel) {
    if (!network_ || frame_.isEmpty()) return;
    const double reach = theme().px(8) / frame_.scale();
    light(network_->at(frame_.toPlane(pixel), reach, reach * 0.75));
}

void NetworkView::light(const NetworkSpot& spot) {
    if (!network_) return;
    const QString text = networkSpotText(*network_, spot);
    if (text != hover_text_) {
        hover_text_ = text;
        emit hoverTextChanged(text);
    }
    if (spot == spot_ && nonzeroOf(*network_, spot) == hovered_) return;
    spot_ = spot;
    hovered_ = nonzeroOf(*network_, spot);
    update();
    emit hoveredChanged(hovered_);
}

QString NetworkView::chartTitle() const {
    if (!matrix_) return tr("Water network");
    return tr("Network of %1").arg(shortName(matrix_->name()));
}

Table NetworkView::chartTable() const {
    return network_ ? networkLinkTable(*network_, matrix_ ? matrix_->name() : QString()) : Table();
}

QList<Table> NetworkView::moreTables() const {
    return network_ ? QList<Table>{networkNodeTable(*network_)} : QList<Table>();
}

/// Paints the whole network with the legend below it, for printing and export.
void NetworkView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!network_) return;
    const double line = QFontMetricsF(style.font).height();
    const QRectF strip(all.left(), 0, all.width(), 0);
    const double legend = paintNetworkLegend(nullptr, strip, *network_, style.colours, style.font);
    const double bottom = all.bottom() - legend;
    if (bottom - all.top() < line) return;
    const PlaneFrame frame(network_->bounds, QSizeF(all.width(), bottom - all.top()), line);
    painter.save();
    painter.translate(all.topLeft());
    paintNetwork(painter, frame, *network_, style.colours, style.font, style.unit);
    painter.restore();
    paintNetworkLegend(&painter, strip.translated(0, bottom), *network_, style.colours, style.font);
}

} // namespace warploom::ui
