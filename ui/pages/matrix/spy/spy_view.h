#pragma once

#include "ui/pages/matrix/spy/order_map.h"
#include "ui/pages/matrix/spy/spy_frame.h"
#include "ui/pages/matrix/spy/spy_image.h"
#include "ui/pages/matrix/spy/zoomed_picture.h"
#include "ui/session/session.h"

#include <functional>
#include <memory>

class QVariantAnimation;

namespace warploom::ui {

/// The picture of a matrix: every nonzero, from the whole matrix down to printed values.
/// The window (at most 16 x 16, drawn as a frame) is dragged by the mouse, placed with Shift+click and moved with
/// Shift+arrows. Rendering happens on another thread; until the new picture is there, the last one is shown where it
/// belongs now.
class SpyView : public ZoomedPicture<SpyFrame> {
    Q_OBJECT
public:
    explicit SpyView(QWidget* parent = nullptr);
    ~SpyView() override;

    void setMatrix(const MatrixHandle& matrix);
    const MatrixHandle& matrix() const { return matrix_; }

    void setFrame(const SpyFrame& frame); ///< same matrix and canvas; scale and place are taken over
    void setWindow(const MatrixWindow& window);
    const MatrixWindow& window() const { return window_; }
    void setHovered(const HoveredNonzero& hovered);
    HoveredNonzero hovered() const { return hovered_; } ///< where it stands in this picture
    void setSelection(const RowSelection& rows);        ///< brushed rows get a veil

    /// A small picture to place the window on: always the whole matrix; the mouse and the plain arrows move the window.
    void setThumbnail(bool thumbnail);

    /// Zooms until values can be read: around the nonzero that is hovered or kept, else the middle of the visible part,
    /// else the window.
    void showWindow();
    /// The rows stand in another order: their own numbers, for words, and what the order is called.
    void setRowOrder(std::function<std::int64_t(std::int64_t)> own_row, const QString& words);

    /// The matrix that was just set is the last one in another order: its nonzeros are seen on their way from one to
    /// the other, for half a second. The pinned one stays marked. At once where motion is reduced.
    void moveFrom(std::vector<MovedNonzero> nonzeros, const HoveredNonzero& pinned_from,
                  const HoveredNonzero& pinned_to);
    bool isMoving() const { return !moving_.empty(); }

    /// True while the picture on the screen is the one that the frame asks for.
    bool isCurrent() const;
    const SpyImage* image() const { return detail_.get(); }
    /// A line on the contents under the last place of the mouse (or of the hovered nonzero).
    QString hoverText() const { return hover_text_; }

    QString chartTitle() const override;
    QString chartName() const override { return name_; }
    void setChartName(const QString& name) { name_ = name; }
    Table chartTable() const override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void frameChanged(const warploom::ui::SpyFrame& frame);
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero);
    void hoverTextChanged(const QString& text);
    void windowMoved(const warploom::MatrixWindow& window); ///< by the user
    void imageChanged();

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void paintScreen(QPainter& painter) const override;
    void themeChanged() override;
    SpyFrame wholeFrame() const override;
    void frameMoved() override;
    void hover(const QPointF& pixel) override;
    bool isFixed() const override { return thumbnail_; }
    bool takesPress(QMouseEvent* event) override;
    void dragged(const QPointF& pixel) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void requestImage();
    void imageReady(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix);
    void moveWindow(std::int64_t rows, std::int64_t cols);
    void placeWindow(const QPointF& centre);
    QRectF windowRect() const;
    void paintMotion(QPainter& painter) const;
    QRectF cellOf(const HoveredNonzero& nonzero) const;
    void paintMark(QPainter& painter, const QRectF& cell) const;

    MatrixHandle matrix_;
    SpyRenderer* renderer_ = nullptr;
    std::shared_ptr<const SpyImage> detail_, overview_;
    GridRequest asked_;
    MatrixWindow window_;
    HoveredNonzero hovered_;
    RowSelection selection_;
    QString hover_text_;
    std::function<std::int64_t(std::int64_t)> own_row_; ///< empty: rows stand in their own order
    QString order_words_, name_ = QStringLiteral("matrix-spy");
    std::vector<MovedNonzero> moving_; ///< on their way
    HoveredNonzero pinned_from_;       ///< the way of `hovered_`
    QVariantAnimation* motion_ = nullptr;
    bool thumbnail_ = false;
    QPointF grip_; ///< where in the window (in cells) the mouse took it
};

/// The window moved by so many rows and columns, kept inside the matrix.
MatrixWindow movedWindow(const MatrixWindow& window, std::int64_t rows, std::int64_t cols, std::int64_t matrixRows,
                         std::int64_t matrixCols);

} // namespace warploom::ui
