#pragma once

#include "ui/components/spy/plane_frame.h"
#include "ui/components/spy/zoomed_picture.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/background.h"
#include "ui/session/session.h"

#include <QImage>

#include <memory>

namespace warploom::ui {

/// Shows the map of a water network next to the spy plot of its matrix. A junction corresponds to a row of the matrix,
/// and a link (pipe, pump or valve) corresponds to two entries. Page Up and Page Down highlight the previous or next
/// junction. Dragging with Shift selects the rows of all junctions in a rectangle. Large networks are painted on
/// another thread. Until a new image is ready, the previous image is shown, transformed to the current frame.
class NetworkView : public ZoomedPicture<PlaneFrame> {
    Q_OBJECT
public:
    explicit NetworkView(QWidget* parent = nullptr);
    ~NetworkView() override;

    /// Sets the network. If `network` is null, the view is empty.
    void setNetwork(std::shared_ptr<const NetworkDrawing> network, const MatrixHandle& matrix);
    const std::shared_ptr<const NetworkDrawing>& network() const { return network_; }
    void setHovered(const HoveredNonzero& hovered); ///< Highlights a nonzero that is hovered in another view.
    void setSelection(const RowSelection& rows);
    NetworkSpot spot() const { return spot_; }

    void setFrame(const PlaneFrame& frame);
    bool isCurrent() const; ///< Returns whether the displayed image matches the visible part of the map.

    QString chartTitle() const override;
    QStringList shorterTitles() const override { return {tr("Network")}; }
    QString chartName() const override { return QStringLiteral("matrix-network"); }
    Table chartTable() const override;
    QList<Table> moreTables() const override;

signals:
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero);
    void hoverTextChanged(const QString& text);
    void brushed(const warploom::ui::RowSelection& rows);
    void imageChanged();

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void paintScreen(QPainter& painter) const override;
    void themeChanged() override;
    PlaneFrame wholeFrame() const override;
    void frameMoved() override { request(); }
    void hover(const QPointF& pixel) override;
    bool takesPress(QMouseEvent* event) override;
    void dragged(const QPointF& pixel) override;
    void released(const QPointF& pixel) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// An image of the network, and the visible part of the map that it shows.
    struct Picture {
        QImage image;
        PlaneFrame frame;
    };
    void light(const NetworkSpot& spot);
    void stepJunction(int by);
    void selectInside(const QRectF& pixels);
    void request();
    void pictureReady(const std::shared_ptr<const Picture>& picture, int round);
    void drawPicture(QPainter& painter, const Picture& picture) const;
    bool isLarge() const;
    double margin() const;
    QFont nameFont() const { return theme().font(0.85); }

    std::shared_ptr<const NetworkDrawing> network_;
    MatrixHandle matrix_;
    HoveredNonzero hovered_;
    NetworkSpot spot_;
    RowSelection selection_;
    QString hover_text_;
    QPointF first_mouse_; ///< corner of the selection rectangle where dragging started
    std::shared_ptr<const Picture> picture_, overview_;
    bool painting_ = false, again_ = false;
    int round_ = 0; ///< number of the latest request; results for an earlier network or theme are ignored
    BackgroundPool pool_{"network map", 1};
};

} // namespace warploom::ui
