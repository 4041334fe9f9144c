#pragma once

#include "ui/components/spy/order_map.h"
#include "ui/components/spy/spy_frame.h"
#include "ui/components/spy/spy_image.h"
#include "ui/components/spy/zoomed_picture.h"
#include "ui/session/session.h"

#include <functional>

namespace warploom::ui {

class SpyImages;
class SpyMotion;

/// Shows the spy plot of a matrix, at zoom levels from the whole matrix to individual values. The user moves the window
/// (a frame around at most 16 x 16 elements) by dragging, Shift-clicking, or pressing Shift and the arrow keys. Images
/// are rendered on another thread. Until a new image is ready, the previous image is shown, transformed to the current
/// frame.
class SpyView : public ZoomedPicture<SpyFrame> {
    Q_OBJECT
public:
    explicit SpyView(QWidget* parent = nullptr);

    void setMatrix(const MatrixHandle& matrix);
    const MatrixHandle& matrix() const { return matrix_; }

    /// Copies the scale and the position from another view of the same matrix and size.
    void setFrame(const SpyFrame& frame);
    void setWindow(const MatrixWindow& window);
    const MatrixWindow& window() const { return window_; }
    void setHovered(const HoveredNonzero& hovered);
    HoveredNonzero hovered() const { return hovered_; } ///< Returns the position of the hovered nonzero in this plot.
    void setSelection(const RowSelection& rows);

    /// Turns the spy plot into an overview that always shows the whole matrix. In this mode, the mouse and the arrow
    /// keys move the window.
    void setThumbnail(bool thumbnail);

    /// Zooms in on the hovered nonzero until values are readable. If there is none, zooms in on the center of the
    /// visible part. If the whole matrix is visible, zooms in on the window instead.
    void showWindow();
    /// Sets the name of the row order and a function that returns original row indices. Both are used in descriptions
    /// of positions while the rows are sorted.
    void setRowOrder(std::function<std::int64_t(std::int64_t)> own_row, const QString& words);

    /// Animates the nonzeros for half a second after the matrix has been replaced with the same matrix in another
    /// order. The pinned nonzero stays marked. There is no animation if reduced motion is enabled.
    void moveFrom(std::vector<MovedNonzero> nonzeros, const HoveredNonzero& pinned_from,
                  const HoveredNonzero& pinned_to);
    bool isMoving() const;

    /// Returns whether the displayed image matches the visible part of the matrix.
    bool isCurrent() const;
    const SpyImage* image() const;
    /// Describes the matrix entries at the last mouse position, or the hovered nonzero.
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
    void windowMoved(const warploom::MatrixWindow& window);
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
    void moveWindow(std::int64_t rows, std::int64_t cols);

    MatrixHandle matrix_;
    SpyImages* images_ = nullptr;
    SpyMotion* motion_ = nullptr;
    MatrixWindow window_;
    HoveredNonzero hovered_;
    RowSelection selection_;
    QString hover_text_;
    /// Function that returns the original index of a row. Empty if the rows are not sorted.
    std::function<std::int64_t(std::int64_t)> own_row_;
    QString order_words_, name_ = QStringLiteral("matrix-spy");
    bool thumbnail_ = false;
    QPointF grip_; ///< offset, in cells, from the corner of the window to the point where dragging started
};

/// Returns the window after moving it by a number of rows and columns and clamping it to the matrix.
MatrixWindow movedWindow(const MatrixWindow& window, std::int64_t rows, std::int64_t cols, std::int64_t matrixRows,
                         std::int64_t matrixCols);

} // namespace warploom::ui
